#include "emulator/runtime/terminal_host.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "emulator/support/file.hpp"

namespace mariner {

namespace {

constexpr size_t buffer_size = 65536;
/// How long a wait goes on before it asks again whether it should end.
constexpr int patience_milliseconds = 50;

}  // namespace

void TerminalHost::write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty() && !m_has_lost_output) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<size_t>(count));
        } else if (errno == EAGAIN) {
            pollfd request{descriptor, POLLOUT, 0};
            ::poll(&request, 1, patience_milliseconds);
            m_has_lost_output = should_stop();
        } else {
            m_has_lost_output = errno != EINTR || should_stop();
        }
    }
}

void TerminalHost::write_output(std::string_view bytes) {
    if (!bytes.empty()) {
        m_is_inside_line = bytes.back() != '\n';
        keep(bytes);
    }
    if (m_buffer.size() + bytes.size() > buffer_size) {
        flush_output();
    }
    if (bytes.size() >= buffer_size) {
        write_all(m_options.output, bytes);
    } else {
        m_buffer.append(bytes);
    }
}

void TerminalHost::keep(std::string_view bytes) {
    const size_t room = m_options.keep - m_kept.size();
    m_kept.append(bytes.substr(0, room));
    m_has_kept_all = m_has_kept_all && bytes.size() <= room;
}

void TerminalHost::write_error(std::string_view bytes) {
    flush_output();
    write_all(m_options.error, bytes);
}

void TerminalHost::flush_output() {
    if (!m_buffer.empty()) {
        write_all(m_options.output, m_buffer);
        m_buffer.clear();
    }
}

void TerminalHost::end_line_on_terminal() {
    if (m_is_inside_line && ::isatty(m_options.output) != 0) {
        m_buffer += '\n';
        m_is_inside_line = false;
        flush_output();
    }
}

void TerminalHost::note_echo(std::string_view typed) {
    m_is_inside_line = m_is_inside_line && (!typed.ends_with('\n') || ::isatty(m_options.input) == 0);
}

InputState TerminalHost::read_input(std::span<u8> buffer, size_t& count) {
    count = 0;
    while (!is_readable(m_options.input, patience_milliseconds)) {
        if (should_stop()) {
            return InputState::interrupted;
        }
    }
    while (true) {
        const ssize_t got = ::read(m_options.input, buffer.data(), buffer.size());
        if (got > 0) {
            count = static_cast<size_t>(got);
            note_echo({reinterpret_cast<const char*>(buffer.data()), count});
            return InputState::ready;
        }
        if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
            return InputState::end_of_input;
        }
        if (should_stop()) {
            return InputState::interrupted;
        }
    }
}

bool TerminalHost::input_is_ready() {
    return is_readable(m_options.input);
}

i64 TerminalHost::now_milliseconds() {
    using std::chrono::milliseconds;
    return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

bool TerminalHost::sleep_milliseconds(u32 duration) {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::milliseconds(duration);
    while (!should_stop()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - clock::now()).count();
        if (left <= 0) {
            return true;
        }
        ::poll(nullptr, 0, static_cast<int>(std::min<i64>(left, patience_milliseconds)));
    }
    return false;
}

i64 TerminalHost::random_seed() {
    if (m_options.seed) {
        return *m_options.seed;
    }
    return std::chrono::steady_clock::now().time_since_epoch().count() ^ (static_cast<i64>(::getpid()) << 32);
}

bool TerminalHost::play_note(const Note& note, bool wait) {
    m_has_been_silent = true;
    return !wait || !m_options.silent_notes_take_time || sleep_milliseconds(note.milliseconds);
}

}  // namespace mariner

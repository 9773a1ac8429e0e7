#include "emulator/runtime/terminal_host.hpp"

#include <algorithm>
#include <chrono>
#include <random>

#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/platform/wait.hpp"

namespace mariner {

namespace {

using platform::ByteTransfer;
using platform::TransferState;

constexpr size_t buffer_size = 65536;
/// How long a wait goes on before it asks again whether it should end.
constexpr int patience_milliseconds = 50;

}  // namespace

void TerminalHost::write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty() && !m_has_lost_output) {
        const ByteTransfer sent = platform::write(descriptor, bytes);
        bytes.remove_prefix(sent.count);
        m_has_lost_output = sent.state == TransferState::failed;
        if (sent.state == TransferState::not_now) {
            platform::is_writable(descriptor, patience_milliseconds);
            m_has_lost_output = should_stop();
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
    if (m_is_inside_line && platform::is_terminal(m_options.output)) {
        m_buffer += '\n';
        m_is_inside_line = false;
        flush_output();
    }
}

void TerminalHost::note_echo(std::string_view typed) {
    m_is_inside_line = m_is_inside_line && (!typed.ends_with('\n') || !platform::is_terminal(m_options.input));
}

InputState TerminalHost::read_input(std::span<u8> buffer, size_t& count) {
    ByteTransfer got{m_options.input < 0 ? TransferState::done : TransferState::not_now};
    while (got.state == TransferState::not_now) {
        if (platform::is_readable(m_options.input, patience_milliseconds)) {
            got = platform::read(m_options.input, buffer);
        }
        if (got.state == TransferState::not_now && should_stop()) {
            return InputState::interrupted;
        }
    }
    count = got.count;
    note_echo({reinterpret_cast<const char*>(buffer.data()), count});
    return count > 0 ? InputState::ready : InputState::end_of_input;
}

bool TerminalHost::input_is_ready() {
    return m_options.input < 0 || platform::is_readable(m_options.input);
}

bool TerminalHost::sleep_milliseconds(u32 duration) {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::milliseconds(duration);
    while (!should_stop()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - clock::now()).count();
        if (left <= 0) {
            return true;
        }
        platform::sleep(static_cast<int>(std::min<i64>(left, patience_milliseconds)));
    }
    return false;
}

i64 TerminalHost::random_seed() {
    if (m_options.seed) {
        return *m_options.seed;
    }
    std::random_device device;
    return static_cast<i64>(u64{device()} << 32 | device());
}

bool TerminalHost::play_note(const Note& note, bool wait) {
    m_has_been_silent = true;
    return !wait || !m_options.silent_notes_take_time || sleep_milliseconds(note.milliseconds);
}

}  // namespace mariner

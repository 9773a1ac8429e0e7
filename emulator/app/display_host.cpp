#include "emulator/app/display_host.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/platform/wait.hpp"

namespace mariner::app {

namespace {

constexpr size_t most_held_back = 16384;
/// Others than the link may want a stop: a time limit.
constexpr int patience_milliseconds = 50;
/// What a recording shows for a person's thinking.
constexpr u64 answer_milliseconds = 500;
constexpr u64 mars_steps_per_millisecond = 10'000;

}  // namespace

// ---- LinkHost ----------------------------------------------------------------------------------------------------

void LinkHost::write_output(std::string_view bytes) {
    if (!m_link.streams_taken()) {
        TerminalHost::write_output(bytes);
    }
    m_text.append(bytes);
    if (m_text.size() > most_held_back) {
        pass_on();
    }
}

void LinkHost::write_error(std::string_view bytes) {
    if (!m_link.streams_taken()) {
        TerminalHost::write_error(bytes);
    }
    m_text.append(bytes);
    pass_on();
}

void LinkHost::pass_on() {
    m_link.write(m_text);
    m_text.clear();
}

void LinkHost::flush() {
    TerminalHost::flush();
    pass_on();
}

void LinkHost::pulse() {
    TerminalHost::pulse();
    pass_on();
}

bool LinkHost::take_typed() {
    m_link.acknowledge();
    while (m_typed.empty() && !m_typed_ends) {
        auto piece = m_link.take_input();
        if (!piece) {
            break;
        }
        m_typed_ends = piece->empty();
        m_typed = std::move(*piece);
    }
    return !m_typed.empty() || m_typed_ends;
}

InputState LinkHost::give_typed(std::span<u8> buffer, size_t& count) {
    count = std::min(buffer.size(), m_typed.size());
    std::copy_n(m_typed.begin(), count, buffer.begin());
    m_typed.erase(0, count);
    return count > 0 ? InputState::ready : InputState::end_of_input;
}

std::optional<InputState> LinkHost::read_stream(std::span<u8> buffer, size_t& count) {
    const platform::ByteTransfer got = platform::read(m_terminal.input, buffer);
    if (got.count > 0) {
        count = got.count;
        m_stream_has_given = true;
        note_echo({reinterpret_cast<const char*>(buffer.data()), count});
        if (platform::is_terminal(m_terminal.input)) {
            // The terminal has shown what was typed there; the surface's console shows it too.
            m_link.write({reinterpret_cast<const char*>(buffer.data()), count});
        }
        return InputState::ready;
    }
    if (got.state == platform::TransferState::not_now) {
        return std::nullopt;
    }
    // A script that has been read to its end is the end. A stream that never gave anything (/dev/null, a desktop's
    // launcher) leaves the surface to type into, if there is to be one.
    if (m_stream_has_given) {
        return InputState::end_of_input;
    }
    m_link.note_stream_end();
    m_stream_is_open = false;
    return std::nullopt;
}

InputState LinkHost::read_input(std::span<u8> buffer, size_t& count) {
    count = 0;
    m_keys.release();
    while (true) {
        if (take_typed()) {
            m_link.set_state(bitmap::GuestState::running);
            return give_typed(buffer, count);
        }
        if (!m_stream_is_open && m_link.is_without_surface()) {
            return InputState::end_of_input;
        }
        const bool reads_stream = m_stream_is_open && !m_link.streams_taken();
        const int stream = reads_stream ? m_terminal.input : -1;
        auto ending = m_link.input_signal().wait_with(stream, 0);
        if (!ending.is_readable && !ending.is_woken) {
            m_link.set_state(bitmap::GuestState::waiting_for_input);
            ending = m_link.input_signal().wait_with(stream, patience_milliseconds);
        }
        if (should_stop()) {
            return InputState::interrupted;
        }
        if (ending.is_readable && !m_link.streams_taken()) {
            if (const auto state = read_stream(buffer, count)) {
                m_link.set_state(bitmap::GuestState::running);
                return *state;
            }
        }
    }
}

bool LinkHost::input_is_ready() {
    return take_typed() || (m_stream_is_open && !m_link.streams_taken() && TerminalHost::input_is_ready());
}

bool LinkHost::sleep_milliseconds(u32 duration) {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + std::chrono::milliseconds(duration);
    while (!should_stop()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - clock::now()).count();
        if (left <= 0) {
            return true;
        }
        // Slept in slices: what is typed meanwhile stays in its queue, and a stop is seen soon.
        platform::sleep(static_cast<int>(std::min<i64>(left, patience_milliseconds / 5)));
    }
    return false;
}

// ---- RecordingHost -----------------------------------------------------------------------------------------------

InputState RecordingHost::read_input(std::span<u8> buffer, size_t& count) {
    capture();
    m_milliseconds += answer_milliseconds;
    return TerminalHost::read_input(buffer, count);
}

bool RecordingHost::sleep_milliseconds(u32 duration) {
    capture();
    m_milliseconds += duration;
    return TerminalHost::sleep_milliseconds(duration);
}

void RecordingHost::count_steps(u64 steps) {
    m_steps += steps;
    m_milliseconds += m_steps / mars_steps_per_millisecond;
    m_steps %= mars_steps_per_millisecond;
}

}  // namespace mariner::app

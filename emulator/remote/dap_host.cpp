#include "emulator/remote/dap_host.hpp"

#include <algorithm>

#include "emulator/support/text.hpp"

namespace mariner::remote {

namespace {

constexpr size_t most_text = 16384;

/// How many bytes at the end of a text are the beginning of a character.
size_t unfinished_bytes(std::string_view text) {
    for (size_t length = 1; length <= std::min<size_t>(3, text.size()); ++length) {
        const auto byte = static_cast<u8>(text[text.size() - length]);
        if (byte >= 0xC0) {
            const size_t whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
            return length < whole ? length : 0;
        }
        if (byte < 0x80) {
            return 0;
        }
    }
    return 0;
}

/// With its end. A terminal hands out line by line, too.
size_t line_size(std::string_view text) {
    const size_t end = text.find('\n');
    return end == text.npos ? text.size() : end + 1;
}

}  // namespace

DapHost::DapHost(Print print, std::optional<i64> seed) : TerminalHost({.seed = seed}), m_print(std::move(print)) {}

/// Broken off, it goes on later where it was.
bool DapHost::sleep_milliseconds(u32 duration) {
    m_wakes_at = m_wakes_at.value_or(now_milliseconds() + duration);
    const i64 left = std::max<i64>(0, *m_wakes_at - now_milliseconds());
    if (!TerminalHost::sleep_milliseconds(static_cast<u32>(left))) {
        return false;
    }
    m_wakes_at.reset();
    return true;
}

void DapHost::stop_waiting() {
    m_is_waiting = false;
    m_wakes_at.reset();
}

InputState DapHost::read_input(std::span<u8> buffer, size_t& count) {
    show(false);
    count = std::min({buffer.size(), m_input.size(), line_size(m_input)});
    if (count == 0) {
        m_is_waiting = !m_input_has_ended;
        return m_input_has_ended ? InputState::end_of_input : InputState::interrupted;
    }
    std::copy_n(m_input.begin(), count, buffer.begin());
    m_print(Stream::input, std::string_view(m_input).substr(0, count));
    m_input.erase(0, count);
    if (m_clock) {
        m_consumed.add(m_clock(), count);
    }
    return InputState::ready;
}

void DapHost::add_input(std::string_view bytes) {
    m_input += bytes;
    m_is_waiting = false;
}

void DapHost::write(Stream stream, std::string_view bytes) {
    if (stream != m_stream) {
        show(true);
        m_stream = stream;
    }
    if (m_clock && stream == Stream::output) {
        m_printed.add(m_clock(), bytes.size());
    }
    while (!bytes.empty()) {
        const size_t count = std::min(bytes.size(), most_text - m_text.size());
        m_text += bytes.substr(0, count);
        bytes.remove_prefix(count);
        if (m_text.size() == most_text) {
            show(false);
        }
    }
}

void DapHost::show(bool all) {
    const size_t kept = all ? 0 : unfinished_bytes(m_text);
    const size_t shown = m_text.size() - kept;
    if (shown > 0) {
        m_print(m_stream, std::string_view(m_text).substr(0, shown));
        m_text.erase(0, shown);
    }
}

}  // namespace mariner::remote

#include "emulator/syscalls/console_input.hpp"

#include <algorithm>
#include <cstring>

namespace mariner {

namespace {

/// Units that well-formed UTF-8 decodes to: one for each sequence, two for those of four bytes.
size_t count_utf16(std::span<const u8> bytes) {
    size_t count = 0;
    for (const u8 byte : bytes) {
        count += (byte & 0xC0) != 0x80 ? 1 : 0;
        count += byte >= 0xF0 ? 1 : 0;
    }
    return count;
}

}  // namespace

InputState ConsoleInput::fill_stream() {
    m_stream.bytes.resize(buffer_size);
    m_stream.taken = 0;
    m_host->flush();
    size_t count = 0;
    const InputState state = m_host->read_input(m_stream.bytes, count);
    m_stream.bytes.resize(count);
    return state;
}

InputState ConsoleInput::read_bytes(std::span<u8> buffer, size_t& count) {
    count = 0;
    while (count < buffer.size()) {
        if (count > 0 && m_stream.left() == 0 && !m_host->input_is_ready()) {
            break;
        }
        InputState state = InputState::ready;
        const std::span<u8> rest = buffer.subspan(count);
        size_t got = 0;
        if (m_stream.left() > 0 || rest.size() < buffer_size) {
            state = m_stream.left() > 0 ? InputState::ready : fill_stream();
            got = std::min(m_stream.left(), rest.size());
            std::memcpy(rest.data(), m_stream.bytes.data() + m_stream.taken, got);
            m_stream.taken += got;
        } else {
            m_host->flush();
            state = m_host->read_input(rest, got);
        }
        count += got;
        if (state != InputState::ready) {
            return count > 0 ? InputState::ready : state;
        }
    }
    return InputState::ready;
}

InputState ConsoleInput::fill_lines() {
    m_lines.bytes.clear();
    m_lines.taken = 0;
    // As many bytes as make 8192 characters, if that many are at hand.
    size_t characters = 0;
    while (characters < buffer_size && (characters == 0 || m_stream.left() > 0 || m_host->input_is_ready())) {
        const size_t before = m_lines.bytes.size();
        m_lines.bytes.resize(before + buffer_size);
        size_t count = 0;
        const InputState state = read_bytes(std::span(m_lines.bytes).subspan(before), count);
        m_lines.bytes.resize(before + count);
        if (state != InputState::ready) {
            return before > 0 ? InputState::ready : state;
        }
        characters += count_utf16(std::span(m_lines.bytes).subspan(before));
    }
    return InputState::ready;
}

InputState ConsoleInput::read_line(std::string& line) {
    line.clear();
    bool any = false;
    while (true) {
        if (m_lines.left() == 0) {
            const InputState state = fill_lines();
            if (state == InputState::end_of_input && any) {
                return InputState::ready;
            }
            if (state != InputState::ready) {
                return state;
            }
        }
        if (m_skip_line_feed) {
            m_skip_line_feed = false;
            if (m_lines.view().front() == '\n') {
                ++m_lines.taken;
                continue;
            }
        }
        any = true;
        const std::string_view at_hand = m_lines.view();
        const size_t end = std::min(at_hand.find_first_of("\r\n"), at_hand.size());
        line.append(at_hand.substr(0, std::min(end, longest_line - std::min(longest_line, line.size()))));
        m_lines.taken += end;
        if (end < at_hand.size()) {
            m_skip_line_feed = at_hand[end] == '\r';
            ++m_lines.taken;
            return InputState::ready;
        }
    }
}

}  // namespace mariner

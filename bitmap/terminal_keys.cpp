#include "bitmap/terminal_keys.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "bitmap/console_pane.hpp"
#include "bitmap/surface.hpp"

namespace mariner::bitmap {

namespace {

struct SequenceRow {
    std::string_view bytes;
    u8 code;
};

constexpr SequenceRow sequences[] = {
    {"\x1b[A", key_up},       {"\x1b[B", key_down},      {"\x1b[C", key_right},    {"\x1b[D", key_left},
    {"\x1bOA", key_up},       {"\x1bOB", key_down},      {"\x1bOC", key_right},    {"\x1bOD", key_left},
    {"\x1b[H", key_home},     {"\x1b[F", key_end},       {"\x1bOH", key_home},     {"\x1bOF", key_end},
    {"\x1b[1~", key_home},    {"\x1b[4~", key_end},      {"\x1b[5~", key_page_up}, {"\x1b[6~", key_page_down},
    {"\x1b[2~", key_insert},  {"\x1b[3~", 127},          {"\x1bOP", key_f1},       {"\x1bOQ", key_f1 + 1},
    {"\x1b[12~", key_f1 + 1}, {"\x1b[23~", key_f1 + 10},
};

/// ESC [ < button ; column ; line M or m
bool parse_mouse(std::string_view sequence, TerminalKey& key) {
    std::array<u32, 3> numbers{};
    const char* at = sequence.data() + 3;
    const char* const end = sequence.data() + sequence.size() - 1;
    for (u32& number : numbers) {
        const auto [after, error] = std::from_chars(at, end, number);
        if (error != std::errc{}) {
            return false;
        }
        at = after == end ? after : after + 1;
    }
    key.kind = TerminalKeyKind::mouse;
    key.moved = (numbers[0] & 32) != 0;
    key.button = static_cast<u8>(numbers[0] & 0xc3);
    key.pressed = sequence.back() == 'M';
    key.column = std::max(numbers[1], 1u) - 1;
    key.line = std::max(numbers[2], 1u) - 1;
    return true;
}

bool is_complete_sequence(std::string_view bytes) {
    const bool has_more = bytes.size() > 1 && (bytes[1] == 'O' || bytes[1] == '[');
    if (bytes.size() < (has_more ? 3 : 2)) {
        return false;
    }
    return bytes[1] != '[' || (bytes.back() >= 0x40 && bytes.back() <= 0x7e);
}

size_t utf8_length(u8 lead) {
    return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
}

}  // namespace

void TerminalKeys::sequence(std::vector<TerminalKey>& keys) {
    TerminalKey key;
    const auto* row = std::ranges::find(sequences, std::string_view(m_pending), &SequenceRow::bytes);
    if (row != std::end(sequences)) {
        const bool is_delete = row->code == 127;
        keys.push_back({is_delete ? TerminalKeyKind::character : TerminalKeyKind::special, is_delete ? U'\x7f' : U'\0',
                        row->code});
    } else if (m_pending.starts_with("\x1b[<") && parse_mouse(m_pending, key)) {
        keys.push_back(key);
    } else if (m_pending.size() == 2) {
        // Alt and a letter: the letter, as the Escape before it was meant for the terminal.
        keys.push_back({TerminalKeyKind::character, static_cast<u8>(m_pending[1])});
    }
    m_pending.clear();
}

std::vector<TerminalKey> TerminalKeys::feed(std::string_view bytes) {
    constexpr size_t longest_sequence = 32;
    std::vector<TerminalKey> keys;
    for (char byte : bytes) {
        m_pending += byte;
        const auto lead = static_cast<u8>(m_pending.front());
        if (lead == 0x1b) {
            if (is_complete_sequence(m_pending)) {
                sequence(keys);
            } else if (m_pending.size() > longest_sequence) {
                m_pending.clear();
            }
        } else if (m_pending.size() >= utf8_length(lead)) {
            keys.push_back({TerminalKeyKind::character, utf32_of(m_pending).front()});
            m_pending.clear();
        }
    }
    return keys;
}

std::vector<TerminalKey> TerminalKeys::settle() {
    std::vector<TerminalKey> keys;
    if (m_pending == "\x1b") {
        keys.push_back({TerminalKeyKind::character, U'\x1b'});
        m_pending.clear();
    }
    return keys;
}

}  // namespace mariner::bitmap

#include "bitmap/console_pane.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "emulator/support/text.hpp"

namespace mariner::bitmap {

namespace {

constexpr size_t most_lines = 5000;
constexpr size_t longest_line = 4096;
constexpr size_t longest_input = 1000;
constexpr size_t most_history = 200;
constexpr char32_t replacement = 0xfffd;
constexpr char32_t last_code_point = 0x10ffff;

/// Takes what fits into a screen line from the front of a text. A break is made at a blank, which is then left out; one
/// that would leave half of the screen line empty is none.
std::u32string_view take_screen_line(std::u32string_view& text, size_t columns) {
    const size_t blank = text.size() > columns ? text.rfind(U' ', columns) : text.npos;
    const bool at_blank = blank != text.npos && blank > columns / 2;
    const std::u32string_view taken = text.substr(0, at_blank ? blank : columns);
    text.remove_prefix(taken.size() + (at_blank ? 1 : 0));
    return taken;
}

std::vector<std::u32string_view> screen_lines(const std::u32string& line, size_t columns) {
    std::u32string_view text = line;
    std::vector<std::u32string_view> lines;
    do {
        lines.push_back(take_screen_line(text, columns));
    } while (!text.empty());
    return lines;
}

}  // namespace

void ConsolePane::append(std::string_view bytes) {
    for (char byte : bytes) {
        if (m_escape.empty()) {
            decode(static_cast<u8>(byte));
        } else {
            escape(static_cast<u8>(byte));
        }
    }
    ++m_version;
}

void ConsolePane::decode(u8 byte) {
    if (m_bytes_missing > 0) {
        if ((byte & 0xc0) == 0x80) {
            m_code_point = m_code_point << 6 | (byte & 0x3fu);
            if (--m_bytes_missing == 0) {
                put(m_code_point <= last_code_point ? char32_t{m_code_point} : replacement);
            }
            return;
        }
        m_bytes_missing = 0;
        put(replacement);
    }
    if (byte < 0x80) {
        put(byte);
    } else if (byte < 0xc0 || byte >= 0xf8) {
        put(replacement);
    } else {
        m_bytes_missing = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
        m_code_point = byte & (0x3fu >> m_bytes_missing);
    }
}

/// ESC [ parameters letter; anything else after ESC is one character.
void ConsolePane::escape(u8 byte) {
    m_escape += static_cast<char>(byte);
    const bool is_open = m_escape.size() == 2 ? byte == '[' : byte < 0x40 && m_escape.size() < 32;
    if (is_open) {
        return;
    }
    if (m_escape == "\x1b[2J" || m_escape == "\x1b[3J" ||
        m_escape ==
            "\x1b"
            "c") {
        clear();
    }
    m_escape.clear();
}

void ConsolePane::clear() {
    m_lines.assign(1, U"");
    m_column = 0;
    m_scrolled = 0;
}

void ConsolePane::new_line() {
    m_lines.emplace_back();
    m_column = 0;
    if (m_lines.size() > most_lines) {
        m_lines.pop_front();
    }
    if (m_scrolled > 0) {
        ++m_scrolled;  // the text that is being read stays where it is
    }
}

void ConsolePane::put(char32_t character) {
    switch (character) {
        case '\n':
            new_line();
            return;
        case '\r':
            m_column = 0;
            return;
        case '\b':
            m_column -= m_column > 0 ? 1 : 0;
            return;
        case '\t':
            do {
                put(U' ');
            } while (m_column % 8 != 0);
            return;
        case '\f':
            clear();
            return;
        case 0x1b:
            m_escape = "\x1b";
            return;
        default:
            break;
    }
    if (character < 0x20 || character == 0x7f) {
        return;
    }
    if (m_column >= longest_line) {
        new_line();
    }
    std::u32string& line = m_lines.back();
    if (m_column < line.size()) {
        line[m_column] = character;
    } else {
        line += character;
    }
    ++m_column;
}

bool ConsolePane::type(char32_t character) {
    const bool is_answer = m_input.empty() && m_answer_keys.find(character) != std::u32string::npos;
    if (character >= 0x20 && character != 0x7f && m_input.size() < longest_input) {
        m_input.insert(m_cursor++, 1, character);
        m_scrolled = 0;
        ++m_version;
    }
    return is_answer;
}

void ConsolePane::edit(EditKey key) {
    ++m_version;
    const auto recall = [&](size_t at) {
        if (m_history_at == m_history.size()) {
            m_unfinished = m_input;
        }
        m_history_at = at;
        m_input = at == m_history.size() ? m_unfinished : m_history[at];
        m_cursor = m_input.size();
    };
    switch (key) {
        case EditKey::backspace:
            if (m_cursor > 0) {
                m_input.erase(--m_cursor, 1);
            }
            break;
        case EditKey::remove:
            if (m_cursor < m_input.size()) {
                m_input.erase(m_cursor, 1);
            }
            break;
        case EditKey::left:
            m_cursor -= m_cursor > 0 ? 1 : 0;
            break;
        case EditKey::right:
            m_cursor += m_cursor < m_input.size() ? 1 : 0;
            break;
        case EditKey::home:
            m_cursor = 0;
            break;
        case EditKey::end:
            m_cursor = m_input.size();
            break;
        case EditKey::older:
            if (m_history_at > 0) {
                recall(m_history_at - 1);
            }
            break;
        case EditKey::newer:
            if (m_history_at < m_history.size()) {
                recall(m_history_at + 1);
            }
            break;
        case EditKey::clear:
            m_input.clear();
            m_cursor = 0;
            break;
    }
}

std::string ConsolePane::submit() {
    std::string line;
    for (char32_t character : m_input) {
        append_utf8(line, character);
    }
    if (!m_input.empty() && (m_history.empty() || m_history.back() != m_input)) {
        m_history.push_back(m_input);
        if (m_history.size() > most_history) {
            m_history.erase(m_history.begin());
        }
    }
    m_history_at = m_history.size();
    for (char32_t character : m_input) {
        put(character);
    }
    new_line();
    m_input.clear();
    m_cursor = 0;
    m_scrolled = 0;
    ++m_version;
    return line;
}

void ConsolePane::scroll(i32 lines) {
    m_scrolled = std::max(0, m_scrolled + lines);
    ++m_version;
}

ConsolePane::View ConsolePane::view(u32 columns, u32 lines) const {
    View view;
    const size_t width = std::max<size_t>(columns, 1);
    const size_t wanted = lines + static_cast<size_t>(m_scrolled);
    std::vector<std::u32string_view> newest_first;
    for (auto line = m_lines.rbegin(); line != m_lines.rend() && newest_first.size() < wanted; ++line) {
        const std::vector<std::u32string_view> parts = screen_lines(*line, width);
        newest_first.insert(newest_first.end(), parts.rbegin(), parts.rend());
    }
    const size_t above = newest_first.size() > lines ? newest_first.size() - lines : 0;
    m_scrolled = std::min(m_scrolled, static_cast<i32>(above));
    view.is_scrolled = m_scrolled > 0;
    newest_first.erase(newest_first.begin(), newest_first.begin() + m_scrolled);
    newest_first.resize(std::min<size_t>(newest_first.size(), lines));
    view.lines.assign(newest_first.rbegin(), newest_first.rend());
    const size_t room = width > 3 ? width - 3 : 1;  // the prompt's two columns and the cursor behind the last letter
    const size_t first = m_cursor > room ? m_cursor - room : 0;
    view.input = m_input.substr(first, room);
    view.cursor = static_cast<u32>(m_cursor - first);
    return view;
}

}  // namespace mariner::bitmap

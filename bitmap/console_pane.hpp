#pragma once
// The guest's console beside its picture: text with scroll-back and a line to type in, with history. A model without
// pixels or terminals; window and terminal draw its visible lines.

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/text.hpp"
#include "emulator/support/types.hpp"

namespace mariner::bitmap {

/// What an editing key does to the line that is typed.
enum class EditKey : u8 { backspace, remove, left, right, home, end, older, newer, clear };

class ConsolePane {
public:
    /// The guest's output: UTF-8, which may be cut anywhere; BS, TAB, CR and the escape sequence that clears a screen
    /// are obeyed, other escape sequences are left out.
    void append(std::string_view bytes);

    /// One of these, typed into an empty line, is an answer by itself. The Enter that many press behind it is none.
    void set_answer_keys(std::string_view utf8) { m_answer_keys = utf32_of(utf8); }
    /// True if the line is complete and should be submitted.
    [[nodiscard]] bool type(char32_t character);
    void edit(EditKey key);
    /// Whether Enter ends a line now.
    [[nodiscard]] bool takes_enter() const { return is_typing() || m_answer_keys.empty(); }
    /// The typed line, which moves up into the text and into the history.
    std::string submit();

    /// Up (positive) or down, by lines; stays within the text.
    void scroll(i32 lines);

    struct View {
        std::vector<std::u32string> lines;  // at most as many as asked for, each at most as long
        std::u32string input;               // the part of the typed line that fits
        u32 cursor = 0;                     // column in `input`
        bool is_scrolled = false;           // newer text lies below
    };
    /// What fits into so many columns and lines of text; the input line comes extra.
    [[nodiscard]] View view(u32 columns, u32 lines) const;

    /// Changes whenever anything visible does.
    [[nodiscard]] u64 version() const { return m_version; }
    [[nodiscard]] bool is_typing() const { return !m_input.empty(); }

private:
    void put(char32_t character);
    void decode(u8 byte);
    void escape(u8 byte);
    void new_line();
    void clear();

    std::deque<std::u32string> m_lines{U""};
    size_t m_column = 0;
    u32 m_code_point = 0;
    u32 m_bytes_missing = 0;
    std::string m_escape;  // the unfinished escape sequence
    std::u32string m_answer_keys;
    std::u32string m_input;
    size_t m_cursor = 0;
    std::vector<std::u32string> m_history;
    size_t m_history_at = 0;
    std::u32string m_unfinished;  // what was typed before looking into the history
    mutable i32 m_scrolled = 0;
    u64 m_version = 0;
};

}  // namespace mariner::bitmap

#pragma once
// A line being typed on a terminal: keys in, the line and the bytes that redraw it out. History, completion, and the
// keys that shells have. Owns no terminal; `mariner debug` puts one into raw mode and moves the bytes.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::debugger {

class LineEditor {
public:
    enum class State : u8 {
        editing,
        done,       // Enter
        cancelled,  // Ctrl-C
        end,        // Ctrl-D on an empty line
    };

    /// Whole words that the last word of a line (up to the cursor) may become.
    using Completer = std::function<std::vector<std::string>(std::string_view line)>;

    explicit LineEditor(Completer completer = {}) : m_completer(std::move(completer)) {}

    /// An empty line behind a prompt, on a terminal of so many columns.
    void begin(std::string prompt, u32 columns);
    State feed(char byte);
    /// What is to be sent since the last call.
    std::string take_output() { return std::exchange(m_output, {}); }
    [[nodiscard]] const std::string& line() const { return m_line; }

    /// Remembers a line, unless it is empty or the last one again.
    void remember(const std::string& line);

private:
    /// Ctrl-R: the line shown is the latest in the history that holds the pattern.
    struct Search {
        std::string pattern;
        bool has_failed = false;
        std::string line_before;
        size_t cursor_before = 0;
        size_t recalled_before = 0;
    };

    bool search_key(char byte);
    void begin_search();
    void search_from(size_t end);
    void abandon_search();
    void key(char byte);
    void control(char byte);
    void escape(char byte);
    void insert(std::string_view bytes);
    void erase(size_t begin, size_t end);
    void recall(size_t index);
    void complete();
    void redraw();
    [[nodiscard]] size_t before(size_t at) const;
    [[nodiscard]] size_t behind(size_t at) const;
    [[nodiscard]] size_t word_before(size_t at) const;
    [[nodiscard]] size_t word_behind(size_t at) const;

    Completer m_completer;
    std::string m_prompt;
    u32 m_columns = 80;
    std::string m_line;
    size_t m_cursor = 0;    // byte index
    std::string m_pending;  // of an escape sequence
    std::string m_killed;
    std::vector<std::string> m_history;
    size_t m_recalled = 0;   // index; m_history.size(): the new line
    std::string m_new_line;  // while an old one is shown
    std::optional<Search> m_search;
    bool m_has_just_completed = false;
    State m_state = State::editing;
    std::string m_output;
};

}  // namespace mariner::debugger

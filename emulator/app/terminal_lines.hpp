#pragma once
// Lines typed on a terminal, by libedit: its keys, history, Ctrl-R, wide characters. Where libedit is missing, lines
// are read as the terminal itself edits them. Nobody else knows libedit.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/platform/terminal.hpp"
#include "emulator/support/types.hpp"

namespace mariner::app {

class TerminalLines {
public:
    /// Whole words that the last word of a line (up to the cursor) may become.
    using Completer = std::function<std::vector<std::string>(std::string_view line)>;

    /// On standard input and output, which must be terminals.
    TerminalLines(platform::TerminalLease& lease, std::string prompt, Completer completer = {});
    ~TerminalLines();
    TerminalLines(const TerminalLines&) = delete;
    TerminalLines& operator=(const TerminalLines&) = delete;

    enum class LineOutcome : u8 {
        done,
        cancelled,  // Ctrl-C
        end,        // Ctrl-D on an empty line, or the terminal has gone
    };
    LineOutcome read();
    /// What was typed, without its line feed.
    [[nodiscard]] const std::string& line() const { return m_line; }
    /// The arrow keys and Ctrl-R bring it back. An empty line, or the last one again, isn't kept.
    void remember(const std::string& line);

private:
    struct Editor;

    std::unique_ptr<Editor> m_editor;
    std::string m_line;
};

}  // namespace mariner::app

#pragma once
// Lines typed on a terminal, with the line editor's keys; the terminal is in raw mode only while somebody types.

#include <string>

#include "emulator/debugger/line_editor.hpp"

namespace mariner::app {

/// Both descriptors must be terminals.
class TerminalLines {
public:
    TerminalLines(int input, int output) : m_input(input), m_output(output) {}

    /// What became of it; the line is the editor's. `end` also if the terminal has gone.
    debugger::LineEditor::State read(debugger::LineEditor& editor, const std::string& prompt) const;
    /// Columns and lines of the terminal; 80 and 24 if it doesn't say.
    struct Size {
        u32 columns = 80;
        u32 lines = 24;
    };
    [[nodiscard]] Size size() const;

private:
    int m_input;
    int m_output;
};

}  // namespace mariner::app

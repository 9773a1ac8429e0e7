#include "emulator/app/terminal_lines.hpp"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>

namespace mariner::app {

namespace {

/// Keys one by one, no echo, no signals; output as usual.
class RawMode {
public:
    explicit RawMode(int terminal) : m_terminal(terminal) {
        m_is_on = ::tcgetattr(terminal, &m_before) == 0;
        termios raw = m_before;
        raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
        raw.c_iflag &= ~static_cast<tcflag_t>(IXON | ICRNL | INLCR);
        raw.c_cc[VMIN] = 1;
        raw.c_cc[VTIME] = 0;
        m_is_on = m_is_on && ::tcsetattr(terminal, TCSADRAIN, &raw) == 0;
    }
    ~RawMode() {
        if (m_is_on) {
            ::tcsetattr(m_terminal, TCSADRAIN, &m_before);
        }
    }
    RawMode(const RawMode&) = delete;
    RawMode& operator=(const RawMode&) = delete;

private:
    int m_terminal;
    termios m_before{};
    bool m_is_on = false;
};

void write_all(int output, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(output, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            return;
        }
        bytes.remove_prefix(count > 0 ? static_cast<size_t>(count) : 0);
    }
}

}  // namespace

debugger::LineEditor::State TerminalLines::read(debugger::LineEditor& editor, const std::string& prompt) const {
    using State = debugger::LineEditor::State;
    const RawMode raw(m_input);
    editor.begin(prompt, size().columns);
    State state = State::editing;
    while (state == State::editing) {
        write_all(m_output, editor.take_output());
        char byte = 0;
        const ssize_t count = ::read(m_input, &byte, 1);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return State::end;
        }
        state = count > 0 ? editor.feed(byte) : state;
    }
    write_all(m_output, editor.take_output());
    return state;
}

TerminalLines::Size TerminalLines::size() const {
    winsize window{};
    if (::ioctl(m_output, TIOCGWINSZ, &window) != 0 || window.ws_col == 0 || window.ws_row == 0) {
        return {};
    }
    return {window.ws_col, window.ws_row};
}

}  // namespace mariner::app

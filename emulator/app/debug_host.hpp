#pragma once
// The world of a debugged program: its output goes to the terminal, its input comes from a file, from what the
// debugger's commands put aside for it, or from a prompt of its own. What is typed as a command never reaches it.

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "emulator/runtime/terminal_host.hpp"

namespace mariner::app {

class DebugHost final : public TerminalHost {
public:
    enum class InputSource : u8 { file, prompt, commands };
    struct AskedLine {
        InputState state = InputState::ready;
        std::string line;
    };
    /// `ask`: asks a person for a line; for InputSource::prompt.
    DebugHost(const TerminalOptions& options, InputSource source, std::function<AskedLine()> ask)
        : TerminalHost(options), m_source(source), m_ask(std::move(ask)) {}

    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool input_is_ready() override;

    void add_input(std::string_view bytes) { m_typed += bytes; }
    /// True, once, if the program wanted to read and nothing was there for it.
    bool take_starved() { return std::exchange(m_is_starved, false); }

private:
    InputSource m_source;
    std::function<AskedLine()> m_ask;
    std::string m_typed;
    bool m_is_starved = false;
};

}  // namespace mariner::app

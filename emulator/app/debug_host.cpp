#include "emulator/app/debug_host.hpp"

#include <algorithm>

namespace mariner::app {

InputState DebugHost::read_input(std::span<u8> buffer, size_t& count) {
    count = 0;
    if (m_typed.empty() && m_source == InputSource::file) {
        return TerminalHost::read_input(buffer, count);
    }
    if (m_typed.empty() && m_source == InputSource::prompt) {
        AskedLine answer = m_ask();
        if (answer.state != InputState::ready) {
            return answer.state;
        }
        m_typed = std::move(answer.line) + "\n";
    }
    if (m_typed.empty()) {
        m_is_starved = true;
        return InputState::interrupted;
    }
    count = std::min(buffer.size(), m_typed.size());
    std::copy_n(m_typed.begin(), count, buffer.begin());
    m_typed.erase(0, count);
    return InputState::ready;
}

bool DebugHost::input_is_ready() {
    return !m_typed.empty() || (m_source == InputSource::file && TerminalHost::input_is_ready());
}

}  // namespace mariner::app

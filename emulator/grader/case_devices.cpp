#include "emulator/grader/case_devices.hpp"

namespace mariner::grader {

void CaseDevices::begin(games::LineHost& console, const std::string* keys, u64 most_output) {
    m_console = &console;
    m_has_keys = keys != nullptr;
    m_keys = m_has_keys ? std::string_view(*keys) : std::string_view();
    m_most_output = most_output;
    m_trouble = Trouble::none;
    m_stop = false;
}

std::optional<u8> CaseDevices::take_character() {
    if (m_console == nullptr || !m_has_keys) {
        return m_console == nullptr ? std::nullopt : m_console->take_key();
    }
    if (m_keys.empty()) {
        return std::nullopt;
    }
    const auto key = static_cast<u8>(m_keys.front());
    m_keys.remove_prefix(1);
    return key;
}

void CaseDevices::wait_for_character(u32 milliseconds) {
    pass(milliseconds);
    if (m_keys.empty() && (m_has_keys || m_console == nullptr || m_console->input_left() == 0)) {
        give_up(Trouble::no_more_keys);
    }
}

void CaseDevices::write_character(u8 character) {
    constexpr u8 bell = 7;  // moves the cursor in MARS's tool
    if (m_console == nullptr || character == bell) {
        return;
    }
    if (m_console->output().size() >= m_most_output) {
        give_up(Trouble::too_much_output);
        return;
    }
    const char byte = static_cast<char>(character);
    m_console->write_output({&byte, 1});
}

void CaseDevices::pass(u32 milliseconds) {
    if (m_console != nullptr) {
        m_console->sleep_milliseconds(milliseconds);
    }
}

void CaseDevices::give_up(Trouble trouble) {
    m_trouble = trouble;
    m_stop = true;
}

}  // namespace mariner::grader

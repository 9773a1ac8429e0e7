#include "emulator/syscalls/script_host.hpp"

#include <algorithm>
#include <cstring>

namespace mariner {

InputState ScriptHost::read_input(std::span<u8> buffer, size_t& count) {
    count = std::min(buffer.size(), m_input.size() - m_read);
    if (count == 0) {
        return InputState::end_of_input;
    }
    std::memcpy(buffer.data(), m_input.data() + m_read, count);
    m_read += count;
    return InputState::ready;
}

bool ScriptHost::sleep_milliseconds(u32 duration) {
    m_now += duration;
    return !should_stop();
}

bool ScriptHost::play_note(const Note& note, bool wait) {
    constexpr size_t most_remembered = 65536;
    if (m_notes.size() < most_remembered) {
        m_notes.push_back(note);
    }
    return !wait || sleep_milliseconds(note.milliseconds);
}

std::optional<Host::DialogReply> ScriptHost::show_dialog(DialogKind, std::string_view message, MessageType) {
    m_dialogs.emplace_back(message);
    if (m_replies.empty()) {
        return std::nullopt;
    }
    DialogReply reply = std::move(m_replies.front());
    m_replies.pop_front();
    return reply;
}

}  // namespace mariner

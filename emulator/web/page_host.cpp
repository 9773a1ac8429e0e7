#include "emulator/web/page_host.hpp"

#include <algorithm>

namespace mariner::web {

InputState PageHost::read_input(std::span<u8> buffer, size_t& count) {
    count = std::min(buffer.size(), m_input.size());
    if (count == 0) {
        m_wait = m_input_has_ended ? Wait::none : Wait::input;
        return m_input_has_ended ? InputState::end_of_input : InputState::interrupted;
    }
    std::copy_n(m_input.begin(), count, buffer.begin());
    m_input.erase(0, count);
    return InputState::ready;
}

/// Broken off the first time; when the guest asks again, the time has passed or hasn't yet.
bool PageHost::sleep_milliseconds(u32 duration) {
    if (m_wakes_at == 0) {
        m_wakes_at = now_milliseconds() + duration;
    }
    if (time_left() > 0) {
        m_wait = Wait::time;
        return false;
    }
    m_wakes_at = 0;
    return true;
}

u32 PageHost::time_left() {
    return m_wakes_at == 0 ? 0 : static_cast<u32>(std::max<i64>(0, m_wakes_at - now_milliseconds()));
}

/// Nothing is heard; a melody keeps its time.
bool PageHost::play_note(const Note& note, bool wait) {
    return !wait || sleep_milliseconds(note.milliseconds);
}

void PageHost::add_input(std::string_view bytes) {
    m_input += bytes;
}

void PageHost::end_input() {
    m_input_has_ended = true;
}

}  // namespace mariner::web

#include "emulator/app/note_player.hpp"

#include "emulator/platform/desktop.hpp"

namespace mariner::app {

bool NotePlayer::play(TerminalHost& host, const Host::Note& note, bool wait) {
    if (!m_is_tried) {
        m_is_tried = true;
#if MARINER_WINDOW
        if (platform::may_have_sound()) {
            auto sound = bitmap::Sound::open();
            m_sound = sound ? std::move(*sound) : nullptr;
        }
#endif
    }
    if (!m_sound) {
        return host.TerminalHost::play_note(note, wait);
    }
    m_sound->play({note.pitch, note.milliseconds, note.instrument, note.volume});
    return !wait || host.sleep_milliseconds(note.milliseconds);
}

}  // namespace mariner::app

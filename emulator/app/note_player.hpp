#pragma once
// Sound for syscalls 31 and 33: nothing is loaded or opened before a program's first note.

#include <memory>

#include "bitmap/sound_sdl.hpp"
#include "emulator/runtime/terminal_host.hpp"

namespace mariner::app {

class NotePlayer {
public:
    /// For a host's play_note(): silence, where there is no sound, is the host's own.
    bool play(TerminalHost& host, const Host::Note& note, bool wait);

private:
    bool m_is_tried = false;
    std::unique_ptr<bitmap::Sound> m_sound;
};

}  // namespace mariner::app

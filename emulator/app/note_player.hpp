#pragma once
// Sound for syscalls 31 and 33: nothing is loaded or opened before a program's first note.

#include <memory>

#include "emulator/syscalls/host.hpp"

namespace mariner::bitmap {
class Sound;
}

namespace mariner::app {

class NotePlayer {
public:
    NotePlayer();
    ~NotePlayer();
    NotePlayer(const NotePlayer&) = delete;
    NotePlayer& operator=(const NotePlayer&) = delete;

    /// False if there is no sound here.
    bool play(const Host::Note& note);

private:
    bool m_is_tried = false;
    std::unique_ptr<bitmap::Sound> m_sound;
};

}  // namespace mariner::app

#pragma once
// Notes through the machine's loudspeaker, by SDL2. For syscalls 31 and 33.

#include <memory>

#include "bitmap/synthesizer.hpp"
#include "emulator/support/result.hpp"

namespace mariner::bitmap {

class Sound {
public:
    /// An error says why there is no sound: no SDL2, no device.
    static Result<std::unique_ptr<Sound>> open();
    virtual ~Sound() = default;
    Sound(const Sound&) = delete;
    Sound& operator=(const Sound&) = delete;

    /// Begins at once and doesn't wait.
    virtual void play(const NoteOn& note) = 0;

protected:
    Sound() = default;
};

}  // namespace mariner::bitmap

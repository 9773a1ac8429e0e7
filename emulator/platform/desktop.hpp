#pragma once
// Whether there is a screen, and sound: asked before SDL2 is loaded, which takes longer than many programs run.

#include "emulator/support/result.hpp"

namespace mariner::platform {

/// An error says why no window can be opened here. Success promises nothing.
Result<void> look_for_screen();
/// Where nothing plays sounds, finding out by trying takes long and complains on standard error.
bool may_have_sound();

}  // namespace mariner::platform

#pragma once
// Ctrl-C: asks the running guest to stop, whichever command runs it. A second one ends the emulator itself.

#include <atomic>

namespace mariner::app {

/// What a run looks at (RunOptions::stop); set by Ctrl-C once catch_interrupts() was called, and by closing a window.
std::atomic<bool>& stop_flag();
void catch_interrupts();

}  // namespace mariner::app

#pragma once
// Ctrl-C, and a reader that has gone away.

namespace mariner::platform {

/// Ctrl-C calls `act` from now on, in the middle of whatever runs: it may store into atomics, and nothing else.
void on_interrupt(void (*act)());
/// The same once; a second Ctrl-C ends the process.
void on_first_interrupt(void (*act)());
void ignore_interrupts();
/// Writing where nobody reads any more fails then, and doesn't end the process.
void ignore_broken_pipes();

}  // namespace mariner::platform

#pragma once
// What a process needs before anything else.

namespace mariner::platform {

/// Call it first in main(). From then on the three standard streams are open and carry bytes, whatever was closed at
/// the start; arguments, names and texts are UTF-8; relative paths count from where the user is. False if that can't
/// be had.
bool prepare_process();

}  // namespace mariner::platform

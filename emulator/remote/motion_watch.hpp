#pragma once
// A session's motion that what arrives interrupts. Called by the commands that serve.

#include <functional>

#include "emulator/debugger/session.hpp"

namespace mariner::remote {

/// Does a motion of the session; bytes that arrive (or the end of them) interrupt it, again and again, since a motion
/// may consist of several that each forget it. The bytes stay to be read.
void move_watched(int descriptor, debugger::Session& session, const std::function<void()>& motion);

}  // namespace mariner::remote

#pragma once
// A picture as a page wants it: words 0x00rrggbb of the guest as the bytes of ImageData.

#include <string>

#include "emulator/debugger/session.hpp"

namespace mariner::web {

/// Black where there is no memory.
std::string pixels_of(const debugger::Session& session, u32 address, u32 units);

}  // namespace mariner::web

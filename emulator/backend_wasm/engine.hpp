#pragma once
// The compiling engine of WebAssembly builds as others see it: modules made while a program runs, of what turns out to
// be worth it. Whether it is there is for the surroundings to say (package/compiled-code.js).

#include <memory>

#include "emulator/execute/core.hpp"

namespace mariner::backend_wasm {

bool is_available();

/// Null where it isn't available. The caller sorts out delayed branching and self-modifying code.
std::unique_ptr<Core> make_core(Machine& machine);

}  // namespace mariner::backend_wasm

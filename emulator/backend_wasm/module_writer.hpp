#pragma once
// A WebAssembly module of one function, run(i32, i32) -> i32, over the memory of the module that asks for it.

#include "emulator/backend_wasm/code_writer.hpp"

namespace mariner::backend_wasm {

/// It imports `memory` from "mariner" and exports `run`.
Bytes write_module(const CodeWriter& run);

}  // namespace mariner::backend_wasm

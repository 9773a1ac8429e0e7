#pragma once
// Runs one program on an engine and on the reference, stop by stop, and says in words where they part.

#include <functional>
#include <string>

#include "emulator/execute/core.hpp"
#include "tests/unit/execute/random_program.hpp"
#include "tests/unit/execute/reference.hpp"

namespace mariner::test {

struct LockstepOptions {
    EngineKind engine = EngineKind::fast;
    bool delayed = false;
    u64 total_steps = 3000;
    u64 slice_seed = 0;  // where run() is interrupted by its step limit
    std::function<std::unique_ptr<Core>(EngineKind, Machine&, CoreOptions)> make = make_core;
    /// Whether the engine may leave to the checked core what is special only. Fuzzers find other reasons, too.
    bool counts_checked_steps = true;
};

/// Empty if nothing differs.
std::string run_lockstep(const RandomProgram& program, const LockstepOptions& options);

/// What differs between the two states, memory included; empty if nothing does.
std::string describe_difference(const Machine& machine, const Core& core, const Reference& reference);

std::string name_of(EngineKind engine);

/// The program as a list of forms and slots, for a failure's message.
std::string listing(const RandomProgram& program);

}  // namespace mariner::test

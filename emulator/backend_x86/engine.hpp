#pragma once
// The compiling engine as others see it: whether this build and this machine have it, and how to get one.

#include <memory>

#include "emulator/execute/core.hpp"
#include "emulator/translate/translation.hpp"

namespace mariner::backend_x86 {

/// x86-64 with the instructions of 2013 (BMI2, LZCNT, SSE4.1), built with asmjit.
bool is_available();

/// When compiling begins. Tests begin at once.
struct Warmth {
    u64 first_steps = 60'000;                 // of the fast core before anything is compiled
    u64 steps_per_instruction = 1000;         // that must have been made for each instruction compiled before
    u64 steps_to_end_of_noting = 20'000'000;  // before the memory stops noting first stores and all is compiled anew
};

/// Null where it isn't available. The caller sorts out delayed branching and self-modifying code.
std::unique_ptr<Core> make_core(Machine& machine, Warmth warmth = {});

/// What becomes of a machine's text, as it is once first stores are noted no longer. Without code where this build can
/// make none.
translate::Translation translation_of(Machine& machine);

}  // namespace mariner::backend_x86

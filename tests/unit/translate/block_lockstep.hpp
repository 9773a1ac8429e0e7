#pragma once
// Runs a program twice: on the checked core, and block by block, lowered, by the evaluator. What a block leaves to
// others is a step of the second machine's own checked core.

#include <functional>
#include <string>

#include "emulator/translate/lower.hpp"
#include "tests/unit/execute/random_program.hpp"

namespace mariner::test {

struct BlockLockstep {
    /// What is done with each block before it is evaluated.
    std::function<void(translate::LoweredBlock&)> improve = [](translate::LoweredBlock&) {};
    u32 most_blocks = 200;

    // What was seen.
    u64 steps_in_blocks = 0;
    u64 steps_left = 0;  // to the checked core
    u64 traps = 0;

    /// Empty if nothing differs, else a text with the block.
    std::string run(const RandomProgram& program, Random& random);
};

}  // namespace mariner::test

#pragma once
// What a body answers its engine.

#include "emulator/support/types.hpp"

namespace mariner {

enum class Flow : u8 {
    next,      // go on behind this instruction
    branch,    // to the target that the instruction names; delayed if branching is
    jump,      // to the context's jump_address; delayed if branching is
    jump_now,  // the same, never delayed (eret)
    syscall,   // the runner serves it
    leave,     // nothing has happened: an exception, or a case that the context doesn't handle itself
};

}  // namespace mariner

#pragma once
// Why an engine came back.

#include "emulator/machine/exception.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

enum class StopReason : u8 {
    end_of_text,  // the next fetch finds no instruction inside text: the program dropped off its end
    syscall,      // pc is already behind the syscall instruction; the runner serves it and resumes
    exception,    // Stop::exception; nothing of the instruction has happened, pc still points at it
    invalid_pc,   // fetch from a misaligned or non-text address
    step_limit,   // the steps given to run() are used up, exactly
    requested,    // somebody asked for a stop (window closed, Ctrl-C)
    device,       // a device was written to: the runner looks at its timing again
    hook,         // the checked core's observer wants to stop (breakpoint, watchpoint)
};

struct Stop {
    StopReason reason = StopReason::end_of_text;
    u32 pc = 0;  // address of the instruction that stopped (syscall: of the syscall itself)
    Exception exception;
};

}  // namespace mariner

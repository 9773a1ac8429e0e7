#pragma once
// What the next instruction will do, without doing it: its own body (meaning/bodies_*.inc) run on a copy of the
// registers, with memory that can be read and keeps what it has. For the debugger's view.

#include <vector>

#include "emulator/execute/registers.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/meaning/flow.hpp"

namespace mariner::debugger {

struct Preview {
    struct MemoryAccess {
        u32 address = 0;
        u32 size = 0;
        u32 value = 0;
        bool is_write = false;
    };

    isa::Instruction instruction{};  // the last one, which says where it goes
    u32 address = 0;                 // of it
    CpuState cpu;                    // behind it; pc is where it goes on
    Flow flow = Flow::next;          // leave: `exception` is raised, or a device would be asked
    Exception exception;
    RegisterSet read;     // before it was written
    RegisterSet written;  // but $zero
    std::vector<MemoryAccess> accesses;
    u32 count = 0;  // instructions; 0: there is none here
};

/// From pc to the end of its statement (a pseudo-instruction is one thing); with delayed branching one instruction.
Preview preview(const Machine& machine, bool delayed_branching);

}  // namespace mariner::debugger

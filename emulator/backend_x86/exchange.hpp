#pragma once
// What compiled code and the core that runs it tell each other, and where the code that all compiled code shares lies.

#include "emulator/machine/cpu_state.hpp"
#include "emulator/support/types.hpp"

namespace mariner::backend_x86 {

class CompilingCore;

enum class LeaveReason : u32 {
    budget,     // the budget may not last to the next look at it
    unlinked,   // no code for pc yet
    interpret,  // the instruction at pc is one for an interpreter
    syscall,    // at pc
    stopped,    // a step of the checked core stopped
};
inline constexpr u32 leave_reason_count = 5;

struct Exchange {
    CpuState* cpu = nullptr;
    u8* host = nullptr;  // guest address 0
    void* stack = nullptr;
    CompilingCore* core = nullptr;
    i32 remaining = 0;  // of the budget; less than nothing if steps were made beyond it
    u32 pc = 0;
    LeaveReason reason = LeaveReason::budget;
};

/// Addresses of the shared code (thunks.hpp).
struct Thunks {
    u8* enter = nullptr;                 // void(Exchange*, const void* code)
    u64 leave[leave_reason_count] = {};  // eax: pc
    u64 step = 0;                        // eax: number of a StepSite
    u64 unlinked = 0;                    // ecx: index of the instruction for which there is no code
    u64 constants = 0;                   // FloatConstants
};

/// Masks of 16 bytes, since that is what SSE takes.
struct alignas(16) FloatConstants {
    u32 single_magnitude[4] = {0x7fffffff, 0xffffffff, 0xffffffff, 0xffffffff};
    u32 single_sign[4] = {0x80000000, 0, 0, 0};
    u32 wide_magnitude[4] = {0xffffffff, 0x7fffffff, 0xffffffff, 0xffffffff};
    u32 wide_sign[4] = {0, 0x80000000, 0, 0};
    u32 canonical_single[4] = {0x7fc00000, 0, 0, 0};
    u32 canonical_wide[4] = {0, 0x7ff80000, 0, 0};
};

/// An instruction that compiled code has the checked core do.
struct StepSite {
    u32 pc = 0;
    i32 debt = 0;          // steps up to and including this one that aren't taken off the budget yet
    u64 continuation = 0;  // address of the code behind it
};

}  // namespace mariner::backend_x86

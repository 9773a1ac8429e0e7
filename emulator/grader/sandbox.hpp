#pragma once
// What a worker's process locks itself into before it looks at a submission: no files, no network, no new processes,
// little memory and time. Linux only; elsewhere the resource limits hold alone. Called once, in the child, right after
// the fork; there is no way back.

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

struct SandboxLimits {
    u64 cpu_seconds = 600;
    /// That can be written to; the addresses a guest's memory is laid out in cost nothing and don't count.
    u64 memory_bytes = u64{1} << 30;
};

/// Limits and filter. A system call that is not on the list kills the process (SIGSYS).
Result<void> enter_sandbox(const SandboxLimits& limits);

/// Whether the kernel can filter system calls; if not, enter_sandbox() only limits resources.
bool has_system_call_filter();

}  // namespace mariner::grader

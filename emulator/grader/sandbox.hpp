#pragma once
// What a worker's process locks itself into before it looks at a submission: no files, no network, no new processes,
// little memory and time. Called once, in the child; there is no way back. Lower limits stay as they are.

#include <string>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

struct SandboxLimits {
    u64 cpu_seconds = 600;
    /// That can be written to; the addresses a guest's memory is laid out in cost nothing and don't count.
    u64 memory_bytes = u64{1} << 30;
    u64 guests = 3;  // whose addresses may be laid out at once: one, and two more that it is compared with
};

Result<void> limit_resources(const SandboxLimits& limits);

/// Where this is root, somebody who owns nothing; as far as the system lets it.
void become_nobody();

/// A system call that is not on the list kills the process (SIGSYS). An error where no filter can be had.
Result<void> filter_system_calls();

/// Which limits in force are lower than these: "; in force here: 500,000,000 bytes of data (ulimit -d)", or nothing.
std::string lower_limits(const SandboxLimits& limits);

}  // namespace mariner::grader

#pragma once
// What a run may use up. A plain value: filled by the app and the grader, watched by the runner and the services.

#include "emulator/support/types.hpp"

namespace mariner {

struct RunLimits {
    u64 steps = 0;              // executed instructions; 0: no limit
    u64 time_milliseconds = 0;  // of the wall clock; 0: no limit
    u64 output_bytes = ~u64{0};
    u64 heap_bytes = ~u64{0};
};

}  // namespace mariner

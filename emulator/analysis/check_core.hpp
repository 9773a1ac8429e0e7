#pragma once
// A checked core that feeds the checks and nothing else: the usual case of run_watch.hpp, and what the debug adapter
// looks at a run with.

#include <memory>

#include "emulator/analysis/checker.hpp"
#include "emulator/execute/core.hpp"

namespace mariner {

/// Machine and checker must outlive it.
std::unique_ptr<Core> make_check_core(Machine& machine, CoreOptions options, Checker& checker);

}  // namespace mariner

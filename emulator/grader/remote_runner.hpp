#pragma once
// A ProgramRunner in another process, reached through two pipes: orders one way, facts the other. The process that runs
// programs is a fresh one (no memory of the rubric's is its own) and is told of a case only what questions_of() leaves.
// What it says is data that nobody trusts.

#include <functional>
#include <memory>

#include "emulator/grader/program_runner.hpp"

namespace mariner::grader {

/// The numbers of the pipes' ends.
struct RunnerPipes {
    int orders = -1;
    int facts = -1;
};

/// `lost` is called, and must not come back, when the other side is gone or makes no sense.
std::unique_ptr<ProgramRunner> make_remote_runner(RunnerPipes pipes, std::function<void()> lost);

/// The other side: serves orders until there are no more, or they make no sense.
void serve_orders(RunnerPipes pipes);

}  // namespace mariner::grader

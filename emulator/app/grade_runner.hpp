#pragma once
// `mariner grade run-programs`: what `mariner grade` starts for each submission, so that the student's program runs in
// a process that has never seen the rubric. Nobody types it.

#include <string_view>

#include "emulator/grader/workers.hpp"

namespace mariner::app {

inline constexpr std::string_view runner_word = "run-programs";

/// Workers start this program for what students have written.
void run_in_fresh_processes(grader::WorkerOptions& workers);

int cmd_grade_runner(int argc, char** argv);

}  // namespace mariner::app

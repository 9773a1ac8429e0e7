#include "emulator/app/grade_runner.hpp"

#include <span>

#include "emulator/platform/process.hpp"

namespace mariner::app {

void run_in_fresh_processes(grader::WorkerOptions& workers) {
    workers.runner = platform::startable_path();
    workers.runner_words = {"mariner", "grade", std::string(runner_word)};
}

int cmd_grade_runner(int argc, char** argv) {
    grader::run_as_runner(std::span(argv, static_cast<size_t>(argc)).subspan(1));
}

}  // namespace mariner::app

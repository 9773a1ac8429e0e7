#pragma once
// What is wrong after a case was failed, and which line wrote it: for the student's page.

#include <string>

#include "emulator/grader/program_runner.hpp"

namespace mariner::grader {

/// Lines for a <pre>; empty if nothing is wrong that has a writer. `result`: what the case came to.
std::string writers_text(ProgramRunner& runner, const Case& wanted, const RunFacts& facts, const CaseResult& result);

}  // namespace mariner::grader

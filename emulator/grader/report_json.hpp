#pragma once
// A whole grading as JSON, for other programs. Pure; docs/grading.md tells the members.

#include <string>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

Result<std::string> results_json(ResultSource& results);

}  // namespace mariner::grader

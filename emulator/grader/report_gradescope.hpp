#pragma once
// One submission's grading as the results.json that Gradescope's autograders write. Pure.

#include <string>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

std::string gradescope_json(const GradingInfo& info, const SubmissionResult& submission);

}  // namespace mariner::grader

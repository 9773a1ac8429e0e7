#pragma once
// A link that opens a student's program in the studio, with what a case types, at the step where it ended.

#include <string>

#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/grader/submissions.hpp"

namespace mariner::grader {

/// What stands behind the '#' (tools/studio/state/link.ts reads it); empty where there is nothing to open or it would
/// be too long for a link.
std::string studio_fragment(const Rubric& rubric, const Submission& submission, const Case& wanted,
                            const CaseResult& result);

}  // namespace mariner::grader

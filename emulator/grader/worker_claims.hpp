#pragma once
// What a worker says of a submission, held to the rubric. The process that says it has listened to one that ran a
// stranger's program, and might have been taken over all the same: whatever the rubric knows by itself is taken from
// the rubric, and what can't be true is refused.

#include "emulator/grader/judge.hpp"
#include "emulator/grader/rubric.hpp"

namespace mariner::grader {

/// False if no honest worker would say so: a deduction that the rubric doesn't know, or another amount of points.
bool accept_claim(const Rubric& rubric, const AssembledSubmission& claimed);

/// The same of a case; `claimed` is left with the rubric's own name, visibility, worth and input.
bool accept_claim(const Rubric& rubric, const Case& wanted, const SubmissionResult& submission, JudgedCase& claimed);

}  // namespace mariner::grader

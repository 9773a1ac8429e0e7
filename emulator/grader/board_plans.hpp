#pragma once
// The games that a rubric's board comes to: its own moves, random ones, one for every way to complete a line. Made once
// when the rubric is read; the same rubric means the same games everywhere.

#include "emulator/grader/rubric.hpp"

namespace mariner::grader {

/// Fills in rule.plans.
void make_plans(BoardRule& rule);

}  // namespace mariner::grader

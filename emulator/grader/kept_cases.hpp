#pragma once
// A mended rubric runs only what it changes: what came of a case before, where neither the case nor the submission is
// another than it was.

#include <optional>
#include <vector>

#include "emulator/grader/journal.hpp"
#include "emulator/grader/rubric.hpp"

namespace mariner::grader {

/// By case of the new rubric; empty if nothing can be kept. Of a hidden case only points were kept, which are enough
/// while it stays hidden and nothing but points is asked of it.
std::vector<std::optional<JudgedCase>> kept_cases(const Journal* before, const Rubric& rubric,
                                                  const SubmissionResult& handed_in, bool reveal);

}  // namespace mariner::grader

#pragma once
// What became of a case as plain text and numbers, for the reports that have no markup.

#include <string>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

/// For JSON, where points are numbers with at most two digits behind the point.
double as_number(Points points);

/// Reason, place, failed checks with their differences, explanation, and the command that repeats the case. Raw.
std::string case_text(const CaseResult& result, std::string_view repeat);

}  // namespace mariner::grader

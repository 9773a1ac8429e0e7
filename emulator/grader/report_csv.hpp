#pragma once
// A grading as a table for spreadsheets and learning platforms (RFC 4180). Pure.

#include <string>
#include <string_view>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

/// A row per submission: who, points, what was taken off, then each case's points.
Result<std::string> results_csv(ResultSource& results);

/// A cell of text. What a spreadsheet would take for a formula gets an apostrophe before it.
std::string csv_cell(std::string_view text);

}  // namespace mariner::grader

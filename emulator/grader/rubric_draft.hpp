#pragma once
// A first rubric, made of what a right solution does: a text with comments for a teacher to go on from.

#include <string>

#include "emulator/grader/input_search.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::grader {

/// Whether a case can be written down: TOML holds UTF-8 only.
bool fits_rubric(const TriedInput& tried);

/// `reference`: the solution's path, seen from the rubric.
std::string draft_rubric(const ProgramImage& image, const FoundInputs& found, const std::string& title,
                         const std::string& reference);

/// What no proposed input reaches, a line each: "line 17: never reached: addi $t0, $t0, 1".
std::vector<std::string> missed_lines(const ProgramImage& image, const std::set<u32>& missed);

}  // namespace mariner::grader

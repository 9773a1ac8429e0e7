#pragma once
// A first rubric, made of what a right solution does: a text with comments for a teacher to go on from.

#include <string>

#include "emulator/grader/input_search.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::grader {

/// Whether a case can be written down: TOML holds UTF-8 only.
bool fits_rubric(const TriedInput& tried);

/// What a rubric is drafted of.
struct RubricDraft {
    FoundInputs inputs;
    std::string cases;  // as text, of whatever kind
};

/// A case that types this. `more`: lines that go on with what is expected.
std::string input_case_text(const TriedInput& tried, size_t number, const std::string& more);

/// `reference`: the solution's path, seen from the rubric.
std::string draft_rubric(const ProgramImage& image, const RubricDraft& draft, const std::string& title,
                         const std::string& reference);

/// What no proposed input reaches, a line each: "line 17: never reached: addi $t0, $t0, 1".
std::vector<std::string> missed_lines(const ProgramImage& image, const std::set<u32>& missed);

}  // namespace mariner::grader

#pragma once
// What a program is made of: instructions, system calls and labels that a rubric requires or forbids. Looks at the
// assembled program, so that comments and unused macros don't count.

#include <string>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::grader {

struct StructureFinding {
    std::string message;
    std::optional<PlaceResult> place;
};

/// What is missing and what is there against the rule. System calls are found by the constant that reaches $v0 in the
/// lines before; a number that is computed is not seen.
std::vector<StructureFinding> look_at_structure(const ProgramImage& image, const StructureRule& require,
                                                const StructureRule& forbid);

}  // namespace mariner::grader

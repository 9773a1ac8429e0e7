#pragma once
// For a student whose program fails a case: the shortest input found that still shows it. What is right on it the
// rubric's solution says, where it stands beside the rubric.

#include <optional>

#include "emulator/grader/program_runner.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::grader {

/// Whether such a case can be shrunk: it types several lines and looks at what is printed, and at nothing else that a
/// shorter input could change.
bool can_be_shorter(const Case& wanted);

/// Nothing if every shorter one comes out right. `verdict`: of the case as it is.
std::optional<ShorterInput> shorter_input(ProgramRunner& program, const ProgramImage& solution, const Case& wanted,
                                          Verdict verdict);

}  // namespace mariner::grader

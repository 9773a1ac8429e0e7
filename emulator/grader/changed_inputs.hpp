#pragma once
// Whether a program works its answers out or has them written in: what a passed case types is changed a little, and the
// rubric's solution says what is right then.

#include <optional>

#include "emulator/grader/program_runner.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::grader {

/// Whether it types something and looks at what is printed, and at nothing else.
bool can_be_changed(const Case& wanted);

/// Nothing if no change was found that the solution answers in another way.
std::optional<ChangedInputs> try_changed_inputs(ProgramRunner& program, const ProgramImage& solution,
                                                const Rubric& rubric, const Case& wanted);

/// Over all cases that tell: most of them passed, and not one changed input came out right.
std::optional<WrittenAnswers> written_answers(const SubmissionResult& submission, const Rubric& rubric);

}  // namespace mariner::grader

#pragma once
// Which line wrote a wrong value: a case that was failed runs once more, watched, and is asked for the last writer of
// each register, memory cell, unit of a picture and character of the output that isn't as wanted.

#include <string>

#include "emulator/grader/run_facts.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::grader {

/// The same run once more, watched. Knows where to look, not what should be there.
WriterFacts find_writers(const ProgramImage& image, const Case& wanted, const RunOrder& order,
                         const WriterQuestions& questions);

}  // namespace mariner::grader

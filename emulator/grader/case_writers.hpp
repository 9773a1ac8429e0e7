#pragma once
// Which line wrote a wrong value: a case that was failed runs once more, watched, and is asked for the last writer of
// each register, memory cell, unit of a picture and character of the output that isn't as wanted.

#include <string>

#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::grader {

/// Lines for a <pre>; empty if nothing is wrong that has a writer. `result`: what the case came to.
std::string writers_text(const ProgramImage& image, const Case& wanted, const CaseResult& result);

}  // namespace mariner::grader

#pragma once
// A grading as JUnit XML, which continuous integration shows. Pure.

#include <string>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

/// A test suite per submission, a test case per case. What isn't as wanted is a failure; what could not run is an
/// error.
Result<std::string> junit_xml(ResultSource& results);

}  // namespace mariner::grader

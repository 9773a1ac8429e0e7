#pragma once
// A rubric that can be given away: only its visible cases, and nothing that leads to the others.

#include <string>
#include <string_view>

#include "emulator/support/result.hpp"

namespace mariner::grader {

/// The rubric's text without cases that aren't visible, without the self-test, without comments. `text` is one that can
/// be read; the error is for one that can't, or that has no visible case.
Result<std::string> public_rubric(std::string_view text);

/// A rubric for an autograder: with all its cases, without what names files about students.
Result<std::string> packaged_rubric(std::string_view text);

}  // namespace mariner::grader

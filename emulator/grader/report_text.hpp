#pragma once
// What became of a case as plain text and numbers, for the reports that have no markup.

#include <string>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

/// For JSON, where points are numbers with at most two digits behind the point.
double as_number(Points points);

/// Reason, place, failed checks with their differences, explanation, and the command that repeats the case. Raw.
std::string case_text(const CaseResult& result, std::string_view repeat);

/// What a student reads about the whole program: what the assembler says, what was taken off and why, notes.
std::string remarks_text(const SubmissionResult& submission);

/// A student's page without any markup; cases that they may not see are counted only.
std::string student_text(const GradingInfo& info, const SubmissionResult& submission);

/// How the points came about, a line for each step; nothing if they are what the cases bring.
std::string points_story(const SubmissionResult& submission);

}  // namespace mariner::grader

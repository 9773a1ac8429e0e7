#pragma once
// A grading as pages for a browser that need nothing beside themselves: one for the class, one per submission. Pure
// functions; whoever calls them decides where the pages go. The class's page links to each submission's by page_name.

#include <string>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

/// Students don't see cases that aren't visible, beyond how many there are and what they brought together.
enum class Reader : u8 { student, instructor };

/// Where the class's page looks for a submission's: "anna.html".
std::string page_name(const SubmissionResult& submission);

std::string student_html(const GradingInfo& info, const SubmissionResult& submission, Reader reader);

/// The table, how points are spread, how each case went. `folder` stands before the links: "students/" or empty.
Result<std::string> class_html(ResultSource& results, std::string_view folder);

}  // namespace mariner::grader

#pragma once
// `mariner grade --feedback`: a ZIP of reports that Moodle or Canvas hands out to students.

#include <string>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/grader/submissions.hpp"

namespace mariner::app {

/// `chosen`: which of the submissions the results are of, in their order. Who gets no report is named.
Result<void> write_feedback(grader::ResultSource& results, const grader::Submissions& submissions,
                            const std::vector<size_t>& chosen, const std::string& path);

}  // namespace mariner::app

#pragma once
// Reports on their way back to students: the ZIP that Moodle and Canvas hand out, each under the names they know.

#include <string>
#include <string_view>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

/// What a student handed in, as the platform's download has it.
struct HandedInAs {
    std::string path;  // of the program, or of what else there was; empty if there was nothing
    bool is_program = false;
};

bool takes_feedback(Lms lms);

/// Where the report goes in the ZIP. The error says why this student can have none.
Result<std::string> feedback_name(Lms lms, const HandedIn& student, const HandedInAs& as);

/// Moodle gets a page. Canvas shows what comes back under the name of the student's own file: a text, each of whose
/// lines is a comment to an assembler.
std::string feedback_bytes(Lms lms, const GradingInfo& info, const SubmissionResult& submission);

}  // namespace mariner::grader

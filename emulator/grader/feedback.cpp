#include "emulator/grader/feedback.hpp"

#include "emulator/grader/report_text.hpp"
#include "emulator/grader/reports.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::grader {

namespace {

/// The part of a path that Canvas made: "NAME_USER_ATTACHMENT_FILE".
Result<std::string> canvas_name(const HandedIn& student, const HandedInAs& as) {
    if (!as.is_program) {
        return Error{"Canvas takes a report only for a program's file, and they handed in none"};
    }
    const std::string sign = "_" + student.lms_id + "_";
    std::string_view rest = as.path;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find('/'));
        if (part.find(sign) != std::string_view::npos) {
            return std::string(part);
        }
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    }
    return Error{"their file has no name of Canvas's"};
}

/// Numbers of teams and of persons look alike, and a team's report would reach whoever has its number.
Result<std::string> moodle_name(const HandedIn& student) {
    if (student.lms_id.empty()) {
        return Error{"they have no number of Moodle's"};
    }
    return student.student + "_" + student.lms_id + "_assignsubmission_file/report.html";
}

}  // namespace

bool takes_feedback(Lms lms) {
    return lms == Lms::canvas || lms == Lms::moodle;
}

Result<std::string> feedback_name(Lms lms, const HandedIn& student, const HandedInAs& as) {
    if (!student.handed_in) {
        return Error{"they handed in nothing"};
    }
    return lms == Lms::canvas ? canvas_name(student, as) : moodle_name(student);
}

std::string feedback_bytes(Lms lms, const GradingInfo& info, const SubmissionResult& submission) {
    if (lms != Lms::canvas) {
        return student_html(info, submission, Reader::student);
    }
    const std::string plain = student_text(info, submission);
    std::string text;
    for (const std::string_view line : lines_of(plain)) {
        text += line.empty() ? "#\n" : "# " + visible_text(line) + "\n";
    }
    return text;
}

}  // namespace mariner::grader

#include "emulator/app/grade_feedback.hpp"

#include "emulator/app/load_program.hpp"
#include "emulator/grader/archive_writer.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/feedback.hpp"
#include "emulator/grader/report_files.hpp"

namespace mariner::app {

Result<void> write_feedback(grader::ResultSource& results, const grader::Submissions& submissions,
                            const std::vector<size_t>& chosen, const std::string& path) {
    const grader::Lms lms = results.info().lms;
    grader::ReportFiles file;
    Result<void> done = file.put(path, "");
    grader::ZipWriter zip([&](std::string_view bytes) { return file.append(bytes); });
    for (size_t i = 0; i < chosen.size() && done; ++i) {
        const Result<grader::SubmissionResult> submission = results.submission(i);
        if (!submission) {
            return submission.error();
        }
        const grader::HandedInAs as = submissions.handed_in_as(chosen[i]);
        const Result<std::string> name = grader::feedback_name(lms, *submission, as);
        if (!name) {
            print_message("mariner: no report goes to " + grader::in_quotes(submission->student) + ": " +
                          name.error().message + "\n");
            continue;
        }
        done = zip.add(*name, grader::feedback_bytes(lms, results.info(), *submission), false);
    }
    done = done ? zip.finish() : done;
    return done ? file.commit() : done;
}

}  // namespace mariner::app

#include "emulator/grader/reports.hpp"

#include <utility>

#include "emulator/support/csv.hpp"

namespace mariner::grader {

namespace {

/// How the points came about, behind the columns that have always been there.
std::string later_cells(const SubmissionResult& submission) {
    const LatenessResult lateness = submission.lateness.value_or(LatenessResult{});
    return "," + points_text(submission.judged) + "," + points_text(lateness.points) + "," +
           std::to_string(lateness.slip_days) + "," + points_text(adjusted(submission));
}

std::string row_of(const GradingInfo& info, const SubmissionResult& submission) {
    size_t passed = 0;
    std::string cases;
    for (const CaseResult& result : submission.cases) {
        passed += result.verdict == Verdict::passed ? 1U : 0U;
        cases += "," + points_text(result.points);
    }
    return csv_cell(submission.id) + "," + csv_cell(submission.student) + "," + csv_cell(submission.lms_id) + "," +
           points_text(submission.points) + "," + points_text(info.worth) + "," + std::to_string(passed) + "," +
           std::to_string(submission.cases.size()) + "," + (submission.assembled ? "yes" : "no") + "," +
           points_text(taken_off(submission)) + cases + later_cells(submission) + "\r\n";
}

}  // namespace

Result<void> stream_csv(ResultSource& results, const ReportSink& sink) {
    const GradingInfo& info = results.info();
    std::string head = "id,student,lms id,points,of,cases passed,cases,assembled,taken off";
    for (const CaseInfo& grading_case : info.cases) {
        head += "," + csv_cell(grading_case.id);
    }
    head += ",judged,off for lateness,slip days,adjusted\r\n";
    const Result<void> begun = sink(head);
    return begun ? results.try_each([&](const SubmissionResult& submission) { return sink(row_of(info, submission)); })
                 : begun;
}

Result<std::string> whole_report(const std::function<ReportStream>& stream, ResultSource& results) {
    std::string text;
    const Result<void> done = stream(results, [&](std::string_view piece) {
        text += piece;
        return Result<void>();
    });
    return done ? Result<std::string>(std::move(text)) : done.error();
}

}  // namespace mariner::grader

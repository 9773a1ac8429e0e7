#include "emulator/grader/reports.hpp"

#include <algorithm>

#include "emulator/support/html.hpp"

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

/// Some spreadsheets take the wide forms of the four signs for the signs.
bool begins_formula(std::string_view text) {
    static constexpr std::array<std::string_view, 8> signs = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) { return text.starts_with(sign); });
}

}  // namespace

std::string csv_text(std::string_view text) {
    const std::string line = visible_line(text);
    return (begins_formula(line) ? "'" : "") + line;
}

std::string csv_quoted(std::string_view text) {
    std::string quoted;
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    const bool needs_quotes = quoted.find_first_of("\",;") != std::string::npos || text.starts_with(' ');
    return needs_quotes ? "\"" + quoted + "\"" : quoted;
}

std::string csv_cell(std::string_view text) {
    return csv_quoted(csv_text(text));
}

Result<std::string> results_csv(ResultSource& results) {
    const GradingInfo& info = results.info();
    std::string text = "id,student,lms id,points,of,cases passed,cases,assembled,taken off";
    for (const CaseInfo& grading_case : info.cases) {
        text += "," + csv_cell(grading_case.id);
    }
    text += ",judged,off for lateness,slip days,adjusted\r\n";
    const Result<void> read =
        results.for_each([&](const SubmissionResult& submission) { text += row_of(info, submission); });
    return read ? Result<std::string>(text) : read.error();
}

}  // namespace mariner::grader

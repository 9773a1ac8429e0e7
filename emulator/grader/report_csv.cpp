#include "emulator/grader/reports.hpp"

#include <algorithm>

#include "emulator/support/html.hpp"

namespace mariner::grader {

namespace {

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
           points_text(taken_off(submission)) + cases + "\r\n";
}

/// Some spreadsheets take the wide forms of the four signs for the signs.
bool begins_formula(std::string_view text) {
    static constexpr std::array<std::string_view, 8> signs = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) { return text.starts_with(sign); });
}

}  // namespace

std::string csv_cell(std::string_view text) {
    const std::string line = visible_line(text);
    std::string quoted;
    for (const char c : line) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    const bool needs_quotes = quoted.find_first_of("\",;") != std::string::npos || line.starts_with(' ');
    const std::string cell = (begins_formula(line) ? "'" : "") + quoted;
    return needs_quotes ? "\"" + cell + "\"" : cell;
}

Result<std::string> results_csv(ResultSource& results) {
    const GradingInfo& info = results.info();
    std::string text = "id,student,lms id,points,of,cases passed,cases,assembled,taken off";
    for (const CaseInfo& grading_case : info.cases) {
        text += "," + csv_cell(grading_case.id);
    }
    text += "\r\n";
    const Result<void> read =
        results.for_each([&](const SubmissionResult& submission) { text += row_of(info, submission); });
    return read ? Result<std::string>(text) : read.error();
}

}  // namespace mariner::grader

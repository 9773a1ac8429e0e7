#include "emulator/grader/report_text.hpp"

namespace mariner::grader {

namespace {

std::string check_text(const CheckResult& check) {
    std::string text = check.what + ": " + check.message + "\n";
    for (const DiffLine& line : check.diff) {
        static constexpr std::array<std::string_view, 4> marks = {"  ", "- ", "+ ", "~ "};
        text += std::string(marks.at(static_cast<size_t>(line.kind))) + line.text + "\n";
    }
    if (check.diff.empty() && !check.expected.empty()) {
        text += "wanted: " + check.expected + "\n";
        text += check.actual.empty() ? "" : "found: " + check.actual + "\n";
    }
    return text;
}

void append_line(std::string& text, std::string_view line) {
    text += line;
    text += line.empty() || line.ends_with('\n') ? "" : "\n";
}

}  // namespace

double as_number(Points points) {
    return static_cast<double>(points) / static_cast<double>(one_point);
}

std::string points_story(const SubmissionResult& submission) {
    std::string text;
    for (const GroupResult& group : submission.groups) {
        text += group.name + ": " + points_text(group.points) + " of " + points_text(group.worth) +
                (group.rule.empty() ? "" : " (" + group.rule + ")") + "\n";
    }
    if (!submission.lateness && submission.adjustments.empty()) {
        return text;
    }
    text += "judged: " + points_text(submission.judged) + "\n";
    if (submission.lateness) {
        text += "late: -" + points_text(submission.lateness->points) + ", " + submission.lateness->reason + "\n";
    }
    for (const AdjustmentResult& change : submission.adjustments) {
        text += "adjusted: " + std::string(change.points < 0 ? "" : "+") + points_text(change.points) + ", " +
                change.reason + "\n";
    }
    return text + "points: " + points_text(submission.points) + "\n";
}

std::string case_text(const CaseResult& result, std::string_view repeat) {
    std::string text;
    append_line(text, result.reason);
    if (result.place) {
        append_line(text, result.place->file +
                              (result.place->line == 0 ? "" : ":" + std::to_string(result.place->line)) + ": " +
                              result.place->source);
    }
    for (const CheckResult& check : result.checks) {
        text += check.passed ? "" : check_text(check);
    }
    append_line(text, result.explanation);
    if (result.shorter) {
        text += "less to type, and wrong all the same:\n";
        append_line(text, result.shorter->input);
        text += "the solution prints:\n";
        append_line(text, result.shorter->expected);
        text += "this program prints:\n";
        append_line(text, result.shorter->actual);
    }
    append_line(text, repeat);
    return text;
}

std::string remarks_text(const SubmissionResult& submission) {
    std::string text = submission.diagnostics;
    for (const DeductionResult& deduction : submission.deductions) {
        text += deduction.name + (deduction.points == 0 ? "" : " (-" + points_text(deduction.points) + ")") + ": " +
                deduction.reason + "\n" + (deduction.advice.empty() ? "" : deduction.advice + "\n");
    }
    text += points_story(submission);
    for (const std::string& note : submission.notes) {
        text += note + "\n";
    }
    return text;
}

std::string student_text(const GradingInfo& info, const SubmissionResult& submission) {
    std::string text = info.title + "\n" + submission.student + "\n" + points_text(submission.points) + " of " +
                       points_text(info.worth) + " points\n\n";
    Points hidden_points = 0;
    Points hidden_worth = 0;
    for (const CaseResult& result : submission.cases) {
        if (result.visibility != Visibility::visible) {
            hidden_points += result.points;
            hidden_worth += result.worth;
            continue;
        }
        text += result.name + ": " + std::string(name_of(result.verdict)) + ", " + points_text(result.points) + " of " +
                points_text(result.worth) + "\n";
        text += result.verdict == Verdict::passed ? "" : case_text(result, result.repeat) + "\n";
    }
    if (hidden_worth != 0) {
        text += "cases without details: " + points_text(hidden_points) + " of " + points_text(hidden_worth) + "\n";
    }
    append_line(text, remarks_text(submission));
    return text;
}

}  // namespace mariner::grader

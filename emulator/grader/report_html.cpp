// A submission's page.

#include "emulator/grader/reports.hpp"

#include <algorithm>

#include "emulator/grader/report_markup.hpp"
#include "emulator/grader/text_match.hpp"
#include "emulator/support/html.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr std::string_view student_style =
    ".score{font-size:1.3rem}.score strong{font-size:1.8rem}section{border-top:1px solid var(--line);"
    "margin-top:.6rem;padding-top:.2rem}section summary h3{display:inline-flex;width:calc(100% - "
    "1.2rem)}section h3{margin:.3rem 0;display:flex;gap:.8rem;align-items:baseline;flex-wrap:wrap}"
    "section h3 .number{margin-left:auto}"
    "@media print{.screen,.more:not([open]){display:none}section>p{break-after:avoid}}";

std::string pre(std::string_view text) {
    return "<pre>" + escaped_markup(text) + "</pre>\n";
}

/// Paper shows nothing of what isn't open.
std::string more(std::string_view title, const std::string& content) {
    return "<details class=\"more\"><summary>" + std::string(title) + "</summary>" + content + "</details>\n";
}

std::string points_of(Points points, Points worth) {
    return points_text(points) + " / " + points_text(worth);
}

bool is_shown(const CaseResult& result, Reader reader) {
    return reader == Reader::instructor || result.visibility == Visibility::visible;
}

std::string heading(const GradingInfo& info, const SubmissionResult& submission) {
    std::string text = "<h1>" + escaped_markup(visible_line(info.title)) + "</h1>\n<p>" +
                       escaped_markup(visible_line(submission.student));
    if (!submission.lms_id.empty()) {
        text += " <span class=\"dim\">(" + escaped_markup(visible_line(submission.lms_id)) + ")</span>";
    }
    return text + "</p>\n<p class=\"score\"><strong>" + points_text(submission.points) + "</strong> of " +
           points_text(info.worth) + " points " + points_bar(submission.points, info.worth) + "</p>\n";
}

std::string case_table(const SubmissionResult& submission, Reader reader) {
    std::string text =
        "<table>\n<thead><tr><th scope=\"col\">case</th><th scope=\"col\">outcome</th>"
        "<th scope=\"col\" class=\"number\">points</th></tr></thead>\n";
    Points hidden_points = 0;
    Points hidden_worth = 0;
    size_t hidden = 0;
    for (const CaseResult& result : submission.cases) {
        if (!is_shown(result, reader)) {
            ++hidden;
            hidden_points += result.points;
            hidden_worth += result.worth;
            continue;
        }
        text += "<tr><td><a href=\"#case-" + escaped_markup(result.id) + "\">" +
                escaped_markup(visible_line(result.name)) + "</a></td><td>" + verdict_badge(result.verdict) +
                "</td><td class=\"number\">" + points_of(result.points, result.worth) + "</td></tr>\n";
    }
    if (hidden != 0) {
        text += "<tr><td class=\"dim\">" + std::to_string(hidden) + (hidden == 1 ? " case" : " cases") +
                " without details</td><td></td><td class=\"number\">" + points_of(hidden_points, hidden_worth) +
                "</td></tr>\n";
    }
    return text + "</table>\n";
}

std::string deductions(const SubmissionResult& submission) {
    std::string text;
    for (const DeductionResult& deduction : submission.deductions) {
        text += "<li><strong>" + escaped_markup(visible_line(deduction.name)) + "</strong>" +
                (deduction.points == 0 ? "" : " (−" + points_text(deduction.points) + ")") + ": " +
                escaped_markup(deduction.reason);
        text += deduction.place ? place_markup(*deduction.place) : "";
        text += deduction.advice.empty() ? "" : "<p class=\"dim\">" + escaped_markup(deduction.advice) + "</p>";
        text += "</li>\n";
    }
    return text.empty() ? text : "<h2>Remarks on the program</h2>\n<ul>\n" + text + "</ul>\n";
}

/// For the instructor alone: it says what was seen, not why.
std::string written_answers_markup(const SubmissionResult& submission) {
    if (!submission.written_answers) {
        return {};
    }
    const WrittenAnswers& answers = *submission.written_answers;
    return "<h2>Are the answers written in?</h2>\n<p>It prints what " + std::to_string(answers.passed) +
           (answers.passed == 1 ? " case wants" : " cases want") + ", but of " + std::to_string(answers.tried) +
           " inputs like theirs with other values it was right on none. For example “" +
           escaped_markup(visible_line(answers.case_name)) + "” with this typed:</p>" + pre(answers.sample.input) +
           diff_markup(diff_lines(answers.sample.expected, answers.sample.actual));
}

std::string step_row(std::string_view what, const std::string& why, const std::string& points) {
    return "<tr><th scope=\"row\">" + escaped_markup(visible_line(what)) + "</th><td>" +
           escaped_markup(visible_line(why)) + "</td><td class=\"number\">" + points + "</td></tr>\n";
}

/// How the points came about, if they aren't just what the cases bring.
std::string points_steps(const SubmissionResult& submission) {
    std::string rows;
    for (const GroupResult& group : submission.groups) {
        rows += step_row(group.name, group.rule, points_of(group.points, group.worth));
    }
    if (submission.lateness || !submission.adjustments.empty()) {
        rows += step_row("judged", "", points_text(submission.judged));
    }
    if (submission.lateness) {
        const LatenessResult& lateness = *submission.lateness;
        const std::string due = lateness.due.empty() ? "" : "; due at " + lateness.due;
        rows += step_row("late", lateness.reason + due + (lateness.is_extended ? ", extended" : ""),
                         "−" + points_text(lateness.points));
    }
    for (const AdjustmentResult& change : submission.adjustments) {
        rows += step_row("adjusted", change.reason,
                         change.points < 0 ? "−" + points_text(-change.points) : "+" + points_text(change.points));
    }
    return rows.empty() ? rows
                        : "<h2>How the points came about</h2>\n<table>\n<tbody>\n" + rows + "</tbody>\n</table>\n";
}

/// When, by whose word too late, and which of several: nothing where nobody says.
std::string hand_in_line(const SubmissionResult& submission) {
    std::string text = submission.handed_in ? "" : "nothing was handed in";
    const auto add = [&](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
    if (!submission.submitted.empty()) {
        add("handed in at " + escaped_markup(visible_line(submission.submitted)));
    }
    if (submission.late) {
        add(*submission.late ? "<strong>late</strong>" : "on time");
    }
    if (submission.attempts > 1) {
        add("attempt " + std::to_string(submission.attempt) + " of " + std::to_string(submission.attempts));
    }
    return text.empty() ? text : "<li>" + text + "</li>\n";
}

std::string files_and_notes(const SubmissionResult& submission) {
    std::string text = hand_in_line(submission);
    for (const SubmittedFile& file : submission.files) {
        text += "<li>" + escaped_markup(visible_line(file.name)) + " <span class=\"dim\">(" +
                with_thousands(file.bytes) + " bytes)</span></li>\n";
    }
    for (const std::string& note : submission.notes) {
        text += "<li>" + escaped_markup(note) + "</li>\n";
    }
    return text.empty() ? text : "<h2>What was handed in</h2>\n<ul>\n" + text + "</ul>\n";
}

bool is_line(std::string_view text) {
    return !text.empty() && text.find('\n') == std::string_view::npos;
}

/// `reason` stands above already and often is the first check's message.
std::string check_markup(const CheckResult& check, std::string_view reason) {
    std::string details;
    if (!check.diff.empty()) {
        details = diff_markup(check.diff);
    } else if (is_line(check.expected) && is_line(check.actual)) {
        details = diff_markup(check.expected, check.actual);
    } else if (!check.expected.empty()) {
        details = "<p class=\"dim\">wanted:</p>" + pre(check.expected);
        details += check.actual.empty() ? "" : "<p class=\"dim\">got:</p>" + pre(check.actual);
    }
    const bool is_told = reason.find(check.message) != std::string_view::npos;
    if (check.passed || (is_told && details.empty())) {
        return {};
    }
    return "<p><strong>" + escaped_markup(visible_line(check.what)) + "</strong>" +
           (is_told ? "" : ": " + escaped_markup(check.message)) + "</p>\n" + details;
}

std::string typed_markup(const CaseResult& result) {
    std::string text;
    if (!result.arguments.empty()) {
        text += "<p>Arguments:</p><pre>";
        for (const std::string& argument : result.arguments) {
            text += escaped_markup(visible_line(argument)) + "\n";
        }
        text += "</pre>\n";
    }
    text += result.seed ? "<p>Random numbers start from " + std::to_string(*result.seed) + ".</p>\n" : "";
    text += result.input.empty() ? "" : "<p>Typed:</p>" + pre(result.input);
    return text;
}

std::string case_details(const GradingInfo& info, const CaseResult& result, Reader reader) {
    std::string text;
    if (!result.reason.empty()) {
        text += "<p>" + escaped_markup(result.reason) + "</p>\n";
    }
    if (result.place) {
        text += place_markup(*result.place);
    }
    if (!result.explanation.empty()) {
        text += pre(result.explanation);
    }
    for (const CheckResult& check : result.checks) {
        text += check_markup(check, result.reason);
    }
    text += result.board ? board_markup(*result.board) : "";
    text += result.picture ? picture_markup(*result.picture) : "";
    if (result.shorter) {
        text += "<p>Less to type, and wrong all the same:</p>" + pre(result.shorter->input) +
                diff_markup(diff_lines(result.shorter->expected, result.shorter->actual));
    }
    if (const std::string typed = typed_markup(result); !typed.empty()) {
        text += more("What the case typed", typed);
    }
    if (!result.output.empty()) {
        text += more(result.output_was_cut ? "What the program printed (its beginning)" : "What the program printed",
                     pre(result.output));
    }
    const std::string& command = reader == Reader::instructor ? result.repeat_with_rubric : result.repeat;
    if (!info.studio.empty() && !result.studio.empty()) {
        text += "<p class=\"screen\"><a href=\"" + escaped_markup(info.studio + "#" + result.studio) +
                "\" rel=\"noreferrer\">Open this case in the studio</a></p>\n";
    }
    if (!command.empty()) {
        text += "<p class=\"dim\">The same again, at home:</p>" + pre(command);
    }
    return text;
}

/// Of what passed only the heading is open.
std::string case_section(const GradingInfo& info, const CaseResult& result, Reader reader) {
    std::string heading =
        "<h3>" + verdict_badge(result.verdict) + "<span>" + escaped_markup(visible_line(result.name)) + "</span>";
    if (result.visibility != Visibility::visible) {
        heading += "<span class=\"dim\">" + std::string(name_of(result.visibility)) + "</span>";
    }
    heading += "<span class=\"number\">" + points_of(result.points, result.worth) + "</span></h3>\n";
    const std::string details = case_details(info, result, reader);
    return "<section id=\"case-" + escaped_markup(result.id) + "\">" +
           (result.verdict == Verdict::passed && !details.empty()
                ? "<details><summary>" + heading + "</summary>" + details + "</details>\n"
                : heading + details) +
           "</section>\n";
}

}  // namespace

std::string page_name(const SubmissionResult& submission) {
    return submission.id + ".html";
}

std::string student_html(const GradingInfo& info, const SubmissionResult& submission, Reader reader) {
    std::string body = "<main>\n" + heading(info, submission);
    body += case_table(submission, reader) + points_steps(submission);
    if (!submission.diagnostics.empty()) {
        body += std::string("<h2>") +
                (submission.assembled ? "What the assembler remarks" : "Why it doesn't assemble") + "</h2>\n" +
                pre(submission.diagnostics);
    }
    body += deductions(submission);
    body += reader == Reader::instructor ? written_answers_markup(submission) : "";
    body += files_and_notes(submission);
    body += "<h2>The cases</h2>\n";
    for (const CaseResult& result : submission.cases) {
        body += is_shown(result, reader) ? case_section(info, result, reader) : "";
    }
    return html_page(submission.student + ": " + info.title, std::string(report_style()) + std::string(student_style),
                     body + graded_by(info) + "</main>\n");
}

}  // namespace mariner::grader

#include "emulator/grader/autograder.hpp"

#include <algorithm>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/report_text.hpp"
#include "emulator/grader/reports.hpp"
#include "emulator/support/calendar_time.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/json_reader.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_text = 400'000;  // of all cases together: PrairieLearn takes a megabyte

bool is_seen(const CaseResult& result) {
    return result.visibility == Visibility::visible;
}

/// From 0 to 1, a bonus not counted.
double fraction(Points points, Points worth) {
    return worth <= 0 ? 0 : std::clamp(as_number(points) / as_number(worth), 0.0, 1.0);
}

std::string text_of(const CaseResult& result, size_t cases) {
    return is_seen(result) && result.verdict != Verdict::passed
               ? excerpt(case_text(result, result.repeat),
                         std::max<size_t>(most_text / std::max<size_t>(cases, 1), 200))
               : "";
}

std::string prairielearn_json(const GradingInfo& info, const SubmissionResult& submission) {
    JsonWriter json;
    json.begin_object();
    json.member("gradable", submission.assembled);
    json.member("score", fraction(submission.points, info.worth));
    json.member("message", points_text(submission.points) + " of " + points_text(info.worth) + " points");
    json.member("output", excerpt(remarks_text(submission), most_text / 4));
    if (!submission.assembled) {  // costs no attempt
        json.array("format_errors", [&] {
            json.value(submission.diagnostics.empty() ? "the program does not assemble" : submission.diagnostics);
        });
    }
    json.objects("tests", submission.cases, [&](const CaseResult& result) {
        json.member("name", result.name);
        json.member("points", as_number(result.points));
        json.member("max_points", as_number(result.worth));
        json.member("message", is_seen(result) ? result.reason : "");
        json.member("output", text_of(result, submission.cases.size()));
    });
    json.end_object();
    return json.take();
}

/// What a student may read, then a line of stages, then the line of scores, which must be the last.
std::string autolab_lines(const GradingInfo& info, const SubmissionResult& submission) {
    JsonWriter stages(JsonLayout::compact);
    stages.begin_object();
    stages.member("_presentation", "semantic");
    stages.array("stages", [&] { stages.value("Cases"); });
    stages.object("Cases", [&] {
        for (const CaseResult& result : submission.cases) {
            stages.object(visible_line(result.name), [&] {
                stages.member("passed", result.verdict == Verdict::passed);
                if (is_seen(result) && !result.reason.empty()) {
                    stages.member("hint", visible_line(result.reason));
                }
            });
        }
    });
    stages.end_object();
    JsonWriter scores(JsonLayout::compact);
    scores.begin_object();
    scores.object("scores", [&] { scores.member("Points", as_number(submission.points)); });
    scores.array("scoreboard", [&] { scores.value(as_number(submission.points)); });
    scores.end_object();
    std::string text;
    const std::string plain = excerpt(student_text(info, submission), most_text);
    for (const std::string_view line : lines_of(plain)) {
        text += visible_text(line) + "\n";
    }
    const auto one_line = [](std::string json) {
        json.erase(std::remove(json.begin(), json.end(), '\n'), json.end());
        return json + "\n";
    };
    return text + one_line(stages.take()) + one_line(scores.take());
}

std::string classroom50_json(const GradingInfo& info, const SubmissionResult& submission,
                             const AutograderFacts& facts) {
    // "submit/TIME-SHA": the only time that is the same when it is graded again.
    const std::string_view tag = facts.submission;
    const std::string_view time = tag.substr(tag.find('/') == std::string_view::npos ? 0 : tag.find('/') + 1);
    const std::optional<CalendarTime> known = parse_calendar_time(time.substr(0, time.rfind('-')));
    JsonWriter json;
    json.begin_object();
    json.member("schema", "classroom50/result/v1");
    json.member("classroom", facts.classroom);
    json.member("assignment", facts.assignment);
    json.member("submission", facts.submission);
    json.member("commit", facts.commit);
    json.member("release", facts.release);
    json.member("review", "");
    json.member("datetime", known ? known->text() : "");
    json.member("score", as_number(submission.points));
    json.member("max-score", as_number(info.worth));
    json.objects("tests", submission.cases, [&](const CaseResult& result) {
        json.member("test-name", result.name);
        json.member("passed", result.verdict == Verdict::passed);
        json.member("score", as_number(result.points));
        json.member("max-score", as_number(result.worth));
    });
    json.end_object();
    return json.take();
}

std::string submitty_json(const GradingInfo& info, const SubmissionResult& submission) {
    JsonWriter json;
    const bool is_whole = submission.points >= info.worth;
    json.begin_object();
    json.member("status", "success");
    json.object("data", [&] {
        json.member("score", fraction(submission.points, info.worth));
        json.member("message", excerpt(student_text(info, submission), most_text));
        json.member("status", is_whole ? "success" : "failure");
    });
    json.end_object();
    return json.take();
}

std::string codegrade_lines(const GradingInfo& info, const SubmissionResult& submission) {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.member("tag", "points");
    json.member("points", points_text(std::min(submission.points, info.worth)) + "/" + points_text(info.worth));
    json.end_object();
    std::string text;
    const std::string plain = excerpt(student_text(info, submission), most_text);
    for (const std::string_view line : lines_of(plain)) {
        text += visible_text(line) + "\n";
    }
    return text + json.take();  // with its line feed
}

/// The result's word, the grade out of a hundred, then the feedback as a literal block of reStructuredText.
std::string inginious_text(const GradingInfo& info, const SubmissionResult& submission) {
    const bool is_whole = submission.points >= info.worth;
    const Points grade =
        info.worth <= 0 ? 0 : mean_of(submission.points * 100 * one_point, static_cast<size_t>(info.worth));
    std::string text = std::string(is_whole ? "success" : "failed") + "\n" +
                       points_text(std::min<Points>(grade, 200 * one_point)) + "\n";
    text += "::\n\n";
    const std::string plain = excerpt(student_text(info, submission), most_text);
    for (const std::string_view line : lines_of(plain)) {
        text += "    " + visible_text(line) + "\n";
    }
    return text;
}

}  // namespace

std::optional<Autograder> find_autograder(std::string_view name) {
    const auto found = std::find(autograder_names.begin(), autograder_names.end(), name);
    return found == autograder_names.end() ? std::nullopt
                                           : std::optional(static_cast<Autograder>(found - autograder_names.begin()));
}

std::string autograder_result(Autograder system, const GradingInfo& info, const SubmissionResult& submission,
                              const AutograderFacts& facts) {
    switch (system) {
        case Autograder::gradescope:
            return gradescope_json(info, submission, facts.has_leaderboard);
        case Autograder::prairielearn:
            return prairielearn_json(info, submission);
        case Autograder::autolab:
            return autolab_lines(info, submission);
        case Autograder::classroom50:
            return classroom50_json(info, submission, facts);
        case Autograder::submitty:
            return submitty_json(info, submission);
        case Autograder::codegrade:
            return codegrade_lines(info, submission);
        case Autograder::inginious:
            break;
    }
    return inginious_text(info, submission);
}

std::string autograder_failure(Autograder system, const std::string& sentence, const AutograderFacts& facts) {
    GradingInfo info;
    info.title = "Autograder";
    info.worth = one_point;  // of nothing nobody can have all
    SubmissionResult nothing;
    nothing.assembled = true;  // as far as anybody knows
    nothing.diagnostics = sentence + "\n";
    return autograder_result(system, info, nothing, facts);
}

SubmissionTimes read_submission_times(std::string_view json) {
    const Result<JsonValue> document = read_json(json, {size_t{256} << 20, 10'000'000, 100});
    if (!document) {
        return {};
    }
    const JsonValue& all = *document;
    const bool is_codegrade = all.find("submitted_at") != nullptr;
    const auto time = [](const JsonValue& value) {
        const std::optional<CalendarTime> known = parse_calendar_time(value.is_text() ? value.text() : "");
        return known ? known->text() : "";
    };
    return is_codegrade ? SubmissionTimes{time(all["submitted_at"]), time(all["deadline"])}
                        : SubmissionTimes{time(all["created_at"]), time(all["assignment"]["due_date"])};
}

}  // namespace mariner::grader

#include "emulator/grader/reports.hpp"

#include "emulator/grader/report_text.hpp"
#include "emulator/support/json.hpp"

namespace mariner::grader {

namespace {

void write_place(JsonWriter& json, const std::optional<PlaceResult>& place) {
    if (place) {
        json.object("place", [&] {
            json.member("file", place->file);
            json.member("line", place->line);
            json.member("source", place->source);
        });
    }
}

void write_check(JsonWriter& json, const CheckResult& check) {
    static constexpr std::array<std::string_view, 4> kinds = {"same", "missing", "extra", "gap"};
    json.member("what", check.what);
    json.member("passed", check.passed);
    json.member("message", check.message);
    json.member("expected", check.expected);
    json.member("actual", check.actual);
    json.objects("diff", check.diff, [&](const DiffLine& line) {
        json.member("kind", kinds.at(static_cast<size_t>(line.kind)));
        json.member("text", line.text);
    });
}

/// The cells as text, row 0 (the floor) first.
std::string cells_text(const std::array<u8, 42>& cells) {
    std::string text;
    for (const u8 piece : cells) {
        text += static_cast<char>('0' + piece % 10);
    }
    return text;
}

void write_board(JsonWriter& json, const BoardResult& board) {
    json.member("moves", board.moves);
    json.member("after_lines", board.after_lines);
    json.member("differs", board.differs);
    json.member("expected", cells_text(board.expected));
    json.member("actual", cells_text(board.actual));
}

void write_case(JsonWriter& json, const CaseResult& result) {
    json.member("id", result.id);
    json.member("name", result.name);
    json.member("visibility", name_of(result.visibility));
    json.member("verdict", name_of(result.verdict));
    json.member("points", as_number(result.points));
    json.member("worth", as_number(result.worth));
    json.member("reason", result.reason);
    json.member("ending", result.ending);
    json.member("exit_status", result.exit_status);
    json.member("steps", result.steps);
    json.member("input", result.input);
    json.member("arguments", result.arguments);
    if (result.seed) {
        json.member("seed", *result.seed);
    }
    json.member("output", result.output);
    json.member("output_was_cut", result.output_was_cut);
    json.member("explanation", result.explanation);
    write_place(json, result.place);
    json.objects("checks", result.checks, [&](const CheckResult& check) { write_check(json, check); });
    if (result.board) {
        json.object("board", [&] { write_board(json, *result.board); });
    }
    if (result.shorter) {
        json.object("shorter", [&] {
            json.member("input", result.shorter->input);
            json.member("expected", result.shorter->expected);
            json.member("actual", result.shorter->actual);
        });
    }
    json.member("repeat", result.repeat_with_rubric);
}

/// Null where lateness changes nothing.
void write_lateness(JsonWriter& json, const SubmissionResult& submission) {
    json.key("lateness");
    if (!submission.lateness) {
        json.null();
        return;
    }
    const LatenessResult& lateness = *submission.lateness;
    json.begin_object();
    json.member("due", lateness.due);
    json.member("extended", lateness.is_extended);
    json.member("seconds", lateness.seconds);
    json.member("slip_days", lateness.slip_days);
    json.member("slip_days_left", lateness.slip_days_left);
    json.member("percent", as_number(lateness.percent));
    json.member("points", as_number(lateness.points));
    json.member("reason", lateness.reason);
    json.end_object();
}

}  // namespace

void write_submission(JsonWriter& json, const SubmissionResult& submission) {
    json.begin_object();
    json.member("id", submission.id);
    json.member("student", submission.student);
    json.member("lms_id", submission.lms_id);
    json.member("handed_in", submission.handed_in);
    json.member("late", submission.late);
    json.member("submitted", submission.submitted);
    json.member("attempt", submission.attempt);
    json.member("attempts", submission.attempts);
    json.member("points", as_number(submission.points));
    json.member("assembled", submission.assembled);
    json.member("content_hash", submission.content_hash);
    json.objects("files", submission.files, [&](const SubmittedFile& file) {
        json.member("name", file.name);
        json.member("bytes", file.bytes);
    });
    json.member("judged", as_number(submission.judged));
    write_lateness(json, submission);
    json.objects("adjustments", submission.adjustments, [&](const AdjustmentResult& change) {
        json.member("points", as_number(change.points));
        json.member("reason", change.reason);
    });
    json.objects("groups", submission.groups, [&](const GroupResult& group) {
        json.member("name", group.name);
        json.member("points", as_number(group.points));
        json.member("worth", as_number(group.worth));
        json.member("bonus", group.is_bonus);
        json.member("rule", group.rule);
    });
    json.key("written_answers");
    if (submission.written_answers) {
        const WrittenAnswers& answers = *submission.written_answers;
        json.begin_object();
        json.member("passed", answers.passed);
        json.member("tried", answers.tried);
        json.member("case", answers.case_name);
        json.member("input", answers.sample.input);
        json.member("expected", answers.sample.expected);
        json.member("actual", answers.sample.actual);
        json.end_object();
    } else {
        json.null();
    }
    json.member("notes", submission.notes);
    json.member("diagnostics", submission.diagnostics);
    json.objects("deductions", submission.deductions, [&](const DeductionResult& deduction) {
        json.member("name", deduction.name);
        json.member("points", as_number(deduction.points));
        json.member("reason", deduction.reason);
        json.member("advice", deduction.advice);
        write_place(json, deduction.place);
    });
    json.objects("cases", submission.cases, [&](const CaseResult& result) { write_case(json, result); });
    json.end_object();
}

Result<void> stream_json(ResultSource& results, const ReportSink& sink) {
    const GradingInfo& info = results.info();
    JsonWriter json;
    json.begin_object();
    json.member("title", info.title);
    json.member("rubric", info.rubric_name);
    json.member("rubric_hash", info.rubric_hash);
    json.member("mariner", info.program_version);
    json.member("lms", name_of(info.lms));
    json.member("worth", as_number(info.worth));
    json.key("submissions");
    json.begin_array();
    const Result<void> done = results.try_each([&](const SubmissionResult& submission) {
        write_submission(json, submission);
        return sink(json.take_so_far());
    });
    json.end_array();
    json.end_object();
    return done ? sink(json.take()) : done;
}

}  // namespace mariner::grader

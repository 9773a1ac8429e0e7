#include "emulator/grader/reports.hpp"

#include "emulator/grader/report_text.hpp"
#include "emulator/support/json.hpp"

namespace mariner::grader {

namespace {

void write_test(JsonWriter& json, const CaseResult& result, size_t number) {
    json.member("name", result.name);
    json.member("name_format", "text");
    json.member("number", std::to_string(number));
    json.member("score", as_number(result.points));
    json.member("max_score", as_number(result.worth));
    json.member("status", result.verdict == Verdict::passed ? "passed" : "failed");
    json.member("visibility", name_of(result.visibility));
    json.member("output_format", "text");
    json.member("output", case_text(result, result.repeat));
}

void write_leaderboard(JsonWriter& json, const SubmissionResult& submission) {
    u64 steps = 0;
    for (const CaseResult& result : submission.cases) {
        steps += result.verdict == Verdict::passed ? result.steps : 0;
    }
    json.array("leaderboard", [&] {
        json.begin_object();
        json.member("name", "points");
        json.member("value", as_number(submission.points));
        json.end_object();
        json.begin_object();
        json.member("name", "instructions of what passed");
        json.member("value", steps);
        json.member("order", "asc");
        json.end_object();
    });
}

}  // namespace

std::string gradescope_json(const GradingInfo& info, const SubmissionResult& submission, bool has_leaderboard) {
    JsonWriter json;
    json.begin_object();
    json.member("score", as_number(submission.points));
    json.member("output", remarks_text(submission));
    json.member("output_format", "text");
    json.member("test_output_format", "text");
    json.member("test_name_format", "text");
    json.member("visibility", "visible");
    json.member("stdout_visibility", "hidden");
    size_t number = 0;
    json.objects("tests", submission.cases, [&](const CaseResult& result) { write_test(json, result, ++number); });
    if (has_leaderboard) {
        write_leaderboard(json, submission);
    }
    json.object("extra_data", [&] {
        json.member("rubric", info.rubric_name);
        json.member("mariner", info.program_version);
    });
    json.end_object();
    return json.take();
}

}  // namespace mariner::grader

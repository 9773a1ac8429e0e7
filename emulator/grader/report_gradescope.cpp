#include "emulator/grader/reports.hpp"

#include "emulator/grader/report_text.hpp"
#include "emulator/support/json.hpp"

namespace mariner::grader {

namespace {

void write_test(JsonWriter& json, const CaseResult& result, size_t number) {
    json.member("name", result.name);
    json.member("number", std::to_string(number));
    json.member("score", as_number(result.points));
    json.member("max_score", as_number(result.worth));
    json.member("status", result.verdict == Verdict::passed ? "passed" : "failed");
    json.member("visibility", name_of(result.visibility));
    json.member("output_format", "text");
    json.member("output", case_text(result, result.repeat));
}

std::string overview(const SubmissionResult& submission) {
    std::string text = submission.diagnostics;
    for (const DeductionResult& deduction : submission.deductions) {
        text += deduction.name + (deduction.points == 0 ? "" : " (-" + points_text(deduction.points) + ")") + ": " +
                deduction.reason + "\n" + (deduction.advice.empty() ? "" : deduction.advice + "\n");
    }
    for (const std::string& note : submission.notes) {
        text += note + "\n";
    }
    return text;
}

}  // namespace

std::string gradescope_json(const GradingInfo& info, const SubmissionResult& submission) {
    JsonWriter json;
    json.begin_object();
    json.member("score", as_number(submission.points));
    json.member("output", overview(submission));
    json.member("output_format", "text");
    json.member("visibility", "visible");
    json.member("stdout_visibility", "hidden");
    size_t number = 0;
    json.objects("tests", submission.cases, [&](const CaseResult& result) { write_test(json, result, ++number); });
    json.object("extra_data", [&] {
        json.member("rubric", info.rubric_name);
        json.member("rubric_hash", info.rubric_hash);
        json.member("mariner", info.program_version);
    });
    json.end_object();
    return json.take();
}

}  // namespace mariner::grader

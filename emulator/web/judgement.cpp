#include "emulator/web/judgement.hpp"

#include <algorithm>

#include "emulator/grader/judge.hpp"
#include "emulator/grader/report_text.hpp"
#include "emulator/grader/reports.hpp"
#include "emulator/grader/rubric.hpp"

namespace mariner::web {

namespace {

Result<std::vector<u32>> no_picture(std::string_view /*bytes*/, u32 /*columns*/, u32 /*rows*/) {
    return Error{"a page can't read a picture's file; mariner check can"};
}

std::string trouble(std::string_view sentences) {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.member("trouble", sentences);
    json.end_object();
    return json.take();
}

grader::SubmissionResult judged(const grader::Rubric& rubric, const std::vector<SourceFile>& sources) {
    const grader::SubmissionJudge judge(rubric, "yours", sources);
    grader::SubmissionResult submission;
    submission.id = "yours";
    submission.assembled = judge.assembled().assembled;
    submission.diagnostics = judge.assembled().diagnostics;
    submission.deductions = judge.assembled().deductions;
    grader::CaseFindings findings;
    for (size_t i = 0; i < rubric.cases.size(); ++i) {
        grader::JudgedCase one = judge.judge(i);
        submission.cases.push_back(std::move(one.result));
        findings.push_back(std::move(one.findings));
    }
    grader::settle(submission, rubric, findings, true);
    return submission;
}

}  // namespace

std::string judge(const JsonValue& wish) {
    const auto find_file = [&](const std::string& path) -> Result<std::string> {
        for (const JsonValue& file : wish["files"].items()) {
            if (file["name"].text() == path) {
                return std::string(file["text"].text());
            }
        }
        return Error{"there is no file " + path + " here"};
    };
    Result<grader::Rubric> rubric =
        grader::read_rubric(wish["name"].text(), wish["text"].text(), find_file, no_picture);
    if (!rubric) {
        return trouble(rubric.error().message);
    }
    std::erase_if(rubric->cases,
                  [](const grader::Case& one) { return one.info.visibility != grader::Visibility::visible; });
    std::vector<SourceFile> sources;
    for (const JsonValue& file : wish["sources"].items()) {
        sources.push_back({std::string(file["name"].text()), std::string(file["text"].text())});
    }
    grader::Points worth = 0;
    for (const grader::Case& one : rubric->cases) {
        worth += one.info.worth;
    }
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.member("title", rubric->title);
    json.member("worth", grader::as_number(worth));
    json.key("submission");
    grader::write_submission(json, judged(*rubric, sources));
    json.end_object();
    return json.take();
}

}  // namespace mariner::web

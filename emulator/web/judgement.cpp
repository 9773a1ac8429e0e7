#include "emulator/web/judgement.hpp"

#include <algorithm>

#include "emulator/grader/judge.hpp"
#include "emulator/grader/report_text.hpp"
#include "emulator/grader/reports.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/protocol/base64.hpp"
#include "emulator/remote/picture.hpp"
#include "emulator/support/text.hpp"

namespace mariner::web {

namespace {

/// The browser has read the picture's file: "WIDTH HEIGHT " and base64 of red, green and blue of each pixel.
Result<std::vector<u32>> picture_units(std::string_view text, u32 columns, u32 rows) {
    const auto take_number = [&text] {
        const size_t end = std::min(text.find(' '), text.size());
        const std::optional<u32> number = parse_digits<u32>(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        return number.value_or(0);
    };
    const u32 width = take_number();
    const u32 height = take_number();
    const std::string bytes = protocol::from_base64(text).value_or("");
    if (bytes.empty() || bytes.size() != u64{3} * width * height) {
        return Error{"this is no picture that the page can read"};
    }
    std::vector<u32> pixels;
    for (size_t at = 0; at < bytes.size(); at += 3) {
        const auto part = [&](size_t i) { return static_cast<u32>(static_cast<u8>(bytes[at + i])); };
        pixels.push_back(part(0) << 16U | part(1) << 8U | part(2));
    }
    return remote::units_of_pixels(width, height, std::move(pixels), columns, rows);
}

std::string trouble(std::string_view sentences) {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.member("trouble", sentences);
    json.end_object();
    return json.take();
}

grader::SubmissionResult judged(const grader::Rubric& rubric, const std::vector<SourceFile>& sources) {
    grader::SubmissionJudge judge(rubric, "yours", sources);
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

std::string pixels_text(const std::vector<u32>& units) {
    std::string bytes;
    for (const u32 unit : units) {
        for (const u32 shift : {16U, 8U, 0U}) {
            bytes += static_cast<char>(unit >> shift);
        }
    }
    return protocol::to_base64(bytes);
}

/// Of the cases whose picture is another than the one that is wanted.
void write_pictures(JsonWriter& json, const grader::SubmissionResult& submission) {
    std::vector<const grader::CaseResult*> wrong;
    for (const grader::CaseResult& one : submission.cases) {
        if (one.picture && !one.picture->expected.empty()) {
            wrong.push_back(&one);
        }
    }
    json.objects("pictures", wrong, [&](const grader::CaseResult* one) {
        json.member("case", one->id);
        json.member("columns", one->picture->columns);
        json.member("rows", one->picture->rows);
        json.member("wanted", pixels_text(one->picture->expected));
        json.member("drawn", pixels_text(one->picture->units));
    });
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
        grader::read_rubric(wish["name"].text(), wish["text"].text(), find_file, picture_units);
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
    const grader::SubmissionResult submission = judged(*rubric, sources);
    grader::write_submission(json, submission);
    write_pictures(json, submission);
    json.end_object();
    return json.take();
}

}  // namespace mariner::web

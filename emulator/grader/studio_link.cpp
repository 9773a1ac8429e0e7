#include "emulator/grader/studio_link.hpp"

#include <algorithm>

#include "emulator/grader/archive_writer.hpp"
#include "emulator/protocol/base64.hpp"
#include "emulator/support/json.hpp"

namespace mariner::grader {

namespace {

constexpr size_t longest_link = 60'000;  // browsers take more, mail programs don't
constexpr size_t most_source_bytes = 400'000;

std::string project_json(const Rubric& rubric, const Submission& submission, const Case& wanted,
                         const CaseResult& result) {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.member("name", wanted.info.name.empty() ? rubric.title : wanted.info.name);
    json.key("files");
    json.begin_array();
    for (const SourceFile& file : submission.files) {
        if (!rubric.main_file.empty() && file.name != rubric.main_file) {
            continue;  // behind it: the studio shows the first
        }
        json.value(std::vector<std::string>{file.name, file.bytes});
    }
    for (const SourceFile& file : submission.files) {
        if (!rubric.main_file.empty() && file.name != rubric.main_file) {
            json.value(std::vector<std::string>{file.name, file.bytes});
        }
    }
    json.end_array();
    json.member("input", wanted.keys ? *wanted.keys : wanted.input);
    json.key("step");
    if (result.verdict == Verdict::crashed) {
        json.value(result.steps);
    } else {
        json.null();
    }
    json.end_object();
    return json.take();
}

}  // namespace

std::string studio_fragment(const Rubric& rubric, const Submission& submission, const Case& wanted,
                            const CaseResult& result) {
    size_t bytes = wanted.input.size();
    for (const SourceFile& file : submission.files) {
        bytes += file.bytes.size();
    }
    const bool is_wrong = result.verdict != Verdict::passed && result.verdict != Verdict::missing;
    if (rubric.studio.empty() || !is_wrong || submission.files.empty() || !rubric.provided.empty() ||
        wanted.info.visibility == Visibility::hidden || bytes > most_source_bytes) {
        return {};
    }
    const Result<std::string> packed = deflated_bytes(project_json(rubric, submission, wanted, result));
    std::string fragment = packed ? "v1." + protocol::to_base64(*packed) : "";
    std::ranges::replace(fragment, '+', '-');
    std::ranges::replace(fragment, '/', '_');
    std::erase(fragment, '=');
    return fragment.size() > longest_link ? std::string() : fragment;
}

}  // namespace mariner::grader

#pragma once
// What the tests share that grade programs: a rubric of a text, a submission of a text, verdicts as letters.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "emulator/grader/judge.hpp"
#include "emulator/grader/self_test.hpp"
#include "emulator/grader/workers.hpp"
#include "emulator/support/file.hpp"

namespace mariner::grader::test {

inline const std::string example = MARINER_SOURCE_DIR "/docs/examples/connect-four/";

inline RubricFiles files_in(const std::string& folder) {
    return [folder](const std::string& path) { return read_file(folder + path); };
}

/// In place of a picture's file: its bytes are colours of one hexadecimal digit, row by row.
inline Result<std::vector<u32>> picture_of(std::string_view bytes, u32 columns, u32 rows) {
    std::vector<u32> units;
    for (const char c : bytes.substr(0, bytes.find('\n'))) {
        units.push_back(static_cast<u32>(c - '0'));
    }
    return units.size() == size_t{columns} * rows ? Result<std::vector<u32>>(std::move(units))
                                                  : Result<std::vector<u32>>(Error{"it has another size"});
}

inline Rubric rubric_of(std::string_view text) {
    Result<Rubric> rubric = read_rubric("r.toml", text, files_in(example), picture_of);
    EXPECT_TRUE(rubric) << (rubric ? "" : rubric.error().message);
    return rubric ? *rubric : Rubric{};
}

inline Submission submission_of(std::string id, std::string program) {
    Submission submission;
    submission.student = id;
    submission.id = std::move(id);
    submission.files.push_back({"hw.asm", std::move(program)});
    return submission;
}

/// What a worker does, without a process.
inline SubmissionResult grade_here(const Rubric& rubric, const Submission& submission) {
    SubmissionResult result = begin_result(submission);
    SubmissionJudge judge(rubric, submission.id, submission.files);
    result.assembled = judge.assembled().assembled;
    result.diagnostics = judge.assembled().diagnostics;
    result.deductions = judge.assembled().deductions;
    CaseFindings findings;
    for (size_t i = 0; i < rubric.cases.size(); ++i) {
        JudgedCase judged = judge.judge(i);
        findings.push_back(std::move(judged.findings));
        result.cases.push_back(std::move(judged.result));
    }
    settle(result, rubric, findings, false);
    return result;
}

/// A scratch folder on disk, gone in the end.
class Folder {
public:
    Folder() {
        std::string name = "/tmp/mariner-test-XXXXXX";
        m_path = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string operator/(const std::string& name) const { return m_path + "/" + name; }
    void put(const std::string& name, std::string_view bytes) const {
        std::filesystem::create_directories(std::filesystem::path(m_path + "/" + name).parent_path());
        EXPECT_TRUE(write_file(m_path + "/" + name, bytes));
    }

private:
    std::string m_path;
};

/// A letter per case, as in the console's table.
inline std::string verdicts(const SubmissionResult& result) {
    std::string text;
    for (const CaseResult& one : result.cases) {
        text += ".FCLAMD"[static_cast<size_t>(one.verdict)];
    }
    return text;
}

}  // namespace mariner::grader::test

#pragma once
// Judges one submission by a rubric: assembles it once, runs each case in a machine of its own and compares. Runs
// inside a worker's process, which may die of it; touches no file, no clock and no other submission, so that the same
// submission always gets the same results.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/analysis/findings.hpp"
#include "emulator/assembler/assembler.hpp"
#include "emulator/grader/case_run.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/source_file.hpp"

namespace mariner::grader {

/// Of a case, as many as are told.
inline constexpr size_t most_checks = 200;

/// What assembling came to.
struct AssembledSubmission {
    bool assembled = false;
    bool missing = false;                     // there is no file to assemble
    std::string diagnostics;                  // for people
    std::vector<DeductionResult> deductions;  // of the rubric's own, for what the source has or lacks
};

class SubmissionJudge {
public:
    /// Both must outlive the judge. `id`: the submission's, for the command that repeats a case.
    SubmissionJudge(const Rubric& rubric, std::string id, const std::vector<SourceFile>& files);
    ~SubmissionJudge();

    [[nodiscard]] const AssembledSubmission& assembled() const { return m_assembled; }
    JudgedCase judge(size_t case_index) const;

private:
    void assemble_files(const std::vector<SourceFile>& files);
    /// The student's program beside the rubric's solution, on other inputs than the case's.
    void compare_with_solution(const Case& wanted, CaseResult& result) const;
    /// Null if there is none.
    [[nodiscard]] const ProgramImage* solution() const;
    [[nodiscard]] std::string repeat_command(const Case& wanted) const;

    const Rubric& m_rubric;
    std::string m_id;
    std::string m_content_hash;
    std::vector<std::string> m_names;  // of the files assembled, in order
    AssembledSubmission m_assembled;
    std::optional<ProgramImage> m_image;
    mutable std::optional<Assembly> m_solution;  // assembled when it is needed
};

/// The result of a case that could not even begin: everything but verdict and reason filled in.
CaseResult empty_case_result(const Rubric& rubric, const Case& wanted, const std::string& submission_id);

/// Sums up: points of the cases, each finding once, deductions up to their limits. This is the one place where hidden
/// cases lose all but their points, before a journal or a report hears of them; with `reveal` they keep it.
void settle(SubmissionResult& submission, const Rubric& rubric, const CaseFindings& findings, bool reveal);

}  // namespace mariner::grader

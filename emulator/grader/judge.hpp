#pragma once
// Judges one submission by a rubric: has it assembled once and run for each case, and compares what came of it. Runs no
// program itself: a ProgramRunner does, which may be another process and is told nothing of what is expected. Touches
// no file, no clock and no other submission, so that the same submission always gets the same results.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/grader/program_runner.hpp"
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

/// Whose words students may read (nobody else's are heard), and who runs the cases that they know nothing of.
struct ProgramRunners {
    ProgramRunner& open;
    ProgramRunner& secret;
};

class SubmissionJudge {
public:
    /// All must outlive the judge. `id`: the submission's, for the command that repeats a case.
    SubmissionJudge(const Rubric& rubric, std::string id, const std::vector<SourceFile>& files, ProgramRunners runners);
    /// Has it run in this process.
    SubmissionJudge(const Rubric& rubric, std::string id, const std::vector<SourceFile>& files);
    ~SubmissionJudge();

    [[nodiscard]] const AssembledSubmission& assembled() const { return m_assembled; }
    JudgedCase judge(size_t case_index);

private:
    SubmissionJudge(const Rubric& rubric, std::string id, const std::vector<SourceFile>& files,
                    std::unique_ptr<ProgramRunner> own);
    void assemble_files(const std::vector<SourceFile>& files);
    /// Hidden cases are run where no visible one is: what was typed there can't come to light here.
    ProgramRunner& runner_for(const Case& wanted);
    void judge_source(size_t case_index, CaseResult& result) const;
    /// False if there is no room to run it.
    bool run(ProgramRunner& runner, const Case& wanted, JudgedCase& judged);
    /// The student's program beside the rubric's solution, on other inputs than the case's.
    void compare_with_solution(ProgramRunner& runner, const Case& wanted, CaseResult& result);
    /// Null if there is none.
    [[nodiscard]] const ProgramImage* solution();
    [[nodiscard]] std::string repeat_command(const Case& wanted) const;

    const Rubric& m_rubric;
    std::string m_id;
    std::string m_content_hash;
    std::vector<std::string> m_names;  // of the files assembled, in order
    AssembledSubmission m_assembled;
    AssemblyOrder m_order;                                   // again for the second runner
    std::vector<std::vector<StructureFinding>> m_structure;  // of the deductions, then of the cases
    std::unique_ptr<ProgramRunner> m_own_runner;             // unless there are others
    ProgramRunners m_runners;
    bool m_is_secret_ready = false;
    std::optional<Assembly> m_solution;  // assembled when it is needed
};

/// The result of a case that could not even begin: everything but verdict and reason filled in.
CaseResult empty_case_result(const Rubric& rubric, const Case& wanted, const std::string& submission_id);

/// Sums up: points of the cases, each finding once, deductions up to their limits. This is the one place where hidden
/// cases lose all but their points, before a journal or a report hears of them; with `reveal` they keep it.
void settle(SubmissionResult& submission, const Rubric& rubric, const CaseFindings& findings, bool reveal);

}  // namespace mariner::grader

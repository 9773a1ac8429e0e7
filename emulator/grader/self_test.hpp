#pragma once
// The rubric's own test: its cases run on a right solution and on wrong versions of it. A case that no wrong version
// fails catches nothing; a wrong version that passes everything shows what the rubric misses.

#include <string>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/grader/workers.hpp"

namespace mariner::grader {

/// A program with one fault.
struct WrongVersion {
    std::string name;   // "mutants/draw.mutant", "line 17"
    std::string fault;  // one sentence
    std::string text;
};

/// Wrong versions by rule (another condition, a constant off by one, a store left out), at most `most`, spread out.
std::vector<WrongVersion> make_wrong_versions(std::string_view program, size_t most);

struct SelfTestReport {
    struct MutantOutcome {
        std::string name;
        std::string fault;
        std::string text;               // of the wrong version
        std::vector<size_t> caught_by;  // indices of cases
    };
    SubmissionResult reference;
    std::vector<MutantOutcome> outcomes;  // of wrong versions that assemble
    std::vector<std::string> not_assembled;
    std::vector<size_t> catches;  // by case: how many it catches
};

/// `files`: reads what the rubric's [self_test] names.
Result<SelfTestReport> run_self_test(const Rubric& rubric, const RubricFiles& files, const WorkerOptions& options,
                                     const CaseProgress& progress = {});

}  // namespace mariner::grader

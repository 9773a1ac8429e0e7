#pragma once
// Assembles one submission and runs it, as often as its judge asks. The judge talks to it through this interface alone,
// so that programs may run where no expected value is known: in a process of their own (remote_runner.hpp). Here, in
// this process, it is what pages and drafts use, whose programs are their user's own.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/grader/run_facts.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner::grader {

class ProgramRunner {
public:
    ProgramRunner() = default;
    ProgramRunner(const ProgramRunner&) = delete;
    ProgramRunner& operator=(const ProgramRunner&) = delete;
    virtual ~ProgramRunner() = default;

    /// Once, before anything else.
    virtual AssemblyFacts assemble(const AssemblyOrder& order) = 0;
    /// A fresh machine for a case; everything that follows is about this one. `check`: watch for what `run --check`
    /// finds.
    virtual Result<void> begin(const Case& wanted, bool check) = 0;
    virtual RunFacts run(const RunOrder& order) = 0;
    virtual PlayFacts play() = 0;
    /// What the checks found in all runs of the case so far.
    virtual std::vector<DeductionResult> findings() = 0;
    /// How the last run ended, at length: source, operands, why; where a loop goes round.
    virtual std::string explain() = 0;
    /// What the checks say of the same run, watched; nothing if that came to another end.
    virtual std::string second_look() = 0;
    virtual WriterFacts who_wrote(const WriterQuestions& questions) = 0;
    /// Nothing if there is no room for another machine.
    virtual std::optional<TrialFacts> try_input(const TrialOrder& order) = 0;
};

/// Runs them in this process.
std::unique_ptr<ProgramRunner> make_local_runner();

/// The case without its answers: what to do, and where to look afterwards. Whatever isn't named there stays behind.
Case questions_of(const Case& wanted);

}  // namespace mariner::grader

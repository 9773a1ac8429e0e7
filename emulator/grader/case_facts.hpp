#pragma once
// Puts a case to a program and notes what came of it, without knowing what should have.

#include <memory>

#include "emulator/grader/case_run.hpp"
#include "emulator/grader/run_facts.hpp"

namespace mariner::grader {

/// The case's preparations, its run, and what is to be seen afterwards. `run` stands at its start.
RunFacts run_case(CaseRun& run, const Case& wanted, const RunOrder& order);

/// What is to be seen of a run that is over.
RunFacts facts_of(const CaseRun& run, const Case& wanted);

}  // namespace mariner::grader

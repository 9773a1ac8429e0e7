#pragma once
// The kinds of cases: each has the case run that was begun, and fills in a result's checks, board and picture. Called
// by the judge, which decides on verdict and points.

#include "emulator/grader/program_runner.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"

namespace mariner::grader {

/// Runs the program with the case's input and compares everything that it expects.
RunFacts judge_program(ProgramRunner& runner, const Case& wanted, CaseResult& result);

/// Calls one routine and compares what it returns, leaves in memory and keeps.
RunFacts judge_call(ProgramRunner& runner, const Case& wanted, CaseResult& result);

/// Plays moves and compares the board in memory with the rules after each.
RunFacts judge_board(ProgramRunner& runner, const Case& wanted, CaseResult& result);

/// Compares one game with a bundled game's native twin.
RunFacts judge_transcript(ProgramRunner& runner, const Case& wanted, CaseResult& result);

/// Looks up how a submission of this content did in a league. Sets the points where they are a part of the whole.
void judge_league(const std::string& content_hash, const Case& wanted, CaseResult& result);

/// Output, end, registers, memory, files and picture after a run.
void check_expectations(const RunFacts& facts, const Case& wanted, CaseResult& result);

/// True if the run ended in a way that the case accepts.
bool ending_is_fine(const RunFacts& facts, const Case& wanted);

}  // namespace mariner::grader

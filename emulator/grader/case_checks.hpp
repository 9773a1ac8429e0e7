#pragma once
// The kinds of cases: each takes a run that is ready, runs it and fills in a result's checks, board and picture. Called
// by the judge, which decides on verdict and points.

#include "emulator/grader/case_run.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"

namespace mariner::grader {

/// Runs the program with the case's input and compares everything that it expects.
void judge_program(CaseRun& run, const Case& wanted, CaseResult& result);

/// Calls one routine and compares what it returns, leaves in memory and keeps.
void judge_call(CaseRun& run, const Case& wanted, CaseResult& result);

/// Plays moves and compares the board in memory with the rules after each.
void judge_board(CaseRun& run, const Case& wanted, CaseResult& result);

/// Compares with a bundled game's native twin.
void judge_game(CaseRun& run, const Case& wanted, CaseResult& result);

/// Plays the submission as a bot against the case's opponent. Sets the points where they are a part of the whole.
void judge_match(const ProgramImage& image, const Case& wanted, CaseResult& result);

/// Looks up how a submission of this content did in a league. Sets the points likewise.
void judge_league(const std::string& content_hash, const Case& wanted, CaseResult& result);

/// Output, end, registers, memory, files and picture after a run; used by the first two.
void check_expectations(const CaseRun& run, const Case& wanted, CaseResult& result);

/// True if the run ended in a way that the case accepts.
bool ending_is_fine(const CaseRun& run, const Case& wanted);

}  // namespace mariner::grader

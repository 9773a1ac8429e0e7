#pragma once
// Cases that are many games: against a bundled game's native twin, or of a bot against others. The program and its
// other side take turns, and so they are judged in the process in which they are played.

#include "emulator/grader/case_run.hpp"
#include "emulator/grader/run_facts.hpp"

namespace mariner::grader {

/// Whether a case is of this kind.
bool is_campaign(const Case& wanted);

PlayFacts play_games(CaseRun& run, const Case& wanted);

/// Plays the submission as a bot against the case's opponent. Brings a part of what the case is worth.
void play_match(const ProgramImage& image, const Case& wanted, PlayFacts& facts);

}  // namespace mariner::grader

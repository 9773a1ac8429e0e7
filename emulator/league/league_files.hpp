#pragma once
// A league's folder: pages, tables, results.json and a replay of every game, all of them or none.

#include <string>

#include "emulator/league/league_reports.hpp"
#include "emulator/support/result.hpp"

namespace mariner::league {

/// Also takes away games and pages of bots that are no longer there.
Result<void> write_league(const std::string& folder, const League& league, const std::vector<LeagueRow>& table,
                          const LeagueTitle& title);

}  // namespace mariner::league

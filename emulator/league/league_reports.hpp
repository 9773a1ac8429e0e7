#pragma once
// The forms of a league: pure functions from its games to text. Whoever calls them decides where it goes.

#include <string>
#include <string_view>

#include "emulator/league/standings.hpp"

namespace mariner::league {

struct LeagueTitle {
    std::string title;
    std::string studio;  // address of a studio; empty: none is linked to
    std::string program_version;
};

/// For other programs; docs/league.md tells the members. No time and no machine is in it.
std::string league_json(const League& league, const std::vector<LeagueRow>& table, const LeagueTitle& title);
/// For spreadsheets: a row for each bot; and who made how many points against whom.
std::string standings_csv(const League& league, const std::vector<LeagueRow>& table);
std::string cross_csv(const League& league, const std::vector<LeagueRow>& table);
/// For a terminal; the cross table only where it fits into 80 columns.
std::string league_text(const League& league, const std::vector<LeagueRow>& table);

/// Where a game of a pair is kept, in a league's folder: "games/ada/ada-ben-1.replay".
std::string replay_path(const PairResult& pair, size_t game);
/// The room in which a game is shown: a move is a line with its column there, and nothing else is asked.
inline constexpr std::string_view replay_room = "bitmap";
/// The game in the form that `mariner replay` reads.
std::string game_replay(const LeagueGame& game);

/// The league's page, and each bot's, which lists its games.
std::string league_html(const League& league, const std::vector<LeagueRow>& table, const LeagueTitle& title);
std::string bot_page_path(const LeagueBot& bot);
std::string bot_html(const League& league, const LeagueRow& standing, const LeagueTitle& title);

/// "four in a row", "the board is full", or who broke which rule.
std::string ending_text(const PairResult& pair, size_t game);

}  // namespace mariner::league

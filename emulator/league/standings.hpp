#pragma once
// The table of a league: points, ratings and places, from what the pairs have played.

#include <string>
#include <vector>

#include "emulator/league/league.hpp"
#include "emulator/league/rating.hpp"

namespace mariner::league {

struct LeagueRow {
    size_t bot = 0;   // its number in the league
    size_t rank = 0;  // from 1; equals share one
    u64 halves = 0;   // points, twice
    u64 games = 0;
    u64 won = 0;
    u64 drawn = 0;
    u64 lost = 0;
    u64 forfeits = 0;  // of the lost ones
    u64 longest_move = 0;
    Rating rating{};
};

/// Best first: by points, then by name.
std::vector<LeagueRow> standings(const League& league);

/// Half points that `row` has made against `column`, and the games they played; nothing for itself.
struct CrossCell {
    u64 halves = 0;
    u64 games = 0;
};
CrossCell cross_cell(const League& league, size_t row, size_t column);

/// "7", "7½", "½".
std::string points_text(u64 halves);

}  // namespace mariner::league

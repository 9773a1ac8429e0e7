#pragma once
// Elo's ratings of a league, all at once: those under which its results are most likely. By additions, multiplications,
// divisions and roots alone, which every machine does alike, and in the order of names: the same figures anywhere.

#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::league {

/// What two bots have made of their games against each other, in half points.
struct Score {
    size_t first = 0;
    size_t second = 0;
    u64 halves = 0;  // of the first
    u64 games = 0;
};

struct Rating {
    int elo = 0;
    int error = 0;  // so much more or less, in nineteen of twenty leagues such as this one
};

/// The mean of all is about 1500. docs/league.md tells the method.
std::vector<Rating> ratings(size_t bots, const std::vector<Score>& scores);

}  // namespace mariner::league

#pragma once
// What travels from the processes of a league, and what its journal keeps, as bytes (grader/pack.hpp).

#include <tuple>

#include "emulator/grader/pack.hpp"
#include "emulator/league/league.hpp"

namespace mariner::league {

inline auto fields(LeagueRules& value) {
    return std::tie(value.openings, value.steps, value.output_bytes);
}
inline auto fields(LeagueGame& value) {
    return std::tie(value.moves, value.winner, value.fault, value.reason, value.is_void, value.longest_move);
}
inline auto fields(PairResult& value) {
    return std::tie(value.first, value.second, value.key, value.games);
}
/// Without its files.
inline auto fields(LeagueBot& value) {
    return std::tie(value.name, value.hash, value.why_not);
}

}  // namespace mariner::league

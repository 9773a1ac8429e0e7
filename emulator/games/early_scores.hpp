#pragma once
// What positions of few stones are worth. A search takes seconds to minutes for one of them; `tools/book --early` takes
// them one after the other, with one large table, and writes early_scores.inc.

#include <vector>

#include "emulator/games/position.hpp"
#include "emulator/games/solver.hpp"

namespace mariner::games {

/// Positions of so many stones stand in the table; what is known of those of fewer follows from them.
inline constexpr int early_stones = 5;
/// Stands there where nobody has looked yet.
inline constexpr int unknown_score = 99;

/// All that so many moves reach, up to six, in the order of their keys; of a position and its mirror the one that faces
/// the right way (games/master_rule.hpp).
std::vector<Position> positions_of(int stones);

/// By the table and by the book of the room `master`, which goes further along the lines of its play.
ScoreBounds known_score(const Position& position);

}  // namespace mariner::games

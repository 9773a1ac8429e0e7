#pragma once
// Who can answer on top of every move owns the squares of the even rows. What follows from that for certain.

#include <optional>

#include "emulator/games/cell_sets.hpp"

namespace mariner::games {

/// The stones of both, seen by who is to move, and the cells where the other would make four.
struct Sides {
    cells::Set mine;
    cells::Set others;
    cells::Set others_wins;
};

/// A bound of the score that answers whether it is more than `alpha`: a lower one if it is greater than alpha, else an
/// upper one. Nothing if the rows don't tell. The other can't win with his next stone.
std::optional<int> parity_bound(const Sides& sides, int stones, int alpha);

}  // namespace mariner::games

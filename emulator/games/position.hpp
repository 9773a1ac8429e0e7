#pragma once
// A position of plain Connect Four with somebody to move: what the solver knows of a game.

#include <bit>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/games/board.hpp"
#include "emulator/games/cell_sets.hpp"
#include "emulator/support/result.hpp"

namespace mariner::games {

class Position {
public:
    Position() = default;
    Position(const Board& board, int mover) : m_mine(board.pieces(mover)), m_taken(board.pieces(1) | board.pieces(2)) {}

    [[nodiscard]] cells::Set mine() const { return m_mine; }
    [[nodiscard]] cells::Set taken() const { return m_taken; }
    [[nodiscard]] cells::Set others() const { return m_mine ^ m_taken; }
    [[nodiscard]] int stones() const { return std::popcount(m_taken); }
    [[nodiscard]] bool can_drop(int column) const { return (cells::next(m_taken) & cells::column_of(column)) != 0; }
    [[nodiscard]] bool wins(int column) const {
        return (cells::fourths(m_mine) & cells::next(m_taken) & cells::column_of(column)) != 0;
    }

    /// After a stone into a column that has room; then the other one is to move.
    [[nodiscard]] Position after(int column) const {
        return {others(), m_taken | (cells::next(m_taken) & cells::column_of(column))};
    }
    [[nodiscard]] Position mirrored() const { return {cells::mirrored(m_mine), cells::mirrored(m_taken)}; }

    /// A number of its own for every position: above each column's stones stands one bit more.
    [[nodiscard]] u64 key() const { return m_mine + m_taken + cells::floor; }

    friend bool operator==(const Position&, const Position&) = default;

private:
    Position(cells::Set mine, cells::Set taken) : m_mine(mine), m_taken(taken) {}

    cells::Set m_mine = 0;
    cells::Set m_taken = 0;
};

/// The position after columns 1 to 7 were played by turns, such as "4453"; "-" is the empty board. It says which move
/// can't be: no column, a full one, or one after somebody had four.
Result<Position> position_after(std::string_view moves);

}  // namespace mariner::games

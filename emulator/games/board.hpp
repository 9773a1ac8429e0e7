#pragma once
// The rules of Connect Four for anybody who wants them: seven columns, six rows, gravity, four in a row.
// A plain value without input, output or state beyond the board; the native twins and the grader stand on it.
//
//     Board board;
//     if (board.can_drop(3)) board.drop(3, 1);       // player 1 into column 3; columns and rows count from 0
//     if (board.winner() == 1) ...                   // any of the 69 lines
//     for (const Cell cell : board.winning_line()->cells) ...

#include <array>
#include <optional>
#include <vector>

#include "emulator/games/cell_sets.hpp"
#include "emulator/support/types.hpp"

namespace mariner::games {

inline constexpr int column_count = cells::columns;
inline constexpr int row_count = cells::rows;
inline constexpr int cell_count = column_count * row_count;

/// Row 0 is the lowest.
struct Cell {
    int column = 0;
    int row = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
};

struct Line {
    std::array<Cell, 4> cells;
};

/// The 69 lines of four: across, up, rising diagonal, falling diagonal; each from its leftmost (or lowest) cell.
const std::array<Line, 69>& all_lines();

class Board {
public:
    /// 0 for an empty cell, else the player (1 or 2).
    [[nodiscard]] int at(Cell cell) const {
        const u64 bit = bit_of(cell);
        return (m_pieces[0] & bit) != 0 ? 1 : (m_pieces[1] & bit) != 0 ? 2 : 0;
    }
    void set(Cell cell, int player) {
        for (int owner = 1; owner <= 2; ++owner) {
            u64& pieces = m_pieces[static_cast<size_t>(owner - 1)];
            pieces = owner == player ? pieces | bit_of(cell) : pieces & ~bit_of(cell);
        }
    }

    /// Number of pieces in a column, counted from the floor to the first empty cell.
    [[nodiscard]] int height(int column) const;
    [[nodiscard]] bool can_drop(int column) const;
    [[nodiscard]] std::vector<int> legal_columns() const;

    /// Lets a piece fall into a column that has room, and says where it lies.
    Cell drop(int column, int player);
    /// Takes the highest piece of a column off the board.
    void undo(int column);
    /// Takes any piece off the board; those above it fall by one.
    void remove(Cell cell);

    [[nodiscard]] int count(int player) const;
    [[nodiscard]] bool is_full() const;

    /// 0, or the player who has four in a row (player 1 if both have, which no game played by turns reaches).
    [[nodiscard]] int winner() const;
    [[nodiscard]] bool has_won(int player) const;
    /// Whether a piece in that column, which has room, completes a four.
    [[nodiscard]] bool would_win(int column, int player) const;
    /// The first column in which it does.
    [[nodiscard]] std::optional<int> winning_column(int player) const;
    /// The first of all_lines() that belongs to one player, if there is one.
    [[nodiscard]] std::optional<Line> winning_line() const;

    friend bool operator==(const Board&, const Board&) = default;

    /// A number of its own for every position that gravity allows: above each column's pieces stands one bit more.
    [[nodiscard]] u64 key() const { return m_pieces[0] + occupied() + cells::floor; }

    [[nodiscard]] cells::Set pieces(int player) const { return m_pieces[static_cast<size_t>(player - 1)]; }

private:
    static constexpr cells::Set bit_of(Cell cell) { return cells::cell(cell.column, cell.row); }

    [[nodiscard]] cells::Set occupied() const { return m_pieces[0] | m_pieces[1]; }

    std::array<cells::Set, 2> m_pieces{};  // of player 1 and of player 2
};

}  // namespace mariner::games

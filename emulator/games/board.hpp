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

#include "emulator/support/types.hpp"

namespace mariner::games {

inline constexpr int column_count = 7;
inline constexpr int row_count = 6;
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
    [[nodiscard]] int at(Cell cell) const { return m_cells[index(cell)]; }
    void set(Cell cell, int player) { m_cells[index(cell)] = static_cast<u8>(player); }

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
    /// The first of all_lines() that belongs to one player, if there is one.
    [[nodiscard]] std::optional<Line> winning_line() const;

    friend bool operator==(const Board&, const Board&) = default;

private:
    static size_t index(Cell cell) { return static_cast<size_t>(cell.row * column_count + cell.column); }

    std::array<u8, cell_count> m_cells{};
};

}  // namespace mariner::games

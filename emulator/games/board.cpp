// The rules of Connect Four, for twins, grader and verify; knows no game's wording, memory layout or input.

#include "emulator/games/board.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace mariner::games {

namespace {

struct LineDirection {
    int column_step;
    int row_step;
};

/// Across, up, rising, falling: the order of all_lines().
constexpr std::array<LineDirection, 4> directions{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

constexpr bool is_on_board(Cell cell) {
    return cell.column >= 0 && cell.column < column_count && cell.row >= 0 && cell.row < row_count;
}

constexpr Cell step(Cell from, LineDirection direction, int steps) {
    return {from.column + steps * direction.column_step, from.row + steps * direction.row_step};
}

constexpr std::array<Line, 69> make_lines() {
    std::array<Line, 69> lines{};
    size_t found = 0;
    for (const LineDirection direction : directions) {
        for (int row = 0; row < row_count; ++row) {
            for (int column = 0; column < column_count; ++column) {
                const Cell start{column, row};
                if (!is_on_board(step(start, direction, 3)))
                    continue;
                for (int i = 0; i < 4; ++i)
                    lines[found].cells[static_cast<size_t>(i)] = step(start, direction, i);
                ++found;
            }
        }
    }
    return lines;
}

constexpr std::array<Line, 69> the_lines = make_lines();
static_assert(the_lines.back().cells[3] == Cell{6, 2}, "the 69th line is the falling one from the top of column 3");

}  // namespace

const std::array<Line, 69>& all_lines() {
    return the_lines;
}

int Board::height(int column) const {
    return std::countr_one(occupied() >> (column * cells::column_bits));
}

bool Board::can_drop(int column) const {
    return column >= 0 && column < column_count && at({column, row_count - 1}) == 0;
}

std::vector<int> Board::legal_columns() const {
    std::vector<int> columns;
    for (int column = 0; column < column_count; ++column) {
        if (can_drop(column))
            columns.push_back(column);
    }
    return columns;
}

Cell Board::drop(int column, int player) {
    assert(can_drop(column) && "the caller asks can_drop() first");
    const Cell cell{column, height(column)};
    set(cell, player);
    return cell;
}

void Board::undo(int column) {
    const int pieces = height(column);
    assert(pieces > 0 && "the caller takes back only what was dropped");
    set({column, pieces - 1}, 0);
}

void Board::remove(Cell cell) {
    for (int row = cell.row; row + 1 < row_count; ++row)
        set({cell.column, row}, at({cell.column, row + 1}));
    set({cell.column, row_count - 1}, 0);
}

int Board::count(int player) const {
    return player == 0 ? cell_count - std::popcount(occupied()) : std::popcount(pieces(player));
}

bool Board::is_full() const {
    return count(0) == 0;
}

bool Board::has_won(int player) const {
    return cells::has_four(pieces(player));
}

int Board::winner() const {
    if (has_won(1))
        return 1;
    return has_won(2) ? 2 : 0;
}

bool Board::would_win(int column, int player) const {
    Board tried = *this;
    tried.drop(column, player);
    return tried.has_won(player);
}

std::optional<int> Board::winning_column(int player) const {
    for (int column = 0; column < column_count; ++column) {
        if (can_drop(column) && would_win(column, player))
            return column;
    }
    return std::nullopt;
}

std::optional<Line> Board::winning_line() const {
    for (const Line& line : the_lines) {
        const int owner = at(line.cells[0]);
        if (owner == 0)
            continue;
        if (std::all_of(line.cells.begin(), line.cells.end(), [&](Cell cell) { return at(cell) == owner; }))
            return line;
    }
    return std::nullopt;
}

}  // namespace mariner::games

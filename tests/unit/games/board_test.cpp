// The rules of Connect Four as a value: gravity, taking back, removing, and all 69 lines.

#include "emulator/games/board.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace mariner::games {
namespace {

int key(Cell cell) {
    return cell.row * column_count + cell.column;
}

TEST(Board, StartsEmptyWithEveryColumnOpen) {
    const Board board;
    EXPECT_EQ(board.count(0), cell_count);
    EXPECT_EQ(board.legal_columns(), (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(board.winner(), 0);
    EXPECT_FALSE(board.winning_line().has_value());
    EXPECT_FALSE(board.is_full());
}

TEST(Board, PiecesStackFromTheFloor) {
    Board board;
    EXPECT_EQ(board.drop(2, 1), (Cell{2, 0}));
    EXPECT_EQ(board.drop(2, 2), (Cell{2, 1}));
    EXPECT_EQ(board.at({2, 0}), 1);
    EXPECT_EQ(board.at({2, 1}), 2);
    EXPECT_EQ(board.height(2), 2);
    EXPECT_EQ(board.height(3), 0);
}

TEST(Board, RefusesAFullColumnAndColumnsOffTheBoard) {
    Board board;
    for (int i = 0; i < row_count; ++i) {
        EXPECT_TRUE(board.can_drop(6));
        board.drop(6, 1 + i % 2);
    }
    EXPECT_FALSE(board.can_drop(6));
    EXPECT_EQ(board.height(6), row_count);
    EXPECT_FALSE(board.can_drop(-1));
    EXPECT_FALSE(board.can_drop(column_count));
    EXPECT_EQ(board.legal_columns(), (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(Board, UndoTakesTheHighestPieceOnly) {
    Board board;
    board.drop(0, 1);
    Board before = board;
    board.drop(0, 2);
    board.undo(0);
    EXPECT_EQ(board, before);
}

TEST(Board, PiecesAboveARemovedOneFallByOne) {
    Board board;
    for (const int player : {1, 2, 2, 1})
        board.drop(4, player);
    board.drop(5, 2);
    board.remove({4, 1});
    EXPECT_EQ(board.at({4, 0}), 1);
    EXPECT_EQ(board.at({4, 1}), 2);
    EXPECT_EQ(board.at({4, 2}), 1);
    EXPECT_EQ(board.at({4, 3}), 0);
    EXPECT_EQ(board.at({5, 0}), 2);
}

TEST(Board, RemovingFromAFullColumnOpensItsTop) {
    Board board;
    for (int i = 0; i < row_count; ++i)
        board.drop(1, 1 + i % 2);
    board.remove({1, 5});
    EXPECT_EQ(board.height(1), 5);
    board.remove({1, 0});
    EXPECT_EQ(board.height(1), 4);
    EXPECT_EQ(board.at({1, 0}), 2);
}

TEST(Board, TheSixtyNineLinesAreAllDifferentAndOnTheBoard) {
    std::set<std::set<int>> seen;
    for (const Line& line : all_lines()) {
        std::set<int> cells;
        for (const Cell cell : line.cells) {
            ASSERT_TRUE(cell.column >= 0 && cell.column < column_count && cell.row >= 0 && cell.row < row_count);
            cells.insert(key(cell));
        }
        EXPECT_EQ(cells.size(), 4U);
        seen.insert(cells);
    }
    EXPECT_EQ(seen.size(), 69U);
}

TEST(Board, EachLineIsStraightAndWithoutGaps) {
    for (const Line& line : all_lines()) {
        const std::pair step{line.cells[1].column - line.cells[0].column, line.cells[1].row - line.cells[0].row};
        EXPECT_TRUE(step.first >= 0 && step.first <= 1 && step.second >= -1 && step.second <= 1);
        for (size_t i = 2; i < 4; ++i) {
            EXPECT_EQ(line.cells[i].column - line.cells[i - 1].column, step.first);
            EXPECT_EQ(line.cells[i].row - line.cells[i - 1].row, step.second);
        }
    }
}

TEST(Board, EveryLineWinsForEachPlayerAndThreeOfItDoNot) {
    for (const Line& line : all_lines()) {
        for (const int player : {1, 2}) {
            Board board;
            for (const Cell cell : line.cells)
                board.set(cell, player);
            EXPECT_EQ(board.winner(), player);
            EXPECT_TRUE(board.has_won(player));
            EXPECT_FALSE(board.has_won(3 - player));
            ASSERT_TRUE(board.winning_line().has_value());
            EXPECT_EQ(board.winning_line()->cells, line.cells);
            for (const Cell cell : line.cells) {
                Board broken = board;
                broken.set(cell, 3 - player);
                EXPECT_EQ(broken.winner(), 0);
                EXPECT_FALSE(broken.winning_line().has_value());
            }
        }
    }
}

TEST(Board, AFullBoardWithoutFourIsADraw) {
    // Rows X X X O X X X and their opposite in turn, the picture of a draw in the report of `columns`.
    Board board;
    for (int column = 0; column < column_count; ++column) {
        for (int row = 0; row < row_count; ++row)
            board.drop(column, 1 + (row + (column == 3 ? 1 : 0)) % 2);
    }
    EXPECT_TRUE(board.is_full());
    EXPECT_TRUE(board.legal_columns().empty());
    EXPECT_EQ(board.count(1), 21);
    EXPECT_EQ(board.count(2), 21);
    EXPECT_EQ(board.winner(), 0);
}

}  // namespace
}  // namespace mariner::games

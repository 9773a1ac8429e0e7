// The picture of two rooms: tokens where they belong, and which four are found first.

#include "emulator/games/token_picture.hpp"

#include <gtest/gtest.h>

namespace mariner::games {
namespace {

TEST(TokenPicture, PutsTokensIntoTheirHoles) {
    TokenPicture picture;
    const std::vector<u32> before = picture.canvas().after(0);
    picture.put({0, 0}, 1);
    picture.put({6, 5}, 2);
    picture.show_mover(2);
    picture.show_mover(2);
    const std::vector<u32> after = picture.canvas().after(picture.canvas().strokes.size());
    constexpr size_t lower_left = 52 * 64 + 7;
    constexpr size_t upper_right = 12 * 64 + 55;
    EXPECT_NE(after[lower_left], before[lower_left]);
    EXPECT_NE(after[upper_right], before[upper_right]);
    EXPECT_NE(after[lower_left], after[upper_right]);
    EXPECT_EQ(after[3 * 64 + 31], after[upper_right]) << "whose turn it is";
    EXPECT_EQ(picture.canvas().strokes.size(), 3 * 32U) << "a token that is shown already costs nothing";
}

TEST(FirstFour, IsTheOneWhoseFirstCellIsLowest) {
    Board board;
    EXPECT_TRUE(first_four(board, 1).empty());
    for (int column = 1; column < 5; ++column) {
        board.drop(column, 1);
    }
    const std::vector<Cell> four{{1, 0}, {2, 0}, {3, 0}, {4, 0}};
    EXPECT_EQ(first_four(board, 1), four);
    EXPECT_TRUE(first_four(board, 2).empty());
}

}  // namespace
}  // namespace mariner::games

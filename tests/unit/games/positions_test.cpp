#include "emulator/games/positions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace mariner::games {
namespace {

TEST(Positions, AreAsManyAsIsKnownForEachPly) {
    // Positions of 0, 1, 2 ... plies; the sequence is published (OEIS A212693).
    constexpr std::array<size_t, 7> known = {1, 7, 49, 238, 1120, 4263, 16422};
    size_t total = 0;
    for (size_t ply = 0; ply < known.size(); ++ply) {
        total += known[ply];
        EXPECT_EQ(distinct_positions(static_cast<int>(ply), {}).size(), total) << ply << " plies";
    }
}

TEST(Positions, BeginWithTheForcedMoves) {
    const std::array<u8, 2> forced = {3, 3};
    for (const Plan& plan : distinct_positions(4, forced)) {
        ASSERT_GE(plan.size(), 2U);
        EXPECT_EQ(plan[0], 3);
        EXPECT_EQ(plan[1], 3);
    }
}

TEST(Lines, GravityLeavesFourHundredAndTwentySixGoals) {
    // 24 + 12 + 12 lines with four cells each and 21 vertical ones with their top cell, for two players.
    EXPECT_EQ(line_goals({}).size(), 2U * (48 * 4 + 21));
}

TEST(Lines, EveryGoalIsReachedByAGameThatEndsThere) {
    for (const LineGoal& goal : line_goals({})) {
        std::optional<Plan> plan;
        for (u64 seed = 0; seed < 5000 && !plan; ++seed) {
            plan = try_line(goal, {}, seed, {});
        }
        ASSERT_TRUE(plan);
        Board board;
        for (size_t i = 0; i < plan->size(); ++i) {
            ASSERT_EQ(board.winner(), 0) << "somebody won before the last move";
            board.drop((*plan)[i], i % 2 == 0 ? 1 : 2);
        }
        EXPECT_EQ(board.winner(), goal.player);
        EXPECT_TRUE(std::all_of(goal.line.cells.begin(), goal.line.cells.end(),
                                [&](Cell cell) { return board.at(cell) == goal.player; }));
    }
}

TEST(Lines, ForcedMovesCloseTheirLines) {
    const std::array<u8, 2> forced = {3, 3};
    for (const LineGoal& goal : line_goals(forced)) {
        for (const Cell cell : goal.line.cells) {
            EXPECT_FALSE(cell == (Cell{3, 0}) && goal.player == 2);
            EXPECT_FALSE(cell == (Cell{3, 1}) && goal.player == 1);
        }
    }
}

}  // namespace
}  // namespace mariner::games

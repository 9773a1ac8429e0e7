// The rule of the room that looks ahead: best columns, mirrors, what the lower strengths see.

#include "emulator/games/master_rule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>
#include <string>

namespace mariner::games {
namespace {

/// After random moves that win nothing.
Position quiet_position(std::mt19937& random, int stones) {
    for (;;) {
        Position position;
        while (position.stones() < stones) {
            const int column = static_cast<int>(random() % column_count);
            if (!position.can_drop(column)) {
                continue;
            }
            if (position.wins(column)) {
                break;
            }
            position = position.after(column);
        }
        if (position.stones() == stones) {
            return position;
        }
    }
}

TEST(MasterRule, TakesABestColumnAndTheMirrorsOfAMirror) {
    std::mt19937 random(11);
    Solver solver;
    MasterRule rule(solver);
    for (int round = 0; round < 60; ++round) {
        const Position position = quiet_position(random, 16 + round % 25);
        const Decision decision = rule.decide(position);
        const std::vector<int> best = best_columns(solver.values(position));
        EXPECT_NE(std::ranges::find(best, decision.column), best.end()) << "round " << round;
        if (position != position.mirrored()) {
            EXPECT_EQ(rule.decide(position.mirrored()).column, column_count - 1 - decision.column) << "round " << round;
        }
    }
}

TEST(MasterRule, LowerStrengthsSeeWhatIsNear) {
    constexpr std::array<int, 4> plies{2, 4, 8, 14};
    std::mt19937 random(12);
    Solver solver;
    MasterRule rule(solver);
    for (int round = 0; round < 40; ++round) {
        const Position position = quiet_position(random, 18 + round % 20);
        const ColumnValues exact = solver.values(position);
        for (size_t i = 0; i < plies.size(); ++i) {
            const ColumnValues seen = rule.values(position, static_cast<int>(i) + 1);
            for (size_t column = 0; column < exact.size(); ++column) {
                const bool is_near = exact.at(column) && std::abs(*exact.at(column)) - 1 <= plies.at(i);
                const std::optional<int> expected = !exact.at(column) || is_near ? exact.at(column) : std::optional(0);
                EXPECT_EQ(seen.at(column), expected) << "round " << round << ", " << plies.at(i) << " plies";
            }
        }
    }
}

TEST(MasterRule, DrawsBetweenColumnsThatLookTheSame) {
    Solver solver;
    MasterRule rule(solver);
    size_t choices = 0;
    const Draw last = [&](size_t bound) {
        choices = bound;
        return bound - 1;
    };
    EXPECT_EQ(rule.decide(Position(), 1, last).column, 6) << "the last of the order";
    EXPECT_EQ(choices, 7U);
}

/// Two threats can't be parried, but who overlooks one is made to see the other.
TEST(MasterRule, ParriesWhereEverythingLoses) {
    const Position position = *position_after("44335");
    Solver solver;
    ASSERT_EQ(solver.values(position), (ColumnValues{-2, -2, -2, -2, -2, -2, -2}));
    const int column = MasterRule(solver).decide(position).column;
    EXPECT_TRUE(column == 1 || column == 5) << column;
}

TEST(MasterRule, KnowsKeysByWhoBegan) {
    EXPECT_EQ(absolute_key(Position()), 0U);
    EXPECT_EQ(absolute_key(*position_after("1")), 2U) << "a stone of who began counts twice";
    EXPECT_EQ(absolute_key(*position_after("12")), 2U + (1U << 7U));
    EXPECT_TRUE(Facing(*position_after("7")).is_mirrored);
    EXPECT_FALSE(Facing(*position_after("1")).is_mirrored);
}

}  // namespace
}  // namespace mariner::games

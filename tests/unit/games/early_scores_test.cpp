// What is known of positions of few stones: the table fits the positions, the book and itself, and a search says the
// same.

#include "emulator/games/early_scores.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "emulator/games/hint.hpp"
#include "emulator/games/master_rule.hpp"

namespace mariner::games {
namespace {

TEST(EarlyScores, AreOfAllPositionsMirrorsTakenAsOne) {
    EXPECT_EQ(positions_of(0), std::vector<Position>{Position()});
    EXPECT_EQ(positions_of(1).size(), 4U);
    EXPECT_EQ(positions_of(2).size(), 25U);
    EXPECT_EQ(positions_of(3).size(), 121U);
    for (const Position& position : positions_of(early_stones)) {
        EXPECT_EQ(position.stones(), early_stones);
        EXPECT_FALSE(Facing(position).is_mirrored);
    }
}

/// The table and the book were found apart, and what is known of a position follows from its moves, too: a wrong score
/// anywhere leaves nothing between the bounds.
TEST(EarlyScores, ContradictNobody) {
    int exact = 0;
    for (int stones = 0; stones <= early_stones; ++stones) {
        for (const Position& position : positions_of(stones)) {
            const ScoreBounds known = known_score(position);
            EXPECT_LE(known.least, known.most) << absolute_key(position);
            EXPECT_EQ(known_score(position.mirrored()), known) << absolute_key(position);
            exact += known.least == known.most ? 1 : 0;
            for (int column = 0; stones < early_stones && column < column_count; ++column) {
                EXPECT_GE(-known_score(position.after(column)).least, -cell_count);
                EXPECT_LE(-known_score(position.after(column)).most, known.most) << absolute_key(position);
            }
        }
    }
    EXPECT_GT(exact, 400);
}

TEST(EarlyScores, KnowTheOpening) {
    EXPECT_EQ(known_score(Position()), (ScoreBounds{1, 1}));
    EXPECT_EQ(known_score(*position_after("3")), (ScoreBounds{0, 0}));
    EXPECT_EQ(known_score(*position_after("11111177")), ScoreBounds()) << "too many stones, and not in the book";
}

/// Asked by bounds alone, a solver that knows answers without a look where they tell, and searches where they don't.
TEST(EarlyScores, SaveTheSearch) {
    Solver solver;
    solver.look_up_in([](const Position& position) {
        return position.stones() == 20 ? ScoreBounds{1, cell_count} : ScoreBounds();
    });
    const Position position = *position_after("42726551265143326325");
    ASSERT_EQ(position.stones(), 20);
    EXPECT_EQ(solver.sign(position), 1);
    EXPECT_EQ(solver.nodes(), 0U);
}

}  // namespace
}  // namespace mariner::games

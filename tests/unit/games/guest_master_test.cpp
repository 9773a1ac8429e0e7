// What the program of the room that looks ahead answers, against the rule that it follows.

#include "emulator/games/guest_master.hpp"

#include <gtest/gtest.h>

#include <string>

#include "emulator/games/master_rule.hpp"

namespace mariner::games {
namespace {

TEST(GuestMaster, PlaysByTheRule) {
    const Result<std::unique_ptr<GuestMaster>> master = GuestMaster::create(EngineKind::fast);
    ASSERT_TRUE(master) << master.error().message;
    Solver solver;
    MasterRule rule(solver);
    for (const std::string moves : {"54214557452472342633", "4241336574523221122", "44335", "6766666574723154353"}) {
        const Position position = *position_after(moves);
        const int strength = moves.size() < 10 ? 2 : strengths;
        const Result<int> column = (*master)->column(moves, strength);
        ASSERT_TRUE(column) << moves;
        if (strength == strengths) {
            EXPECT_EQ(*column, rule.decide(position).column) << moves;
        }
        const Result<ColumnValues> values = (*master)->values(moves, strength);
        ASSERT_TRUE(values) << moves;
        EXPECT_EQ(*values, rule.values(position, strength)) << moves;
    }
    EXPECT_GT((*master)->steps(), 1000U);
}

TEST(GuestMaster, GivesNoAnswerWhereTheGameIsOver) {
    const Result<std::unique_ptr<GuestMaster>> master = GuestMaster::create(EngineKind::fast);
    ASSERT_TRUE(master);
    EXPECT_FALSE((*master)->column("1212121", 1));
}

}  // namespace
}  // namespace mariner::games

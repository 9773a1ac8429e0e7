// Games between bots, by rules alone.

#include "emulator/games/match.hpp"

#include <gtest/gtest.h>

#include <deque>

namespace mariner::games {
namespace {

/// Plays what it was told, or breaks a rule.
class TellingSeat final : public MatchSeat {
public:
    explicit TellingSeat(std::deque<int> columns) : m_columns(std::move(columns)) {}
    void begin_game(i64 seed) override { m_seed = seed; }
    MatchAnswer answer(const RoomState& state) override {
        m_asked = state.moves();
        if (m_columns.empty()) {
            return {0, BotFault::silent, "said nothing", 7};
        }
        const int column = m_columns.front();
        m_columns.pop_front();
        return {column - 1, BotFault::none, {}, static_cast<u64>(column)};
    }

    i64 m_seed = 0;
    std::string m_asked;

private:
    std::deque<int> m_columns;
};

TEST(Match, IsWonByFourInARow) {
    TellingSeat first({1, 1, 1, 1});
    TellingSeat second({2, 2, 2});
    const MatchGame game = play_match(first, second, "", 5);
    EXPECT_EQ(game.moves, "1212121");
    EXPECT_EQ(game.winner, 1);
    EXPECT_EQ(game.fault, BotFault::none);
    EXPECT_EQ(second.m_asked, "12121");
    EXPECT_EQ(first.m_seed, 5);
    EXPECT_EQ(game.longest_move[1], 2U);
}

TEST(Match, GoesOnFromAnOpening) {
    TellingSeat first({4});
    TellingSeat second({});
    const MatchGame game = play_match(first, second, "11", 0);
    EXPECT_EQ(game.moves, "114");
    EXPECT_EQ(first.m_asked, "11");
    EXPECT_EQ(game.winner, 1);
    EXPECT_EQ(game.fault, BotFault::silent);
    EXPECT_EQ(game.reason, "said nothing");
    EXPECT_EQ(game.longest_move[1], 7U);
}

TEST(Match, OpeningsAreDrawnByTheirNumberAndWonByNobody) {
    EXPECT_EQ(drawn_opening(1), drawn_opening(1));
    for (u64 number = 0; number < 2000; ++number) {
        const std::string opening = drawn_opening(number);
        const RoomState state = plain_state(opening);
        EXPECT_EQ(opening.size(), 4U);
        EXPECT_FALSE(state.board.winning_column(1) || state.board.winning_column(2)) << opening;
    }
}

TEST(Match, ChanceLosesAgainstTheMaster) {
    const auto chance = chooser_named("random");
    const auto master = chooser_named("master:3");
    ASSERT_TRUE(chance && master && chooser_named("somebody") == nullptr);
    ChooserSeat first(*chance);
    ChooserSeat second(*master);
    for (i64 seed = 0; seed < 5; ++seed) {
        EXPECT_EQ(play_match(first, second, "4433", seed).winner, 2);
    }
}

}  // namespace
}  // namespace mariner::games

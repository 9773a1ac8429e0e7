// Hints and reviews: nothing early is left open where the book knows it; who stops is told so; slips are named.

#include "emulator/games/hint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "emulator/games/early_scores.hpp"
#include "emulator/games/master_book.hpp"
#include "emulator/games/registry.hpp"

namespace mariner::games {
namespace {

Position position_of(std::string_view moves) {
    return *position_after(moves);
}

bool is_known(const ColumnHint& hint) {
    return hint.kind == HintKind::known;
}

TEST(Hint, OfTheEmptyBoardComesFromTheBook) {
    Adviser adviser(known_score, {0, 0, 0, 0});
    const ColumnHints hints = adviser.hints(position_of("-"));
    ASSERT_TRUE(std::ranges::all_of(hints, is_known));
    EXPECT_EQ(hints[3].words(), "wins in 21");
    EXPECT_EQ(hints[2].words(), "draws");
    EXPECT_EQ(hints[0].words(), "loses in 20");
}

TEST(Hint, AfterOneMoveComesFromTheBook) {
    Adviser adviser(known_score, {0, 0, 0, 0});
    for (int column = 0; column < column_count; ++column) {
        EXPECT_TRUE(std::ranges::all_of(adviser.hints(Position().after(column)), is_known)) << column;
    }
    EXPECT_EQ(adviser.hints(position_of("3"))[2].words(), "draws");
}

/// What the program's own play doesn't lead to was found apart from the rest: values of a position and of those after
/// it fit together wherever the book has both.
TEST(Hint, OfOpeningsFitTogether) {
    std::vector<Position> level{Position()};
    int looked_at = 0;
    for (int stones = 0; stones <= 5; ++stones) {
        std::vector<Position> next;
        for (const Position& position : level) {
            const std::optional<Decision> decision = find_in_book(Facing(position).position);
            for (int column = 0; decision && column < column_count; ++column) {
                const std::optional<Decision> after = find_in_book(Facing(position.after(column)).position);
                looked_at += after ? 1 : 0;
                EXPECT_FALSE(after && -after->score > decision->score) << absolute_key(position) << " " << column;
                EXPECT_FALSE(after && Facing(position).column(decision->column) == column &&
                             -after->score != decision->score)
                    << absolute_key(position) << " " << column;
            }
            for (int column = 0; stones < 5 && column < column_count; ++column) {
                next.push_back(position.after(column));
            }
        }
        level = std::move(next);
    }
    EXPECT_GT(looked_at, 300);
}

TEST(Hint, OfWhoeverStopsIsNotKnown) {
    Adviser adviser({}, long_patience);
    adviser.stop_when([] { return true; });
    const ColumnHints hints = adviser.hints(position_of("12"));
    EXPECT_TRUE(std::ranges::none_of(hints, is_known)) << "and it came at once";
}

TEST(Hint, IsExactWithPatience) {
    Adviser adviser(known_score, long_patience);
    const Position position = position_of("63416146345567");
    const ColumnHints hints = adviser.hints(position);
    const ColumnValues values = Solver().values(position);
    for (size_t column = 0; column < hints.size(); ++column) {
        ASSERT_EQ(values.at(column).has_value(), hints.at(column).kind != HintKind::full);
        if (values.at(column)) {
            EXPECT_TRUE(is_known(hints.at(column)));
            EXPECT_EQ(hints.at(column).value, *values.at(column)) << column;
        }
    }
}

/// What a room would tell of the game so far.
RoomState state_of(std::string_view moves) {
    RoomState state;
    int player = 1;
    for (const char move : moves) {
        RoomTurn turn;
        turn.before = state.board;
        turn.player = player;
        turn.cell = state.board.drop(move - '1', player);
        state.turns.push_back(turn);
        player = 3 - player;
    }
    return state;
}

TEST(Review, JudgesTheFirstMoveFromTheBook) {
    Adviser adviser(known_score, {0, 0, 0, 0});
    const GameReview review = adviser.review(state_of("1"));
    EXPECT_EQ(review.unknown, 0U);
    ASSERT_EQ(review.slips.size(), 1U);
    EXPECT_EQ(review.slips[0].before, 1);
    EXPECT_EQ(review.slips[0].after, -1);
    EXPECT_EQ(review.slips[0].better, std::vector<int>{3});
}

}  // namespace
}  // namespace mariner::games

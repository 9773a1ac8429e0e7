// The twin of `rows` against the sessions recorded from MARS, and its rules one by one. Seed 3 lets Player 1 start,
// seed 7 Player 2.

#include <string>

#include "twin_sessions.hpp"

namespace mariner::games {
namespace {

constexpr i32 player_1_starts = 3;

Played play_rows(std::string_view input, i32 seed = player_1_starts) {
    return play(make_rows_twin, input, seed);
}

TEST(RowsTwin, PlaysEverySessionAsMarsDid) {
    expect_sessions_agree(make_rows_twin, "rows");
}

TEST(RowsTwin, KeepsTheBoardAsTheTextItShows) {
    const Played played = play_rows("4\n4\n");
    const std::string board = text_fact(played.facts, "board");
    const size_t shown = played.transcript.rfind(" | ");
    ASSERT_NE(shown, std::string::npos);
    EXPECT_EQ(board.back(), '\0');
    EXPECT_NE(played.transcript.find(board.substr(0, board.size() - 1)), std::string::npos);
    const size_t row_1 = word_fact(played.facts, "$t0") - 0x10010000;
    const size_t row_2 = word_fact(played.facts, "$t1") - 0x10010000;
    EXPECT_EQ(board[row_1 + 15], 'X');
    EXPECT_EQ(board[row_2 + 15], 'Y');
}

TEST(RowsTwin, CountsChancesForTheWholeGame) {
    const Played played = play_rows("0\n1\n1\n8\n1\nN\n1\nN\nx\n");
    EXPECT_EQ(word_fact(played.facts, "$s5"), 0U);
    EXPECT_EQ(word_fact(played.facts, "$s6"), 3U);
    EXPECT_TRUE(played.transcript.ends_with("Player 1 has no chances left. Player 2 wins!\n"));
}

TEST(RowsTwin, AnUndoneMoveLeavesOnlyTheCountBehind) {
    const Played played = play_rows("1\n2\n3\nY\n");
    ASSERT_EQ(played.waiting.size(), 5U);
    EXPECT_EQ(fact(played.waiting[4], "board"), fact(played.waiting[2], "board"));
    EXPECT_NE(fact(played.waiting[3], "board"), fact(played.waiting[2], "board"));
    EXPECT_EQ(word_fact(played.waiting[4], "$s3"), 2U);
    EXPECT_EQ(word_fact(played.waiting[4], "$s7"), 2U);
}

TEST(RowsTwin, OffersNoUndoOnFirstMovesNorWhenUsedUp) {
    const Played played = play_rows("1\n2\n1\nY\n1\nY\n1\nY\n1\n");
    size_t questions = 0;
    for (size_t at = played.transcript.find("undo"); at != std::string::npos;
         at = played.transcript.find("undo", at + 1)) {
        ++questions;
    }
    EXPECT_EQ(questions, 3U);
    EXPECT_EQ(word_fact(played.facts, "$s3"), 0U);
}

TEST(RowsTwin, KeepsTheTurnAfterTheEnd) {
    const Played stopped = play_rows("1\n2\n");
    EXPECT_EQ(word_fact(stopped.facts, "$a1"), 3U);
    const Played whole = play_rows("1\n2\n1\nN\n2\nN\n1\nN\n2\nN\n1\nN\n");
    EXPECT_TRUE(whole.transcript.ends_with("Player 1 wins!\n"));
    EXPECT_EQ(word_fact(whole.facts, "$a1"), 7U);
    EXPECT_EQ(word_fact(whole.facts, "$s7"), 7U);
}

TEST(RowsTwin, ALongLineIsOneWrongAnswer) {
    const Played played = play_rows(std::string(100000, '1') + "\n1\n");
    EXPECT_EQ(word_fact(played.facts, "$s5"), 2U);
    EXPECT_NE(text_fact(played.facts, "board").find('X'), std::string::npos);
}

TEST(RowsTwin, CanPlayAgain) {
    const std::unique_ptr<Twin> twin = make_rows_twin();
    for (int round = 0; round < 2; ++round) {
        ScriptConsole console("1\n2\n1\nN\n2\nN\n1\nN\n2\nN\n1\nN\n");
        JavaRandom random(player_1_starts);
        twin->play(console, random);
        EXPECT_TRUE(console.transcript().ends_with("Player 1 wins!\n"));
    }
}

}  // namespace
}  // namespace mariner::games

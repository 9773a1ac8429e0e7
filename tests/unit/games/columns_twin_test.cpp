// The twin of `columns` against the sessions recorded from MARS, and its rules one by one. Seed 12345 lets player 1
// move first, seed 7 player 2.

#include <string>

#include "twin_sessions.hpp"

namespace mariner::games {
namespace {

constexpr i32 player_1_first = 12345;
constexpr i32 player_2_first = 7;

Played play_columns(std::string_view input, i32 seed = player_1_first) {
    return play(make_columns_twin, input, seed);
}

TEST(ColumnsTwin, PlaysEverySessionAsMarsDid) {
    expect_sessions_agree(make_columns_twin, "columns");
}

TEST(ColumnsTwin, KeepsTheBoardColumnByColumn) {
    const Played played = play_columns("A\nB\nX\n2\nN\n2\nN\n7\n");
    const std::vector<u8> board = fact(played.facts, "BOARD");
    ASSERT_EQ(board.size(), 42U);
    EXPECT_EQ(board[6], 1);
    EXPECT_EQ(board[7], 2);
    EXPECT_EQ(board[36], 1);
    EXPECT_EQ(fact(played.facts, "HEIGHT"), (std::vector<u8>{0, 2, 0, 0, 0, 0, 1}));
    EXPECT_EQ(word_fact(played.facts, "COUNT"), 3U);
    EXPECT_EQ(word_fact(played.facts, "$v1"), 36U);
}

TEST(ColumnsTwin, TheFirstMoverHasValueOneWhoeverThatIs) {
    const Played played = play_columns("A\nB\nO\n4\n", player_2_first);
    const std::vector<u8> first = fact(played.facts, "player_2");
    const std::vector<u8> second = fact(played.facts, "player_1");
    ASSERT_EQ(first.size(), 16U);
    ASSERT_EQ(second.size(), 16U);
    EXPECT_EQ(first[4], 1);
    EXPECT_EQ(first[8], 'O');
    EXPECT_EQ(second[4], 2);
    EXPECT_EQ(second[8], 'X');
    EXPECT_EQ(fact(played.facts, "BOARD")[18], 1);
}

TEST(ColumnsTwin, KeepsThirtyCharactersOfAName) {
    const Played played = play_columns("abcdefghijklmnopqrstuvwxyz12345678\nB\nX\n");
    EXPECT_EQ(text_fact(played.facts, "name_1"), "abcdefghijklmnopqrstuvwxyz1234");
    EXPECT_NE(played.transcript.find("It's abcdefghijklmnopqrstuvwxyz1234's turn"), std::string::npos);
}

TEST(ColumnsTwin, TheFourthWrongAnswerInOneMoveLoses) {
    const std::string start = "A\nB\nX\n";
    const Played saved = play_columns(start + "0\n8\nx\n4\nN\n");
    EXPECT_EQ(word_fact(saved.facts, "COUNT"), 1U);
    const Played lost = play_columns(start + "0\n8\nx\n-4\n4\n");
    EXPECT_TRUE(lost.transcript.ends_with("! Congratulation B, playing O, has won the game !\n"));
}

TEST(ColumnsTwin, ChancesComeBackWithTheNextMove) {
    const Played played = play_columns("A\nB\nX\n0\n0\n0\n4\nN\n4\nN\n0\n0\n0\n5\n");
    EXPECT_EQ(word_fact(played.facts, "COUNT"), 3U);
}

TEST(ColumnsTwin, UndoTakesPieceHeightAndCountBack) {
    const Played played = play_columns("A\nB\nX\n4\nY\n");
    ASSERT_EQ(played.waiting.size(), 6U);
    for (const char* label : {"BOARD", "HEIGHT", "COUNT"}) {
        EXPECT_NE(fact(played.waiting[4], label), fact(played.waiting[3], label)) << label;
        EXPECT_EQ(fact(played.waiting[5], label), fact(played.waiting[3], label)) << label;
    }
    EXPECT_EQ(fact(played.facts, "player_1")[12], 2);
}

TEST(ColumnsTwin, ALineDoesNotWrapIntoTheNextColumn) {
    // Indices 3, 4, 5 and 6 all belong to the first mover: three on top of column 1, one at the bottom of column 2.
    const Played played = play_columns("A\nB\nX\n2\nN\n1\nN\n7\nN\n1\nN\n2\nN\n1\nN\n1\nN\n7\nN\n1\nN\n7\nN\n1\nN\n");
    const std::vector<u8> board = fact(played.facts, "BOARD");
    ASSERT_EQ(board.size(), 42U);
    EXPECT_EQ((std::vector<u8>(board.begin() + 3, board.begin() + 7)), (std::vector<u8>{1, 1, 1, 1}));
    EXPECT_EQ(played.transcript.find("won"), std::string::npos);
}

}  // namespace
}  // namespace mariner::games

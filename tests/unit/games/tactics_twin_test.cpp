// The twin of `tactics` against the sessions recorded from MARS, and its rules one by one. Seed 1 gives player 1 the
// O; so does seed 7.

#include <string>

#include "twin_sessions.hpp"

namespace mariner::games {
namespace {

/// Rules read, two names, and both first moves without a block.
const std::string opening = "\nHUY\nTAI\n3\n\n3\n\n";

Played play_tactics(const std::string& input, i32 seed = 7) {
    return play(make_tactics_twin, input, seed);
}

/// Little-endian words of a list: player 1's, then player 2's.
std::vector<u8> pair(int first, int second) {
    return {static_cast<u8>(first), 0, 0, 0, static_cast<u8>(second), 0, 0, 0};
}

/// A move without undo and block.
std::string move(int column) {
    return std::to_string(column) + "\n\n\n";
}

bool says(const Played& played, std::string_view words) {
    return played.transcript.find(words) != std::string::npos;
}

TEST(TacticsTwin, PlaysEverySessionAsMarsDid) {
    expect_sessions_agree(make_tactics_twin, "tactics");
}

TEST(TacticsTwin, ChanceDecidesWhoPlaysX) {
    const Played crossed = play_tactics(opening, 7);
    EXPECT_EQ(fact(crossed.facts, "ListPiece"), pair('O', 'X'));
    bool other = false;
    for (i32 seed = 0; seed < 100 && !other; ++seed) {
        other = fact(play_tactics(opening, seed * 1000003).facts, "ListPiece") == pair('X', 'O');
    }
    EXPECT_TRUE(other);
}

TEST(TacticsTwin, KeepsNamesByteForByte) {
    const Played played = play_tactics("\n\n123456789012345678901\nNguyễn\n12345678901234567890\r\n");
    EXPECT_EQ(text_fact(played.facts, "name_1"), "Nguyễn");
    EXPECT_EQ(text_fact(played.facts, "name_2"), "12345678901234567890");
    EXPECT_EQ(fact(played.facts, "ListLength"), pair(8, 20));
    EXPECT_TRUE(says(played, "\nNguyễn's turn, piece O\n"));
}

TEST(TacticsTwin, AWrongFirstMoveCostsNothing) {
    const Played played = play_tactics("\nHUY\nTAI\n2\nR\n\n99999999999\n3\n\n");
    EXPECT_EQ(fact(played.facts, "ListViolation"), pair(3, 3));
    EXPECT_EQ(fact(played.facts, "ListFirst"), pair(0, 1));
    EXPECT_EQ(text_fact(played.facts, "board")[38], 'O');
    EXPECT_EQ(word_fact(played.facts, "$s0"), 4U);
}

TEST(TacticsTwin, OffersNoUndoOnTheFirstMove) {
    EXPECT_FALSE(says(play_tactics(opening), "undo the last"));
    EXPECT_TRUE(says(play_tactics(opening + "4\n"), "undo the last"));
}

TEST(TacticsTwin, UndoTakesThePieceBackThreeTimes) {
    const Played played = play_tactics(opening + "4\nY\n5\nY\n6\nY\n6\nY\n\n");
    EXPECT_EQ(fact(played.facts, "ListUndo"), pair(0, 3));
    EXPECT_EQ(fact(played.facts, "ListViolation"), pair(2, 3));
    const std::string board = text_fact(played.facts, "board");
    EXPECT_EQ(board[39], '*');
    EXPECT_EQ(board[41], 'O');
}

TEST(TacticsTwin, TheFourthViolationLoses) {
    const Played played = play_tactics(opening + "7\n-1\n\n99999999999\n");
    EXPECT_TRUE(played.transcript.ends_with(
        "HUY violated over 3 times.\nCongratulation! Winner TAI\nNumber of piece: 1\nPiece char X\n"));
    EXPECT_EQ(fact(played.facts, "ListViolation"), pair(0, 3));
}

TEST(TacticsTwin, ABlockedOpponentLosesOneTurn) {
    const Played played = play_tactics(opening + "4\n\nB\n" + move(5));
    EXPECT_TRUE(says(played, "TAI is blocked.\n\nHUY's turn"));
    EXPECT_EQ(fact(played.facts, "ListBlock"), pair(0, 1));
    EXPECT_EQ(word_fact(played.facts, "$s0"), 4U);
}

TEST(TacticsTwin, RefusesABlockOnlyWhileTheOpponentCanWinAtOnce) {
    const std::string three_up = opening + move(0) + move(6) + move(1) + move(6) + move(0) + move(6);
    const Played refused = play_tactics(three_up + "1\n\nB\n");
    EXPECT_TRUE(says(refused, "You can not block"));
    EXPECT_EQ(fact(refused.facts, "ListBlock"), pair(1, 1));
    EXPECT_EQ(fact(refused.facts, "ListViolation"), pair(3, 3));
    const Played accepted = play_tactics(three_up + "6\n\nB\n");
    EXPECT_FALSE(says(accepted, "You can not block"));
    EXPECT_EQ(fact(accepted.facts, "ListBlock"), pair(0, 1));
}

TEST(TacticsTwin, PiecesAboveARemovedOneFall) {
    const Played played = play_tactics(opening + move(3) + move(3) + "R\n4\n3\n");
    const std::string board = text_fact(played.facts, "board");
    EXPECT_EQ(std::string({board[38], board[31], board[24], board[17]}), "OOX*");
    EXPECT_EQ(fact(played.facts, "ListRemove"), pair(0, 1));
    EXPECT_EQ(word_fact(played.facts, "$s0"), 4U);
}

TEST(TacticsTwin, RemovesOnlyAPieceOfTheOpponent) {
    const Played played = play_tactics(opening + "R\n5\n3\n0\n0\n6\n3\n4\n3\n");
    EXPECT_EQ(fact(played.facts, "ListViolation"), pair(0, 3));
    EXPECT_EQ(fact(played.facts, "ListRemove"), pair(0, 1));
    EXPECT_EQ(text_fact(played.facts, "board")[31], '*');
}

TEST(TacticsTwin, IfBothHaveFourTheRemoverWins) {
    std::string game = opening;
    for (const int column : {1, 1, 2, 0, 0, 2, 6, 0}) {
        game += move(column);
    }
    const Played played = play_tactics(game + "R\n5\n0\n");
    EXPECT_TRUE(played.transcript.ends_with("Congratulation! Winner HUY\nNumber of piece: 5\nPiece char O\n"));
    EXPECT_EQ(text_fact(played.facts, "board").substr(28, 4), "XXXX");
    EXPECT_EQ(text_fact(played.facts, "board").substr(35, 4), "OOOO");
}

TEST(TacticsTwin, ALongLineIsOneWrongAnswer) {
    const Played played = play_tactics(opening + std::string(100000, '4') + "\n");
    EXPECT_EQ(fact(played.facts, "ListViolation"), pair(2, 3));
}

TEST(TacticsTwin, CanPlayAgain) {
    const std::string game = opening + "R\n5\n3\nR\n0\nx\n\n4\n0\n";
    const std::unique_ptr<Twin> twin = make_tactics_twin();
    for (int round = 0; round < 2; ++round) {
        ScriptConsole console(game);
        JavaRandom random(7);
        twin->play(console, random);
        EXPECT_TRUE(console.transcript().ends_with("Winner TAI\nNumber of piece: 1\nPiece char X\n"));
    }
}

}  // namespace
}  // namespace mariner::games

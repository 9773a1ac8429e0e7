// The twin of `solo` against the sessions recorded from MARS, and its rules one by one.

#include <string>

#include "emulator/games/board.hpp"
#include "twin_sessions.hpp"

namespace mariner::games {
namespace {

Played play_solo(std::string_view input, i32 seed) {
    return play(make_solo_twin, input, seed);
}

TEST(SoloTwin, PlaysEverySessionAsMarsDid) {
    expect_sessions_agree(make_solo_twin, "solo");
}

TEST(SoloTwin, TheFirstRandomColumnWithRoomIsTheComputersMove) {
    for (i32 seed = 0; seed < 50; ++seed) {
        JavaRandom random(seed);
        const u32 column = static_cast<u32>(random.next_int(7));
        const Played played = play_solo("3\n", seed);
        EXPECT_EQ(word_fact(played.facts, "$s7"), column) << seed;
        EXPECT_EQ(word_fact(played.facts, "$s6"), column == 3 ? 4U : 5U) << seed;
    }
}

TEST(SoloTwin, KeepsTheBoardRowByRowFromTheTop) {
    const Played played = play_solo("3\n", 5);
    const std::string board = text_fact(played.facts, "board");
    ASSERT_EQ(board.size(), 42U);
    EXPECT_EQ(board[5 * 7 + 3], 'Y');
    EXPECT_EQ(board[word_fact(played.facts, "$s6") * 7 + word_fact(played.facts, "$s7")], 'R');
}

TEST(SoloTwin, TellsApartTheThreeWrongAnswers) {
    const auto answer_to = [](const std::string& line) {
        const std::string transcript = play_solo(line + "\n", 5).transcript;
        const size_t at = transcript.find("0-6: ");
        return transcript.substr(at + 5, transcript.find('.', at) - at - 5);
    };
    for (const char* line : {"", "x", "-1", " 3", "3 ", "+3", "3.5", "12345678x", "aaaaaaaaaaaaaaaaaaaa"}) {
        EXPECT_EQ(answer_to(line), "That is not an integer") << line;
    }
    for (const char* line : {"7", "10", "99999999999", "4294967299", "0000000003"}) {
        EXPECT_EQ(answer_to(line), "That column is out of range") << line;
    }
}

TEST(SoloTwin, WrongAnswersCostNothing) {
    std::string input;
    for (int i = 0; i < 1000; ++i) {
        input += "nine\n";
    }
    EXPECT_EQ(play_solo(input + "3\n", 5).facts.front().bytes, play_solo("3\n", 5).facts.front().bytes);
}

TEST(SoloTwin, EveryGameEndsAndFillsNoColumnTwice) {
    // All columns in turn: full ones are refused, and some seed sees each of the three ends.
    std::string input;
    for (int i = 0; i < 200; ++i) {
        input += std::to_string((i * 3) % 7) + "\n";
    }
    int wins = 0;
    int losses = 0;
    for (i32 seed = 0; seed < 200; ++seed) {
        const Played played = play_solo(input, seed);
        wins += played.transcript.ends_with("You win!\n") ? 1 : 0;
        losses += played.transcript.ends_with("The computer wins!\n") ? 1 : 0;
        EXPECT_EQ(played.transcript.find("End of input"), std::string::npos) << seed;
    }
    EXPECT_GT(wins, 0);
    EXPECT_GT(losses, 0);
}

}  // namespace
}  // namespace mariner::games

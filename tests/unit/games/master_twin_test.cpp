// The twin of `master` against its sessions, and its rules one by one.

#include <string>

#include "twin_sessions.hpp"

namespace mariner::games {
namespace {

Played play_master(std::string_view input, i32 seed = 0) {
    return play(make_master_twin, input, seed);
}

TEST(MasterTwin, PlaysEverySessionAsTheProgramDoes) {
    expect_sessions_agree(make_master_twin, "master");
}

TEST(MasterTwin, AsksAgainForMovesThatNoGameHas) {
    for (const std::string moves : {"8", "1x", "4444444", "1212121", "12121212"}) {
        const Played played = play_master("1\n1\n" + moves + "\n");
        EXPECT_NE(played.transcript.find("These moves can't be played.\nMoves so far"), std::string::npos) << moves;
        EXPECT_EQ(word_fact(played.facts, "stones"), 0U) << moves;
    }
}

TEST(MasterTwin, BeginsWhereTheMovesEnd) {
    const Played played = play_master("1\n1\n4453\n");
    EXPECT_EQ(word_fact(played.facts, "stones"), 4U);
    EXPECT_EQ(word_fact(played.facts, "heights"), 0U);
    EXPECT_NE(played.transcript.find("Your turn"), std::string::npos);
    EXPECT_EQ(played.transcript.find("I play"), std::string::npos);
}

TEST(MasterTwin, DrawsWithTheProgramsDice) {
    EXPECT_EQ(play_master("1\n2\n\n", 5).transcript, play_master("1\n2\n\n", 5).transcript);
    std::string first = play_master("1\n2\n\n", 0).transcript;
    bool differs = false;
    for (i32 seed = 1; seed < 20; ++seed) {
        differs = differs || play_master("1\n2\n\n", seed).transcript != first;
    }
    EXPECT_TRUE(differs);
}

}  // namespace
}  // namespace mariner::games

#include "emulator/games/generator.hpp"

#include <gtest/gtest.h>

#include <set>

namespace mariner::games {
namespace {

class Generator : public testing::TestWithParam<std::string> {
protected:
    [[nodiscard]] const Game& game() const { return *find_game(GetParam()); }
};

TEST_P(Generator, SameOrderGivesTheSameGame) {
    for (u64 seed = 0; seed < 50; ++seed) {
        const GeneratedGame first = generate(game(), random_order(seed));
        const GeneratedGame second = generate(game(), random_order(seed));
        EXPECT_EQ(first.script.input, second.script.input);
        EXPECT_EQ(first.expected.transcript, second.expected.transcript);
    }
}

TEST_P(Generator, ScriptPlayedAgainShowsTheSame) {
    for (u64 seed = 0; seed < 300; ++seed) {
        const GeneratedGame generated = generate(game(), random_order(seed));
        const GameRecord again = play_twin(game(), generated.script);
        EXPECT_EQ(generated.expected.transcript, again.transcript) << "seed " << seed;
        EXPECT_EQ(generated.expected.picture, again.picture) << "seed " << seed;
    }
}

TEST_P(Generator, ReachesWinsDrawsAndEarlyEnds) {
    std::set<std::string> endings;
    for (u64 seed = 0; seed < 2000; ++seed) {
        const std::string transcript = generate(game(), random_order(seed)).expected.transcript;
        const std::string tail = transcript.substr(transcript.size() - std::min<size_t>(transcript.size(), 120));
        for (const std::string word : {"End of input", "in", "raw", "tied", "Tie"}) {
            if (tail.find(word) != std::string::npos) {
                endings.insert(word);
            }
        }
    }
    EXPECT_TRUE(endings.contains("End of input"));
    EXPECT_TRUE(endings.contains("in"));
    if (GetParam() != "tactics") {  // a tie there prints the board alone
        EXPECT_TRUE(endings.contains("raw") || endings.contains("tied") || endings.contains("Tie"));
    }
}

INSTANTIATE_TEST_SUITE_P(EveryRoom, Generator, testing::Values("rows", "columns", "solo", "bitmap", "tactics"),
                         [](const auto& room) { return room.param; });

}  // namespace
}  // namespace mariner::games

#include "emulator/games/verify.hpp"

#include <gtest/gtest.h>

#include "emulator/games/emulated_game.hpp"

namespace mariner::games {
namespace {

ProgramImage assembled(std::string_view text) {
    Result<ProgramImage> image = assemble_game("program.asm", text);
    EXPECT_TRUE(image) << image.error().message;
    return std::move(*image);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

VerifyOptions quick_options() {
    VerifyOptions options;
    options.random_games = 200;
    options.plies = 3;
    return options;
}

class Verify : public testing::TestWithParam<std::string> {
protected:
    [[nodiscard]] const Game& game() const { return *find_game(GetParam()); }
};

TEST_P(Verify, ProgramAndTwinAgreeOnEveryEngine) {
    const ProgramImage image = assembled(game().program);
    for (const EngineKind engine : {EngineKind::fast, EngineKind::switch_, EngineKind::checked, EngineKind::jit}) {
        VerifyOptions options = quick_options();
        options.engine = engine;
        const Result<VerifyReport> report = verify(game(), image, options);
        ASSERT_TRUE(report);
        EXPECT_FALSE(report->failure) << report->failure->difference << "\n" << report->failure->transcripts;
        EXPECT_EQ(report->random_games, 200U);
        EXPECT_GT(report->positions, 5U);
        EXPECT_EQ(report->lines, report->line_goals);
    }
}

TEST_P(Verify, AnyNumberOfThreadsReportsTheSameFailure) {
    // A wrong line somewhere in the middle of the text a game prints at its end of input.
    const ProgramImage image = assembled(replaced(std::string(game().program), "the game stops", "the game stopped"));
    std::string first;
    for (const unsigned threads : {1U, 4U}) {
        VerifyOptions options = quick_options();
        options.threads = threads;
        const Result<VerifyReport> report = verify(game(), image, options);
        ASSERT_TRUE(report);
        ASSERT_TRUE(report->failure);
        const std::string found = report->failure->script.input + report->failure->difference;
        EXPECT_TRUE(first.empty() || first == found) << first << "\n" << found;
        first = found;
    }
}

INSTANTIATE_TEST_SUITE_P(EveryRoom, Verify, testing::Values("rows", "columns", "solo", "bitmap", "tactics"),
                         [](const auto& room) { return room.param; });

// Its games think: a few do.
TEST(VerifyThinkingGame, ProgramAndTwinAgree) {
    const Game& game = thinking_game();
    const ProgramImage image = assembled(game.program);
    for (const EngineKind engine : {EngineKind::fast, EngineKind::jit}) {
        VerifyOptions options;
        options.random_games = 8;
        options.plies = 2;
        options.engine = engine;
        options.winning_lines = false;
        const Result<VerifyReport> report = verify(game, image, options);
        ASSERT_TRUE(report);
        EXPECT_FALSE(report->failure) << report->failure->difference << "\n" << report->failure->transcripts;
        EXPECT_GT(report->positions, 40U);
    }
}

TEST(VerifyOwnProgram, WordingCountsForTranscriptsButNotForTheBoard) {
    const Game& game = *find_game("bitmap");
    const ProgramImage image = assembled(replaced(std::string(game.program), "Player 1's turn", "Yellow, please"));
    VerifyOptions options = quick_options();
    options.compare = only_output;
    EXPECT_TRUE(verify(game, image, options)->failure);
    options.board_only = BoardOnly{"int_arr", *parse_layout("rows-bottom", 4), {}};
    const Result<VerifyReport> report = verify(game, image, options);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->failure) << report->failure->difference;
}

TEST(VerifyOwnProgram, AWrongBoardIsFoundAfterTheMoveThatShowsIt) {
    const Game& game = *find_game("bitmap");
    VerifyOptions options = quick_options();
    options.board_only = BoardOnly{"int_arr", *parse_layout("rows-top", 4), {}};
    const Result<VerifyReport> report = verify(game, assembled(game.program), options);
    ASSERT_TRUE(report && report->failure);
    EXPECT_NE(report->failure->difference.find("should hold player 1's piece"), std::string::npos)
        << report->failure->difference;
    options.board_only->label = "nothing";
    EXPECT_EQ(verify(game, assembled(game.program), options).error().message, "the program has no label 'nothing'");
}

TEST(VerifyOwnProgram, AProgramThatNeverEndsIsStopped) {
    VerifyOptions options = quick_options();
    options.max_steps = 10'000;
    const Result<VerifyReport> report = verify(*find_game("rows"), assembled("spin: b spin\n"), options);
    ASSERT_TRUE(report && report->failure);
}

TEST(BoardLayouts, WrongOnesAreExplained) {
    EXPECT_FALSE(parse_layout("diagonal", 1));
    EXPECT_FALSE(parse_layout("1,2", 1));
    EXPECT_FALSE(parse_layout("rows-top", 3));
    EXPECT_TRUE(parse_layout("352,4,-62", 1));
    EXPECT_FALSE(parse_marks("1,2"));
    EXPECT_FALSE(parse_marks("ab,1,2"));
    EXPECT_TRUE(parse_marks("*,X,O"));
    EXPECT_TRUE(parse_marks("0,1,0x2"));
}

}  // namespace
}  // namespace mariner::games

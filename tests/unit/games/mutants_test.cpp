// Every wrong version under tests/mutants is found by `verify`, and the right programs are not: what verify finds is a
// fault, and a fault of that kind does not slip through. Prints the shortest game that shows each.
#include "emulator/games/mutant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "emulator/games/board.hpp"
#include "emulator/games/emulated_game.hpp"
#include "emulator/games/script_console.hpp"
#include "emulator/games/verify.hpp"

namespace mariner::games {
namespace {

namespace fs = std::filesystem;

#ifdef NDEBUG
constexpr bool slow_build = false;
#else
constexpr bool slow_build = true;  // not optimised, perhaps with sanitizers
#endif

constexpr size_t least_mutants = 7;  // of a room

const fs::path folder = fs::path(MARINER_SOURCE_DIR) / "tests" / "mutants";

std::vector<fs::path> mutants_of(const fs::path& room_folder) {
    std::vector<fs::path> paths;
    std::error_code none;  // of a room without mutants: a test of its own says so
    for (const auto& entry : fs::directory_iterator(room_folder, none)) {
        if (entry.path().extension() == ".mutant") {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::vector<fs::path> all_mutants() {
    std::vector<fs::path> paths;
    for (const Game& game : all_games()) {
        for (const fs::path& path : mutants_of(folder / game.room)) {
            paths.push_back(path);
        }
    }
    return paths;
}

std::string room_of(const fs::path& path) {
    return path.parent_path().filename().string();
}

VerifyOptions mutant_options() {
    VerifyOptions options;
    options.random_games = 3000;
    options.plies = 4;
    options.max_steps = 1'000'000;  // a game that fills the board of bitmap takes 148,583
    options.shrink = !slow_build;
    return options;
}

/// Assembles a room's program, with a mutant applied if there is one.
class Program {
public:
    explicit Program(const Game& game, const fs::path& path = {}) : m_game(game) {
        std::string text(game.program);
        if (!path.empty()) {
            text = mutated(path, text);
        }
        Result<ProgramImage> image = assemble_game(std::string(game.room) + ".asm", text);
        if (image) {
            m_image = std::move(*image);
        } else {
            ADD_FAILURE() << path << ": " << image.error().message;
        }
    }

    [[nodiscard]] const std::string& fault() const { return m_fault; }

    [[nodiscard]] std::optional<VerifyFailure> find_failure(const VerifyOptions& options) const {
        if (!m_image) {
            return std::nullopt;
        }
        Result<VerifyReport> report = verify(m_game, *m_image, options);
        if (!report) {
            ADD_FAILURE() << report.error().message;
            return std::nullopt;
        }
        return report->failure;
    }

    /// What the program, which must have been assembled, shows of a game.
    [[nodiscard]] GameRecord play(const GameScript& script) const {
        const Result<std::unique_ptr<EmulatedGame>> emulated = EmulatedGame::create(*m_image, {});
        return (*emulated)->play(script);
    }

private:
    std::string mutated(const fs::path& path, const std::string& text) {
        std::ifstream stream(path, std::ios::binary);
        const std::string source{std::istreambuf_iterator<char>(stream), {}};
        const Result<Mutant> mutant = parse_mutant(source);
        if (!mutant) {
            ADD_FAILURE() << path << ": " << mutant.error().message;
            return text;
        }
        m_fault = mutant->fault;
        const Result<std::string> result = apply_mutant(*mutant, text);
        if (!result) {
            ADD_FAILURE() << path << ": " << result.error().message;
            return text;
        }
        return *result;
    }

    const Game& m_game;
    std::string m_fault;
    std::optional<ProgramImage> m_image;
};

std::string describe(const VerifyFailure& failure) {
    return "  seed " + std::to_string(failure.script.program_seed) + ", input " +
           testing::PrintToString(failure.script.input) + "\n  " + failure.difference + "\n";
}

// ---- every mutant -------------------------------------------------------------------------------------------------

class Mutants : public testing::TestWithParam<fs::path> {};

TEST_P(Mutants, AreFound) {
    const Program program(*find_game(room_of(GetParam())), GetParam());
    const std::optional<VerifyFailure> failure = program.find_failure(mutant_options());
    ASSERT_TRUE(failure) << program.fault();
    std::cout << room_of(GetParam()) << ": " << program.fault() << "\n" << describe(*failure);
}

INSTANTIATE_TEST_SUITE_P(EveryRoom, Mutants, testing::ValuesIn(all_mutants()),
                         [](const auto& test) { return room_of(test.param) + "_" + test.param.stem().string(); });

class RightPrograms : public testing::TestWithParam<std::string> {};

TEST_P(RightPrograms, ShowNoDifference) {
    VerifyOptions options = mutant_options();
    options.random_games = slow_build ? 300 : options.random_games;
    options.plies = slow_build ? 2 : options.plies;
    options.winning_lines = !slow_build;
    const std::optional<VerifyFailure> failure = Program(*find_game(GetParam())).find_failure(options);
    EXPECT_FALSE(failure) << describe(*failure) << failure->transcripts;
}

class WrongPrograms : public testing::TestWithParam<std::string> {};

TEST_P(WrongPrograms, AreEnough) {
    EXPECT_GE(mutants_of(folder / GetParam()).size(), least_mutants);
}

INSTANTIATE_TEST_SUITE_P(EveryRoom, WrongPrograms, testing::Values("rows", "columns", "solo", "bitmap", "tactics"),
                         [](const auto& room) { return room.param; });

INSTANTIATE_TEST_SUITE_P(EveryRoom, RightPrograms, testing::Values("rows", "columns", "solo", "bitmap", "tactics"),
                         [](const auto& room) { return room.param; });

// ---- the win check of bitmap's report -------------------------------------------------------------------------------

class ReportCheckWin : public testing::Test {
protected:
    static fs::path path(const std::string& name) { return folder / "bitmap" / (name + ".mutant"); }

    static size_t moves(const VerifyFailure& failure) {
        const std::string& input = failure.script.input;
        return static_cast<size_t>(std::count_if(input.begin(), input.end(), [](char c) { return c != '\n'; }));
    }

    static bool is_a_win(const GameRecord& record) { return record.transcript.find("wins!!!") != std::string::npos; }

    [[nodiscard]] Board final_board(const GameScript& script) const {
        const std::unique_ptr<Twin> twin = game.make_twin();
        ScriptConsole console(script.input);
        JavaRandom random(script.program_seed);
        twin->play(console, random);
        return twin->board();
    }

    /// The shortest of several attempts; there is none below `least` moves.
    [[nodiscard]] std::optional<VerifyFailure> shortest(const Program& program, size_t least) const {
        std::optional<VerifyFailure> best;
        VerifyOptions options = mutant_options();
        options.shrink = true;
        for (options.seed = 1; options.seed <= 20 && (!best || moves(*best) > least); ++options.seed) {
            std::optional<VerifyFailure> failure = program.find_failure(options);
            if (failure && (!best || moves(*failure) < moves(*best))) {
                best = std::move(failure);
            }
        }
        return best;
    }

    void expect_also_in_the_whole(const GameScript& script) const {
        const Program whole(game, path("report_checkwin"));
        EXPECT_NE(play_twin(game, script).transcript, whole.play(script).transcript);
    }

    const Game& game = *find_game("bitmap");
};

// Player 1 needs rows 2 to 5 of the last column, above an own and a foreign token: five of nine moves.
TEST_F(ReportCheckWin, MissesFourAtTheTopOfTheLastColumn) {
    const Program program(game, path("report_checkwin_up"));
    const std::optional<VerifyFailure> failure = shortest(program, 9);
    ASSERT_TRUE(failure);
    std::cout << describe(*failure) << failure->transcripts;
    EXPECT_EQ(moves(*failure), 9U);
    const std::optional<Line> line = final_board(failure->script).winning_line();
    ASSERT_TRUE(line);
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(line->cells[static_cast<size_t>(i)], (Cell{6, 2 + i}));
    }
    EXPECT_FALSE(is_a_win(program.play(failure->script)));
    expect_also_in_the_whole(failure->script);
}

// Three columns of 4, 5 and 6 tokens end in three of a diagonal; the fourth "cell" is the number of tokens in the next
// column, which must be the player's: 16 moves with one token there are even, so player 2 made the last; with another
// token anywhere player 1 wins at move 17.
TEST_F(ReportCheckWin, ReadsDiagonalsBehindTheBoard) {
    const Program program(game, path("report_checkwin_diagonals"));
    const std::optional<VerifyFailure> failure = shortest(program, 17);
    ASSERT_TRUE(failure);
    std::cout << describe(*failure) << failure->transcripts;
    EXPECT_EQ(moves(*failure), 17U);
    EXPECT_EQ(final_board(failure->script).winner(), 0);
    EXPECT_TRUE(is_a_win(program.play(failure->script)));
    expect_also_in_the_whole(failure->script);
}

// ---- the file format ------------------------------------------------------------------------------------------------

TEST(MutantFile, HasACommentAndBlocks) {
    const Result<Mutant> mutant =
        parse_mutant("# Wrong in\n# two places.\n---\none\n+++\n1\nI\n===\n---\ntwo\nthree\n+++\n===\n");
    ASSERT_TRUE(mutant) << mutant.error().message;
    EXPECT_EQ(mutant->fault, "Wrong in two places.");
    ASSERT_EQ(mutant->blocks.size(), 2U);
    EXPECT_EQ(mutant->blocks[0].original, "one\n");
    EXPECT_EQ(mutant->blocks[0].replacement, "1\nI\n");
    EXPECT_EQ(mutant->blocks[1].line, 9U);
    EXPECT_EQ(mutant->blocks[1].original, "two\nthree\n");
    EXPECT_EQ(mutant->blocks[1].replacement, "");
}

TEST(MutantFile, SaysWhichLineIsWrong) {
    const auto error = [](std::string_view text) {
        const Result<Mutant> mutant = parse_mutant(text);
        return mutant ? std::string() : mutant.error().message;
    };
    EXPECT_EQ(error(""), "line 1: expected a comment that says what is wrong");
    EXPECT_EQ(error("---\na\n+++\nb\n===\n"), "line 1: expected a comment that says what is wrong");
    EXPECT_EQ(error("# x\n"), "line 1: there is no block '---', '+++', '==='");
    EXPECT_EQ(error("# x\nhello\n"), "line 2: expected a comment at the top or a line '---', not 'hello'");
    EXPECT_EQ(error("# x\n---\na\n===\n"), "line 2: this block has no line '+++'");
    EXPECT_EQ(error("# x\n---\na\n+++\nb\n"), "line 2: this block does not end with a line '==='");
    EXPECT_EQ(error("# x\n---\n+++\nb\n===\n"), "line 2: there is no line to replace between '---' and '+++'");
    EXPECT_EQ(error("# x\n---\na\n+++\nb\n===\n# y\n"),
              "line 7: expected a comment at the top or a line '---', not '# y'");
}

TEST(MutantFile, ReplacesWholeLinesThatStandOnce) {
    const auto apply = [](std::string_view text, std::string_view program) {
        const Result<Mutant> mutant = parse_mutant(text);
        EXPECT_TRUE(mutant);
        const Result<std::string> result = apply_mutant(*mutant, program);
        return result ? *result : result.error().message;
    };
    EXPECT_EQ(apply("# x\n---\nb\n+++\nB\nB\n===\n", "a\nab\nb\nba\n"), "a\nab\nB\nB\nba\n");
    EXPECT_EQ(apply("# x\n---\na\n+++\n===\n", "a\nb\n"), "b\n");
    EXPECT_EQ(apply("# x\n---\na\n+++\nc\n===\n---\nb\n+++\nd\n===\n", "a\nb\n"), "c\nd\n");
    EXPECT_EQ(apply("# x\n---\nc\n+++\nd\n===\n", "a\nb\n"), "line 2: the program has no such lines:\nc\n");
    EXPECT_EQ(apply("# x\n---\na\n+++\nd\n===\n", "a\nb\na\n"),
              "line 2: the program has these lines twice, from line 1 and from line 3:\na\n");
}

}  // namespace
}  // namespace mariner::games

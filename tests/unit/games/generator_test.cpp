#include "emulator/games/generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "emulator/games/plans.hpp"
#include "emulator/games/script_console.hpp"
#include "emulator/games/verify.hpp"

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
        EXPECT_EQ(generated.expected.moments.size(), again.moments.size()) << "seed " << seed;
        EXPECT_EQ(generated.expected.canvas.strokes.size(), again.canvas.strokes.size()) << "seed " << seed;
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

// ---- what the default seed asks
// ---------------------------------------------------------------------------------------

/// Types a script and notes which line answered what.
class AskedConsole final : public TwinConsole {
public:
    explicit AskedConsole(std::string_view input) : m_script(input) {}

    std::optional<std::string> read_line(Ask ask) override {
        std::optional<std::string> line = m_script.read_line(ask);
        if (line) {
            asked.emplace_back(ask, *line);
        }
        return line;
    }
    void print(std::string_view text) override { m_script.print(text); }
    [[nodiscard]] const std::string& transcript() const { return m_script.transcript(); }

    std::vector<std::pair<Ask, std::string>> asked;

private:
    ScriptConsole m_script;
};

/// All that `verify ROOM` types with its default options, by what it answers.
std::map<Ask, std::set<std::string>> default_answers(const Game& game) {
    std::map<Ask, std::set<std::string>> answers;
    VerifyOptions options;
    options.plies = -1;
    options.winning_lines = false;
    const Orders orders(game, options);
    for (u64 number = 0; number < orders.size(); ++number) {
        const GeneratedGame generated = *orders.make(number);
        const std::unique_ptr<Twin> twin = game.make_twin();
        AskedConsole console(generated.script.input);
        JavaRandom random(generated.script.program_seed);
        twin->play(console, random);
        for (const auto& [ask, line] : console.asked) {
            answers[ask].insert(line);
        }
    }
    return answers;
}

TEST_P(Generator, TheDefaultSeedTypesEveryKindOfAnswer) {
    for (const auto& [ask, lines] : default_answers(game())) {
        if (ask == Ask::any_line) {
            continue;  // one line a game, and nothing depends on it
        }
        const auto has = [&, &typed = lines](const char* line) { return typed.contains(line); };
        EXPECT_TRUE(has("") && has("\t") && has("+3") && has("003")) << static_cast<int>(ask);
        EXPECT_TRUE(has("12345678") && has("00000003")) << "8 digits for " << static_cast<int>(ask);
        EXPECT_TRUE(has("123456789") && has("000000003")) << "9 digits for " << static_cast<int>(ask);
        EXPECT_TRUE(has("Y\r") && has("3\r") && has("\r")) << "before CR for " << static_cast<int>(ask);
        EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line.size() > 200; }))
            << static_cast<int>(ask);
    }
}

TEST(GeneratedBlocks, AreTriedAgainstAWinInEachCellOfTheTopRow) {
    const Game& game = *find_game("tactics");
    VerifyOptions options;
    options.random_games = 0;
    options.plies = -1;
    const Orders orders(game, options);
    std::set<int> refused;
    for (u64 number = 0; number < orders.size(); ++number) {
        const std::optional<GeneratedGame> generated = orders.make(number);
        const std::vector<Moment>& moments = generated->expected.moments;
        const std::string& transcript = generated->expected.transcript;
        const size_t refusal = transcript.find("You can not block");
        if (refusal == std::string::npos) {
            continue;
        }
        const auto asked = std::find_if(moments.begin(), moments.end(),
                                        [&](const Moment& moment) { return moment.printed > refusal; });
        for (int column = 0; column < column_count; ++column) {
            const Cell top{column, row_count - 1};
            if (asked->board.height(column) == row_count - 1 && moments.back().board.at(top) != 0 &&
                moments.back().board.winner() != 0) {
                refused.insert(column);
            }
        }
    }
    EXPECT_EQ(refused.size(), static_cast<size_t>(column_count));
}

}  // namespace
}  // namespace mariner::games

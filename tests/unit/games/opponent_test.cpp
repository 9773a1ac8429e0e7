// Opponents play whole games in every room, by its rules: against each other, through what a person would type.

#include "emulator/games/opponent.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "emulator/games/script_console.hpp"

namespace mariner::games {
namespace {

struct PlayedGame {
    RoomState end;
    std::string transcript;
    std::string typed;
};

std::unique_ptr<Opponent> opponent(const std::string& who) {
    Result<std::unique_ptr<Opponent>> made = make_opponent(who);
    EXPECT_TRUE(made) << made.error().message;
    return std::move(*made);
}

PlayedGame play(std::string_view room, i32 seed, const std::string& first, const std::string& second) {
    RoomModel model(*find_game(room), seed);
    const std::array<std::unique_ptr<Opponent>, 2> seats{opponent(first), opponent(second)};
    seats[0]->begin_game(seed);
    seats[1]->begin_game(seed + 1);
    for (int lines = 0; model.state().ask && lines < 500; ++lines) {
        const Result<std::string> line = seats.at(static_cast<size_t>(model.state().seat - 1))->answer(model.state());
        EXPECT_TRUE(line) << line.error().message;
        model.tell(*line + "\n");
    }
    ScriptConsole console(model.typed());
    JavaRandom random(seed);
    model.game().make_twin()->play(console, random);
    return {model.state(), console.transcript(), model.typed()};
}

bool has(const std::string& text, std::string_view words) {
    return text.find(words) != std::string::npos;
}

TEST(Opponent, RandomPlaysEveryRoomToItsEndWithoutAWrongAnswer) {
    for (const Game& game : all_games()) {
        for (i32 seed = 1; seed <= 12; ++seed) {
            const PlayedGame played = play(game.room, seed, "random", "random");
            EXPECT_FALSE(played.end.ask) << game.room << seed;
            EXPECT_TRUE(played.end.board.winner() != 0 || played.end.board.is_full()) << game.room << seed;
            for (const std::string_view complaint : {"Violation", "chance", "Invalid", "out of range",
                                                     "Please enter a number", "is full", "End of input"}) {
                EXPECT_FALSE(has(played.transcript, complaint)) << game.room << seed << played.transcript;
            }
        }
    }
}

TEST(Opponent, UsesBlockAndRemovalWhereTheRulesHaveThem) {
    int blocked = 0;
    int removed = 0;
    for (i32 seed = 1; seed <= 30; ++seed) {
        const PlayedGame played = play("tactics", seed, "random", seed % 10 == 0 ? "master" : "random");
        blocked += has(played.transcript, "is blocked.") ? 1 : 0;
        removed += has(played.typed, "\nR\n") ? 1 : 0;
        EXPECT_FALSE(has(played.transcript, "Violation")) << played.transcript;
    }
    EXPECT_GT(blocked, 5);
    EXPECT_GT(removed, 5);
}

TEST(Opponent, TheMasterTakesAWinThatOnlyABlockGives) {
    // Two in a row each way: with two turns in a row nobody can stop the third and the fourth.
    RoomModel model(*find_game("tactics"), 1);
    model.tell("\nAnn\nBob\n3\nN\n3\nN\n2\nN\nN\n6\nN\nN\n");
    const auto master = opponent("master");
    master->begin_game(1);
    while (model.state().ask && model.state().seat == 1) {
        model.tell(*master->answer(model.state()) + "\n");
    }
    EXPECT_FALSE(model.state().ask) << "it has won in this turn or in the one it took";
    EXPECT_EQ(model.state().board.winner(), 1);
}

TEST(Opponent, TheMasterDoesNotLoseToChance) {
    for (const std::string_view room : {"rows", "columns", "bitmap", "solo"}) {
        for (i32 seed = 1; seed <= 3; ++seed) {
            const PlayedGame played = play(room, seed, "master", "random");
            const int master = played.end.turns.empty() ? 0 : room == "columns" ? 0 : 1;
            EXPECT_TRUE(has(played.transcript, room == "columns" ? "Congratulation Master" : "") &&
                        (master == 0 || played.end.board.winner() == 1))
                << room << seed << played.transcript;
        }
    }
}

TEST(Opponent, TheSameSeedGivesTheSameGame) {
    for (const std::string who : {"random", "master:2"}) {
        EXPECT_EQ(play("rows", 5, who, who).typed, play("rows", 5, who, who).typed);
        EXPECT_NE(play("rows", 5, who, who).typed, play("rows", 6, who, who).typed);
    }
}

TEST(Opponent, WhoIsNoOpponentIsSaid) {
    for (const std::string who : {"", "masters", "master:0", "master:6", "nobody", "person"}) {
        const auto made = make_opponent(who);
        ASSERT_FALSE(made) << who;
        EXPECT_TRUE(has(made.error().message, "master:1 to master:5")) << made.error().message;
    }
    EXPECT_FALSE(make_opponent("/there/is/no/bot.asm"));
}

TEST(BotMove, IsAColumnWithRoomABlockOrARemoval) {
    RoomModel model(*find_game("tactics"), 1);
    model.tell("\nAnn\nBob\n3\nN\n3\nN\n");
    const RoomState& state = model.state();
    EXPECT_EQ(state.moves(), "44");
    EXPECT_EQ(bot_move("1", state)->column, 0);
    EXPECT_TRUE(bot_move("7B", state)->block);
    EXPECT_EQ(*bot_move("x42", state)->removal, (Cell{3, 1}));
    for (const std::string_view wrong : {"", "0", "8", "44", "x41", "x43", "x4", "4C", "four"}) {
        EXPECT_FALSE(bot_move(wrong, state)) << wrong;
    }
    RoomModel plain(*find_game("bitmap"), 1);
    plain.tell("4\n4\n4\n4\n4\n4\n");
    EXPECT_FALSE(bot_move("4", plain.state())) << "full";
    EXPECT_FALSE(bot_move("1B", plain.state())) << "no block here";
    EXPECT_FALSE(bot_move("x41", plain.state())) << "no removal here";
}

}  // namespace
}  // namespace mariner::games

// What a room's game looks like while its program waits.

#include "emulator/games/room_model.hpp"

#include <gtest/gtest.h>

#include "emulator/games/player_title.hpp"

namespace mariner::games {
namespace {

RoomModel model_of(std::string_view room, std::string_view typed, i32 seed = 1) {
    RoomModel model(*find_game(room), seed);
    model.tell(typed);
    return model;
}

TEST(RoomModel, SaysWhoIsAskedForWhat) {
    RoomModel model = model_of("columns", "");
    EXPECT_EQ(model.state().ask, Ask::name);
    EXPECT_EQ(model.state().seat, 1);
    model.tell("Ann\n");
    EXPECT_EQ(model.state().ask, Ask::name);
    EXPECT_EQ(model.state().seat, 2);
    model.tell("Bob\n");
    EXPECT_EQ(model.state().ask, Ask::piece);
    const int first = model.state().seat;
    EXPECT_EQ(model.state().mover, 1) << "who begins has number 1 on the board, whoever that is";
    model.tell("X\n4\n");
    EXPECT_EQ(model.state().ask, Ask::undo);
    EXPECT_EQ(model.state().seat, first);
    model.tell("N\n");
    EXPECT_EQ(model.state().ask, Ask::column_from_1);
    EXPECT_EQ(model.state().seat, 3 - first);
}

TEST(RoomModel, ATurnThatIsTakenBackIsNone) {
    RoomModel model = model_of("rows", "4\n4\n5\nY\n");
    EXPECT_EQ(model.state().moves(), "44");
    EXPECT_TRUE(model.state().asks_for_column());
    model.tell("6\nN\n");
    EXPECT_EQ(model.state().moves(), "446");
    EXPECT_EQ(model.state().turns.back().typed, 8U);
    EXPECT_EQ(model.state().position().stones(), 3);
}

TEST(RoomModel, WrongAnswersChangeNothing) {
    RoomModel model = model_of("bitmap", "9\nx\n\n4\n");
    EXPECT_EQ(model.state().moves(), "4");
    EXPECT_EQ(model.state().turns.front().typed, 5U);
}

TEST(RoomModel, LostTurnsAndRemovalsStandInTheMoves) {
    RoomModel model = model_of("tactics", "\nA\nB\n3\nB\n");
    EXPECT_EQ(model.state().moves(), "4-");
    EXPECT_EQ(model.state().seat, 1);
    EXPECT_FALSE(model.state().rights.block);
    model.tell("0\nN\nN\n3\nN\n");
    EXPECT_EQ(model.state().moves(), "4-14");
    model.tell("R\n4\n3\n");
    EXPECT_EQ(model.state().moves(), "4-14x42");
    EXPECT_EQ(model.state().turns.back().player, 1);
    EXPECT_EQ(model.state().seat, 2);
}

TEST(RoomModel, TheComputersMovesAreTurnsToo) {
    RoomModel solo = model_of("solo", "3\n");
    EXPECT_EQ(solo.state().turns.size(), 2U);
    EXPECT_EQ(solo.state().turns[1].player, 2);
    EXPECT_EQ(solo.state().seat, 1);
    RoomModel master = model_of("master", "1\n2\n4453\n");
    EXPECT_EQ(master.state().turns.size(), 5U) << master.state().moves();
    EXPECT_EQ(master.state().moves().substr(0, 4), "4453");
    EXPECT_EQ(master.state().mover, 2);
}

TEST(RoomModel, KnowsTheEnd) {
    RoomModel model = model_of("bitmap", "1\n2\n1\n2\n1\n2\n1\n");
    EXPECT_FALSE(model.state().ask);
    EXPECT_EQ(model.state().board.winner(), 1);
    EXPECT_EQ(model.state().moves(), "1212121");
}

/// The rooms with two seats say who has won; so does the title.
TEST(RoomModel, NamesWhoHasWon) {
    const auto winner_of = [](std::string_view room, std::string_view typed, i32 seed) {
        RoomModel model = model_of(room, typed, seed);
        const RoomState& state = model.state();
        EXPECT_FALSE(state.ask) << room;
        return title_of_player(model.game(), state, state.board.winner()).words();
    };
    EXPECT_EQ(winner_of("rows", "7\n1\n2\nN\n2\nN\n3\nN\n4\nN\n3\nN\n3\nN\n4\nN\n4\nN\n6\nN\n4\nN\n", 3),
              "Player 2 (Y)");
    EXPECT_EQ(winner_of("columns", "Ann\nBob\nX\n1\nN\n4\nN\n1\nN\n5\nN\n2\nN\n6\nN\n2\nN\n7\n", 7), "Ann");
}

}  // namespace
}  // namespace mariner::games

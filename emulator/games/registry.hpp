#pragma once
// The bundled games, from asm/games.inc: what the menu says, the program's text, the twin.

#include <span>
#include <string>
#include <string_view>

#include "emulator/games/twin.hpp"

namespace mariner::games {

struct Game {
    std::string_view room;
    std::string_view menu_line;
    int people = 2;
    bool uses_display = false;
    std::string_view program;  // the text of asm/<room>/<room>.asm, embedded at build time
    TwinFactory make_twin = nullptr;
};

/// In the order of the menu.
std::span<const Game> all_games();

/// Null if there is no such room.
const Game* find_game(std::string_view room);

/// The game whose computer looks ahead.
const Game& thinking_game();

/// "rows, columns ... and tactics", for messages; with another word for `and` if it is given.
std::string room_names(std::string_view before_last = "and");

}  // namespace mariner::games

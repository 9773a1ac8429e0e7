#pragma once
// The words around a room: who is to move, what the columns are worth, what gave a game away, the buttons for each
// question. Makes text only; the room's own words are the program's.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bitmap/surface.hpp"
#include "emulator/games/hint.hpp"
#include "emulator/games/player_title.hpp"
#include "emulator/games/puzzle.hpp"
#include "emulator/games/room_model.hpp"

namespace mariner::app {

enum class RoomCommand : u8 {
#define ROOM_COMMAND(name, word, button, help) name,
#include "emulator/app/room_commands.inc"
#undef ROOM_COMMAND
};

/// The command that a line is, where it isn't a name or an answer of any kind.
std::optional<RoomCommand> room_command(std::string_view line, const games::RoomState& state);
/// The words of all commands, a line each.
std::string command_help();

/// Small letters where a room takes capitals only.
std::string in_capitals(std::string line, const games::RoomState& state);

/// For the title of a window: whose turn it is, or how the game ended.
std::string title_of(const games::Game& game, const games::RoomState& state);

/// What can be pressed and what keys answer by themselves.
bitmap::Prompt prompt_of(const games::Game& game, const games::RoomState& state);

/// A line: "Hint for Yellow: 1 loses in 12, 2 ...".
std::string hint_text(const games::Game& game, const games::RoomState& state, const games::ColumnHints& hints);

/// "Puzzle of 2026-11-19: Yellow is to move and wins in 4."
std::string puzzle_text(const games::Puzzle& puzzle);
/// How it went, in lines that can be handed on.
std::string puzzle_result_text(const games::Puzzle& puzzle, const games::RoomState& state, int tries);

/// The review of a game, with the positions.
std::string review_text(const games::Game& game, const games::RoomState& state, const games::GameReview& review);

}  // namespace mariner::app

#pragma once
// A bundled game at the terminal or on its display, played by a person or from a replay file. For `play` and `replay`.

#include <optional>
#include <string>

#include "emulator/app/display_options.hpp"
#include "emulator/games/generator.hpp"
#include "emulator/games/registry.hpp"

namespace mariner::app {

struct GameSession {
    const games::Game* game = nullptr;
    std::optional<i32> seed;  // nothing: another game each time
    DisplayOptions display;
    std::string record;                       // file for the game as it was played; empty: none
    std::optional<games::GameScript> replay;  // lines that are typed by themselves
    double pace = 0;                          // seconds before each of them
};

/// Returns the exit code of the command.
int play_session(const GameSession& session);

/// The game's native twin on standard input and output: no emulator, no program. Its picture can be had as a PNG.
int play_native(const GameSession& session);

}  // namespace mariner::app

#pragma once
// A bundled game at the terminal or on its display, played by a person or from a replay file. For `play` and `replay`.

#include <array>
#include <optional>
#include <string>

#include "emulator/app/display_options.hpp"
#include "emulator/games/generator.hpp"
#include "emulator/games/puzzle.hpp"
#include "emulator/games/registry.hpp"

namespace mariner::app {

struct GameSession {
    const games::Game* game = nullptr;
    std::optional<i32> seed;  // nothing: another game each time
    DisplayOptions display;
    std::string record;                       // file for the game as it was played; empty: none
    std::optional<games::GameScript> replay;  // lines that are typed by themselves
    std::optional<double> pace{};             // seconds before each of them, and before each move of a program
    std::array<std::string, 2> seats{"person", "person"};  // who sits there: games/opponent.hpp
    std::optional<games::Puzzle> puzzle{};                 // the game begins there
    bool is_reviewed = false;                              // the review is told without being asked for
    bool has_marks = false;                                // signs in the tokens
    bool shows_last_move = true;
    bool has_motion = true;
    bool has_sound = true;
};

struct SessionEnd {
    int exit_code = 0;
    bool wants_menu = false;
};
SessionEnd play_session(const GameSession& session);

/// The game's native twin on standard input and output: no emulator, no program. Its picture can be had as a PNG.
int play_native(const GameSession& session);

}  // namespace mariner::app

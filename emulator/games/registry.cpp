#include "emulator/games/registry.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

#include "emulator/games/embedded_programs.hpp"
#include "emulator/support/file.hpp"

namespace mariner::games {

namespace {

/// In the folder that the environment names, as command.js of the npm package does.
std::string program_beside(std::string_view room) {
    const char* const folder = std::getenv("MARINER_GAMES");
    const std::string file = std::string(folder == nullptr ? "" : folder) + "/" + std::string(room) + ".asm";
    const Result<std::string> text = folder == nullptr ? Result<std::string>("") : read_file(file);
    return text ? *text : std::string();
}

std::string_view program_of(std::string_view room) {
    static std::deque<std::string> beside;  // the registry is made once
    const std::string_view text = std::ranges::find(embedded_programs(), room, &EmbeddedProgram::room)->text;
    return !text.empty() ? text : beside.emplace_back(program_beside(room));
}

std::vector<Game> make_registry() {
    return {
#define GAME(room, menu, people, display) {#room, menu, people, display, program_of(#room), make_##room##_twin},
#include "asm/games.inc"
#undef GAME
    };
}

}  // namespace

std::span<const Game> all_games() {
    static const std::vector<Game> registry = make_registry();
    return registry;
}

const Game* find_game(std::string_view room) {
    const std::span<const Game> games = all_games();
    const auto found = std::ranges::find(games, room, &Game::room);
    return found == games.end() ? nullptr : &*found;
}

const Game& thinking_game() {
    return *std::ranges::find_if(all_games(), [](const Game& game) { return game.make_twin()->thinks(); });
}

std::string room_names(std::string_view before_last) {
    const std::span<const Game> games = all_games();
    std::string names;
    for (const Game& game : games) {
        const bool is_last = &game == &games.back();
        names += names.empty() ? "" : is_last ? " " + std::string(before_last) + " " : ", ";
        names += game.room;
    }
    return names;
}

}  // namespace mariner::games

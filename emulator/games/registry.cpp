#include "emulator/games/registry.hpp"

#include <algorithm>
#include <vector>

#include "emulator/games/embedded_programs.hpp"

namespace mariner::games {

namespace {

std::string_view program_of(std::string_view room) {
    return std::ranges::find(embedded_programs(), room, &EmbeddedProgram::room)->text;
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

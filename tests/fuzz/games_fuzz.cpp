// Any bytes as a replay file, and, where they are one, its game in the emulator and in the twin: the file parser gives
// an error or a script, and the two players agree on every script.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>

#include "emulator/games/compare.hpp"
#include "emulator/games/emulated_game.hpp"
#include "emulator/games/replay.hpp"

namespace {

using namespace mariner;
using namespace mariner::games;

struct Player {
    ProgramImage image;
    std::unique_ptr<EmulatedGame> program;
    Grounds grounds;
};

/// Each program is assembled once and its machine used again and again.
Player& player_of(const Game& game) {
    static std::map<std::string_view, Player> players;
    Player& player = players[game.room];
    if (!player.program) {
        player.image = std::move(*assemble_game("game.asm", game.program));
        player.program = std::move(*EmulatedGame::create(player.image, {}));
        player.grounds = find_grounds(game, player.image, *player.program, {}, {});
    }
    return player;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    const Result<GameScript> script = parse_replay({reinterpret_cast<const char*>(data), size});
    const Game* game = script ? find_game(script->room) : nullptr;
    if (game == nullptr) {
        return 0;
    }
    const GameRecord expected = play_twin(*game, *script);
    Player& player = player_of(*game);
    const GameComparison comparison = compare_game(*player.program, player.grounds, *script, expected);
    if (comparison.difference) {
        std::fprintf(stderr, "%s\n%s%s", comparison.difference->sentence.c_str(), comparison.difference->boards.c_str(),
                     transcripts_side_by_side(expected, comparison.actual).c_str());
        std::abort();
    }
    return 0;
}

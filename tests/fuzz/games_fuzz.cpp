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

/// Each program is assembled once and its machine used again and again.
EmulatedGame& emulated(const Game& game) {
    static std::map<std::string_view, ProgramImage> images;
    static std::map<std::string_view, std::unique_ptr<EmulatedGame>> machines;
    std::unique_ptr<EmulatedGame>& machine = machines[game.room];
    if (!machine) {
        images[game.room] = std::move(*assemble_game("game.asm", game.program));
        machine = std::move(*EmulatedGame::create(images[game.room], {}));
    }
    return *machine;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, size_t size) {
    const Result<GameScript> script = parse_replay({reinterpret_cast<const char*>(data), size});
    const Game* game = script ? find_game(script->room) : nullptr;
    if (game == nullptr) {
        return 0;
    }
    const GameRecord expected = play_twin(*game, *script);
    const GameRecord actual = emulated(*game).play(*script, expected);
    if (const auto difference = find_difference(expected, actual, false)) {
        std::fprintf(stderr, "%s\n%s", difference->c_str(), side_by_side(expected, actual).c_str());
        std::abort();
    }
    return 0;
}

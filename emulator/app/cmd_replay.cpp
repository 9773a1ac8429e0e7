// `mariner replay`: plays a game again that `play --record` or `verify` kept.

#include <CLI/CLI.hpp>

#include "emulator/app/commands.hpp"
#include "emulator/app/game_session.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/games/replay.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/support/file.hpp"

namespace mariner::app {

namespace {

constexpr size_t max_replay_bytes = 17U << 20U;

constexpr const char* replay_examples =
    "\nexamples:\n"
    "  mariner replay game.replay\n"
    "  mariner replay game.replay --pace 0 > transcript.txt\n"
    "  mariner replay game.replay --display gif:game.gif\n";

}  // namespace

int cmd_replay(int argc, char** argv) {
    CLI::App app("Plays a recorded game again, exactly as it was.", "mariner replay");
    std::string file;
    GameSession session;
    double pace = platform::is_terminal(platform::standard_output) ? 0.5 : 0;
    app.add_option("FILE", file, "what play --record or verify wrote")->required();
    app.add_option("--pace", pace, "seconds before each line; half a second on a terminal unless told")
        ->check(CLI::Range(0.0, 3600.0));
    app.add_flag("--review", session.is_reviewed, "say which moves gave something away");
    add_display_options(app, session.display);
    app.footer(replay_examples);
    if (const std::optional<int> code = parse_command_line(app, "replay", argc, argv)) {
        return *code;
    }
    const Result<std::string> text = read_file(file, max_replay_bytes);
    if (!text) {
        return fail_with(exit_code::unreadable_file, "replay", text.error().message);
    }
    Result<games::GameScript> script = games::parse_replay(*text);
    if (!script) {
        return fail_with(exit_code::wrong_source, "replay", file + ": " + script.error().message);
    }
    session.game = games::find_game(script->room);
    if (session.game == nullptr) {
        return fail_with(exit_code::wrong_source, "replay", file + ": there is no game " + script->room);
    }
    session.seed = script->program_seed;
    session.replay = std::move(*script);
    session.pace = pace;
    return play_session(session).exit_code;
}

}  // namespace mariner::app

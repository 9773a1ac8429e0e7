// `mariner lsp`: the Language Server Protocol on standard input and output, for every editor that speaks it.

#include <CLI/CLI.hpp>
#include <algorithm>

#include "emulator/app/commands.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/games/registry.hpp"
#include "emulator/lsp/lsp_server.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/interrupts.hpp"
#include "emulator/protocol/channel.hpp"

namespace mariner::app {

namespace {

constexpr const char* lsp_examples =
    "An editor starts this command and talks to it; docs/editors.md has a file for each that sets it up.\n"
    "\nsettings (initializationOptions, or \"mariner\" of workspace/didChangeConfiguration):\n"
    "  programs                      lists of files that make one program each; else .include and .globl tell\n"
    "  inlayHints.pseudo, .constants, .labels     which notes are shown between the words\n"
    "\nexit codes: 0 ended by shutdown and exit, 1 otherwise, 2 wrong usage\n";

/// The bundled game that a text is; empty if it is none.
std::string_view room_of(std::string_view text) {
    const auto games = games::all_games();
    const auto found = std::ranges::find(games, text, &games::Game::program);
    return found != games.end() ? found->room : std::string_view();
}

}  // namespace

int cmd_lsp(int argc, char** argv) {
    CLI::App app("Serves the Language Server Protocol on standard input and output.", "mariner lsp");
    bool is_stdio = false;
    app.add_flag("--stdio", is_stdio, "what is served anyway; some editors insist on saying so");
    app.footer(lsp_examples);
    if (const std::optional<int> code = parse_command_line(app, "lsp", argc, argv)) {
        return *code;
    }
    platform::ignore_broken_pipes();  // a client that goes away is an end like any other
    const protocol::Channel channel(platform::standard_input, platform::standard_output);
    bool is_connected = true;
    lsp::LspServer server([&](std::string_view message) { is_connected = is_connected && channel.send(message); },
                          room_of);
    server.set_watch([&] { return channel.is_ready(0); });
    while (is_connected && !server.is_over()) {
        if (server.has_work() && !channel.is_ready(server.patience_milliseconds())) {
            server.work();
            continue;
        }
        const std::string bytes = channel.receive();
        is_connected = is_connected && !bytes.empty();
        server.receive(bytes);
    }
    return server.ended_well() ? exit_code::success : 1;
}

}  // namespace mariner::app

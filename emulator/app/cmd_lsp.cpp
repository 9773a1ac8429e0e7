// `mariner lsp`: the Language Server Protocol on standard input and output, for every editor that speaks it.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "emulator/app/commands.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/games/registry.hpp"
#include "emulator/lsp/lsp_server.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/interrupts.hpp"
#include "emulator/platform/process.hpp"
#include "emulator/protocol/channel.hpp"

namespace mariner::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* lsp_examples =
    "An editor starts this command and talks to it; docs/editors.md has a file for each that sets it up.\n"
    "\nsettings (initializationOptions, or \"mariner\" of workspace/didChangeConfiguration):\n"
    "  programs                      lists of files that make one program each; else .include and .globl tell\n"
    "  inlayHints.pseudo, .constants, .labels     which notes are shown between the words\n"
    "  reference                     the URI of a copy of docs/, which messages link to; else one beside the program\n"
    "\nexit codes: 0 ended by shutdown and exit, 1 otherwise, 2 wrong usage\n";

using LabelSet = std::set<std::string, std::less<>>;

LabelSet labels_in(std::string_view text) {
    LabelSet labels;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        const size_t colon = line.find(':');
        if (colon != std::string_view::npos && line.find_first_of(" \t#\"") > colon) {
            labels.emplace(line.substr(0, colon));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return labels;
}

struct GameLabels {
    std::string_view room;
    LabelSet labels;
};

std::vector<GameLabels> labels_of_games() {
    std::vector<GameLabels> all;
    for (const games::Game& game : games::all_games()) {
        all.push_back({game.room, labels_in(game.program)});
    }
    return all;
}

/// The bundled game that a text is or was made from: it has most of its labels still. Empty if it is none.
std::string_view room_of(std::string_view text) {
    static const std::vector<GameLabels> games = labels_of_games();
    const LabelSet labels = labels_in(text);
    for (const GameLabels& game : games) {
        const auto kept =
            std::ranges::count_if(game.labels, [&](const std::string& label) { return labels.contains(label); });
        if (4 * static_cast<size_t>(kept) >= 3 * game.labels.size()) {
            return game.room;
        }
    }
    return {};
}

/// Where docs/messages.md and docs/reference are, beside the program as it is built or installed; empty if nowhere.
std::string find_pages() {
    const fs::path folder = fs::path(platform::program_path()).parent_path();
    std::error_code trouble;
    for (const fs::path& place : {folder / "docs", folder.parent_path() / "share" / "doc" / "mariner",
                                  folder.parent_path().parent_path() / "docs"}) {
        if (fs::is_regular_file(place / "messages.md", trouble)) {
            return place.string();
        }
    }
    return {};
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
    server.set_pages_folder(find_pages());
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

// `mariner verify`: thousands of generated games in a program and in its native twin; the first difference, shrunk.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <thread>

#include "emulator/app/commands.hpp"
#include "emulator/app/display_plan.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/progress_bar.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/games/emulated_game.hpp"
#include "emulator/games/registry.hpp"
#include "emulator/games/replay.hpp"
#include "emulator/games/verify.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

using games::Game;
using games::VerifyReport;

struct VerifyCommandOptions {
    std::vector<std::string> rooms;
    std::string own_game;              // --game: the positional words are files of somebody's own program
    std::vector<std::string> aspects;  // --compare; none: whatever there is
    std::string board;
    std::string layout = "rows-top";
    std::string marks = "auto";
    std::string engine = "fast";
    std::string save;
    u32 cell_size = 1;
    bool coverage = false;
    bool no_lines = false;
    games::VerifyOptions verify;
};

constexpr const char* verify_examples =
    "\nexamples:\n"
    "  mariner verify                            all games: random ones, every position of the first\n"
    "                                            8 plies, every way to complete a line\n"
    "  mariner verify GAME --games 100000 --seed 7\n"
    "  mariner verify --game GAME my.asm         your own program against the rules and wording of GAME,\n"
    "                                            and its memory and picture, where it has them\n"
    "  mariner verify --game GAME my.asm --compare output\n"
    "                                            only what it prints: it draws and keeps what it likes\n"
    "  mariner verify --game GAME my.asm --board BOARD --layout columns-bottom\n"
    "                                            only the board in memory, at every read of a line\n"
    "\nwhat can be compared: output (with the exit status), memory (at the labels that the game's page\n"
    "names, if the program has them), picture (at every read and every sleep), registers (at the end)\n"
    "layouts: rows-top, rows-bottom, columns-bottom, columns-top, or FIRST,COLUMN_STEP,ROW_STEP in bytes\n"
    "exit codes: 0 all agree, 1 a difference was found, 2 wrong usage, 65 a program doesn't assemble,\n"
    "66 a file can't be read\n";

void add_options(CLI::App& app, VerifyCommandOptions& options) {
    app.add_option("GAME", options.rooms, games::room_names("or") + "; all unless told; with --game: source files");
    app.add_option("--game", options.own_game, "compare your own program with this game");
    app.add_option("--games", options.verify.random_games, "random games of each, 2000 unless told");
    app.add_option("--seed", options.verify.seed, "other random games for every number");
    app.add_option("--plies", options.verify.plies, "every position of at most N moves (8); -1 for none")
        ->check(CLI::Range(-1, 10));
    app.add_flag("--right-answers", options.verify.only_right_answers,
                 "no line is wrong on purpose, for a program that checks nothing");
    app.add_flag("--no-lines", options.no_lines, "leave out the ways to complete each line");
    app.add_option("--threads", options.verify.threads, "as many as there are cores unless told")
        ->check(CLI::Range(1, 1024));
    app.add_option("--engine", options.engine, "auto, jit, fast, switch or checked");
    app.add_flag("--coverage", options.coverage, "list the source lines that no game executed");
    app.add_option("--compare", options.aspects,
                   "with --game: output, memory, picture, registers, or several of them by commas; the first three "
                   "unless told")
        ->delimiter(',')
        ->check(CLI::IsMember({"output", "memory", "picture", "registers"}));
    app.add_option("--board", options.board, "with --game: compare only the board that stands at this label");
    app.add_option("--layout", options.layout, "with --board: order of the cells, rows-top unless told");
    app.add_option("--cell", options.cell_size, "with --board: bytes of a cell, 1 unless told")
        ->check(CLI::IsMember({1, 2, 4}));
    app.add_option("--marks", options.marks,
                   "with --board: values of empty, player 1, player 2 (\"*,X,O\"); found out unless told");
    app.add_option("--save", options.save, "file for the game that differs, mariner-GAME.replay unless told");
    app.footer(verify_examples);
}

std::string wrong_option(VerifyCommandOptions& options) {
    if (options.own_game.empty() && !(options.board.empty() && options.aspects.empty())) {
        return std::string(options.board.empty() ? "--compare" : "--board") + " goes with --game";
    }
    if (!options.board.empty() && !options.aspects.empty()) {
        return "--board compares the board and nothing else: leave out --compare";
    }
    if (!options.own_game.empty() && options.rooms.empty()) {
        return "--game compares your own program: name its file";
    }
    std::vector<std::string> named = options.own_game.empty() ? options.rooms : std::vector{options.own_game};
    for (const std::string& room : named) {
        if (games::find_game(room) == nullptr) {
            return "there is no game " + room + "; there are " + games::room_names();
        }
    }
    if (!options.board.empty()) {
        const Result<games::BoardLayout> layout = games::parse_layout(options.layout, options.cell_size);
        const Result<games::BoardMarks> marks = games::parse_marks(options.marks);
        if (!layout || !marks) {
            return !layout ? layout.error().message : marks.error().message;
        }
        options.verify.board_only = games::BoardOnly{options.board, *layout, *marks};
    }
    if (!options.own_game.empty()) {
        const auto wants = [&](const char* aspect, bool usually) {
            return options.aspects.empty() ? usually
                                           : std::ranges::find(options.aspects, aspect) != options.aspects.end();
        };
        options.verify.compare = {wants("output", true), wants("memory", true), wants("registers", false),
                                  wants("picture", true)};
    }
    options.verify.winning_lines = !options.no_lines;
    options.verify.count_lines = options.coverage;
    const std::optional<EngineKind> engine = find_engine(options.engine);
    if (!engine || !why_unavailable(*engine).empty()) {
        return engine ? why_unavailable(*engine) : "--engine is auto, jit, fast, switch or checked";
    }
    options.verify.engine = *engine;
    return {};
}

void print_summary(const Game& game, const VerifyReport& report) {
    const u64 games = report.random_games + report.positions + report.lines;
    std::printf(
        "%-8s %8llu random games, %6llu positions, %3llu of %3llu ways to complete a line: %s (%.1f s, %.0f games/s)\n",
        std::string(game.room).c_str(), static_cast<unsigned long long>(report.random_games),
        static_cast<unsigned long long>(report.positions), static_cast<unsigned long long>(report.lines),
        static_cast<unsigned long long>(report.line_goals), report.failure ? "DIFFERENT" : "all the same",
        report.seconds, static_cast<double>(games) / std::max(report.seconds, 1e-9));
}

void print_list(const char* title, const std::vector<std::string>& items) {
    std::string text;
    for (const std::string& item : items) {
        text += (text.empty() ? "" : "; ") + item;
    }
    if (!text.empty()) {
        std::printf("  %s %s\n", title, text.c_str());
    }
}

int report_failure(const VerifyCommandOptions& options, const Game& game, const games::VerifyFailure& failure) {
    const std::string file = options.save.empty() ? "mariner-" + std::string(game.room) + ".replay" : options.save;
    const std::string replay = games::format_replay(failure.script);
    std::printf("\n%s\n\nThe shortest game found that shows it (seed %d), also in %s:\n%s\n%s%s",
                visible_text(failure.difference).c_str(), failure.script.program_seed, file.c_str(), replay.c_str(),
                visible_text(failure.boards).c_str(), visible_text(failure.transcripts).c_str());
    if (!options.own_game.empty() && options.board.empty() && failure.transcripts.empty()) {
        std::puts("\nIf your program keeps or draws this in a way of its own, --compare output leaves it out.");
    }
    return write_output(file, replay) ? exit_code::differs : exit_code::cannot_write;
}

void print_never_executed(const Game& game, const ProgramImage& image, const VerifyReport& report) {
    const Statement* before = nullptr;
    std::printf("%-8s %zu instructions never executed\n", std::string(game.room).c_str(), report.never_executed.size());
    for (const u32 address : report.never_executed) {
        const Statement* statement = image.find_statement(address);
        if (statement != nullptr && statement != before) {
            std::printf("  %s: %s\n", place_of(image, address).c_str(), visible_text(statement->source).c_str());
        }
        before = statement;
    }
}

int verify_one(const VerifyCommandOptions& options, const Game& game, const ProgramImage& image) {
    ProgressBar bar(game.room);
    const Result<VerifyReport> report =
        games::verify(game, image, options.verify, [&](u64 done, u64 total) { bar.show(done, total); });
    bar.clear();
    if (!report) {
        return fail_with(exit_code::usage, "verify", report.error().message);
    }
    print_summary(game, *report);
    if (!options.own_game.empty()) {
        print_list("compared:", report->compared);
        print_list("not compared:", report->left_out);
    }
    if (options.coverage) {
        print_never_executed(game, image, *report);
    }
    std::fflush(stdout);
    return report->failure ? report_failure(options, game, *report->failure) : exit_code::success;
}

/// What the comments of somebody's own program say about its picture.
games::OwnDisplay own_display(const LoadedProgram& program) {
    const Result<DisplayPlan> plan = plan_display({}, program.sources, memory_map(program.image->configuration));
    games::OwnDisplay display;
    display.is_named = plan && plan->kind != DisplayKind::none;
    if (plan && plan->geometry) {
        display = {true, plan->geometry->base, plan->geometry->columns(), plan->geometry->rows()};
    }
    return display;
}

int verify_own_program(VerifyCommandOptions& options) {
    LoadRequest request;
    request.files = options.rooms;
    request.options.collect_references = true;  // they say where the data end
    const LoadedProgram program = load_program(request);
    if (!program.image) {
        return program.exit_code;
    }
    options.verify.display = own_display(program);
    return verify_one(options, *games::find_game(options.own_game), *program.image);
}

int verify_bundled(const VerifyCommandOptions& options) {
    int code = exit_code::success;
    for (const Game& game : games::all_games()) {
        const bool wanted = options.rooms.empty() ||
                            std::find(options.rooms.begin(), options.rooms.end(), game.room) != options.rooms.end();
        if (!wanted) {
            continue;
        }
        const Result<ProgramImage> image = games::assemble_game(std::string(game.room) + ".asm", game.program);
        if (!image) {
            return fail_with(exit_code::wrong_source, "verify", image.error().message);
        }
        code = std::max(code, verify_one(options, game, *image));
    }
    return code;
}

}  // namespace

int cmd_verify(int argc, char** argv) {
    CLI::App app("Plays generated games in a program and in its native twin and compares them.", "mariner verify");
    VerifyCommandOptions options;
    options.verify.threads = std::max(1U, std::thread::hardware_concurrency());
    add_options(app, options);
    const auto settled = [&] { return wrong_option(options); };
    if (const std::optional<int> code = parse_command_line(app, "verify", argc, argv, settled)) {
        return *code;
    }
    return options.own_game.empty() ? verify_bundled(options) : verify_own_program(options);
}

}  // namespace mariner::app

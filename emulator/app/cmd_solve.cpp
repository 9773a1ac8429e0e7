// `mariner solve`: what each move of a Connect Four position is worth.

#include <CLI/CLI.hpp>
#include <cstdio>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/games/early_scores.hpp"
#include "emulator/games/guest_master.hpp"
#include "emulator/games/opponent.hpp"
#include "emulator/games/registry.hpp"
#include "emulator/games/solver.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

constexpr const char* solve_examples =
    "examples:\n"
    "  mariner solve -                  the empty board\n"
    "  mariner solve 4453 32164625      two positions: the columns in the order they were played\n"
    "  mariner solve --positions FILE   one a line; what follows the moves is left out\n"
    "  mariner solve --by master 4453   the column that the program of the room master plays there\n"
    "  mariner solve --by master:2 --values 4453   and what it says of each column, at strength 2\n"
    "\n"
    "A line says the moves, then a value for each column, counted in plies (moves of either) from now:\n"
    "  17   wins, and the game is over after 17 plies if the other delays it\n"
    "  -8   loses, and the game is over after 8 plies if the other hurries\n"
    "  0    draws\n"
    "  -    the column is full\n"
    "\nexit codes: 0 solved, 2 wrong usage, 65 a position that no game reaches, 66 FILE can't be read,\n"
    "70 the program master gave no answer, 73 the output can't be written\n";

struct NamedPosition {
    std::string_view moves;
    games::Position position;
};

/// Every position before the first is solved: a slip in the last line needn't be waited for.
Result<std::vector<NamedPosition>> read_positions(const std::vector<std::string_view>& lines, const std::string& file) {
    std::vector<NamedPosition> positions;
    for (size_t i = 0; i < lines.size(); ++i) {
        const std::string_view moves = lines[i].substr(0, lines[i].find_first_of(" \t\r"));
        if (moves.empty()) {
            continue;
        }
        const Result<games::Position> position = games::position_after(moves);
        if (!position) {
            const std::string where =
                file.empty() ? visible_line(moves.substr(0, 50)) : file + ":" + std::to_string(i + 1);
            return Error{where + ": " + position.error().message};
        }
        positions.push_back({moves, *position});
    }
    return positions;
}

std::string line_of(std::string_view moves, const games::ColumnValues& values) {
    std::string line(moves);
    for (const std::optional<int> value : values) {
        line += value ? " " + std::to_string(*value) : " -";
    }
    return line + "\n";
}

struct SolveBy {
    int strength = 0;  // of the program master; 0: the solver is asked
    bool values = false;
};

/// The line for a position: its moves, the column, and the values if they are wanted.
Result<std::string> asked_line(games::GuestMaster& master, std::string_view moves, const SolveBy& by) {
    const Result<int> column = master.column(moves, by.strength);
    if (!column) {
        return column.error();
    }
    const std::string named = std::string(moves) + " " + std::to_string(*column + 1);
    if (!by.values) {
        return named + "\n";
    }
    const Result<games::ColumnValues> values = master.values(moves, by.strength);
    return values ? Result<std::string>(line_of(named, *values)) : values.error();
}

int ask_master(const std::vector<NamedPosition>& positions, const SolveBy& by) {
    const Result<std::unique_ptr<games::GuestMaster>> master = games::GuestMaster::create(EngineKind::automatic);
    if (!master) {
        return fail_with(exit_code::exception, "solve", master.error().message);
    }
    for (const NamedPosition& named : positions) {
        const Result<std::string> line = asked_line(**master, named.moves, by);
        if (!line) {
            return fail_with(exit_code::exception, "solve", line.error().message);
        }
        if (!write_output("-", *line)) {
            return exit_code::cannot_write;
        }
    }
    return exit_code::success;
}

int solve(const std::vector<NamedPosition>& positions) {
    games::Solver solver;
    solver.look_up_in(games::known_score);
    for (const NamedPosition& named : positions) {
        solver.prepare_for(named.position.stones());
        if (!write_output("-", line_of(named.moves, solver.values(named.position)))) {
            return exit_code::cannot_write;
        }
    }
    return exit_code::success;
}

}  // namespace

int cmd_solve(int argc, char** argv) {
    CLI::App app("Says what each move of a Connect Four position leads to if both play their best.", "mariner solve");
    std::vector<std::string> moves;
    std::string file;
    CLI::Option* const given =
        app.add_option("MOVES", moves, "columns 1 to 7 in the order they were played; - for none");
    app.add_option("--positions", file, "a file with a position a line")->excludes(given);
    std::string by_whom;
    SolveBy by;
    app.add_option("--by", by_whom, "master, or master:N with its strength 1 to 5: say which column it plays");
    app.add_flag("--values", by.values, "with --by: what it says of each column, too");
    app.footer(solve_examples);
    const auto check = [&]() -> std::string {
        if (moves.empty() && file.empty()) {
            return "give the moves of a position, or --positions FILE";
        }
        by.strength = games::strength_named(by_whom);
        if (!by_whom.empty() && by.strength == 0) {
            return "--by is master or master:1 to master:5";
        }
        return by.values && by.strength == 0 ? "--values goes with --by" : "";
    };
    if (const std::optional<int> code = parse_command_line(app, "solve", argc, argv, check)) {
        return *code;
    }
    const Result<std::string> text = file.empty() ? Result<std::string>("") : read_file(file);
    if (!text) {
        return fail_with(exit_code::unreadable_file, "solve", text.error().message);
    }
    const std::vector<std::string_view> lines =
        file.empty() ? std::vector<std::string_view>(moves.begin(), moves.end()) : lines_of(*text);
    const Result<std::vector<NamedPosition>> positions = read_positions(lines, file);
    if (!positions) {
        return fail_with(exit_code::wrong_source, "solve", positions.error().message);
    }
    return by.strength == 0 ? solve(*positions) : ask_master(*positions, by);
}

}  // namespace mariner::app

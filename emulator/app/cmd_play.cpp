// `mariner play`: the bundled games, by name or from a menu.

#include <CLI/CLI.hpp>
#include <cstdio>

#include "emulator/app/commands.hpp"
#include "emulator/app/game_session.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/runtime/terminal_host.hpp"

namespace mariner::app {

namespace {

constexpr const char* who_help =
    "who sits at the other side: person, random, master, master:1 to master:5, or a bot's FILE.asm";

constexpr const char* play_examples =
    "\nwhile you play: H tells what each column is worth; new, marks, motion, sound, menu, quit and help are words, "
    "too\n"
    "\nexamples:\n"
    "  mariner play                              the menu\n"
    "  mariner play GAME --opponent master:2     you are player 1\n"
    "  mariner play GAME --player mine.asm --opponent random   two programs; you watch\n"
    "  mariner play --puzzle                     win in so many moves; the same for everybody today\n"
    "  mariner play GAME --display none          plain lines, for a screen reader\n"
    "  mariner play GAME                         one that draws: in a window; over ssh: --display terminal\n"
    "  mariner play GAME --seed 7                the same random choices again\n"
    "  mariner play GAME --record game.replay    then: mariner replay game.replay\n"
    "  mariner play GAME --native < moves.txt    the same game without MIPS: its rules in C++, which verify\n"
    "                                            compares programs with; --display png:FILE keeps the last picture\n";

void print_menu() {
    std::puts("Connect Four, six ways:\n");
    int number = 0;
    for (const games::Game& game : games::all_games()) {
        std::printf("  %d  %-8s %s\n", ++number, std::string(game.room).c_str(), std::string(game.menu_line).c_str());
    }
    std::puts("");
}

/// A number or a name of the menu; null for anything else.
const games::Game* game_called(const std::string& word) {
    const std::span<const games::Game> games = games::all_games();
    if (word.size() == 1 && word[0] >= '1' && word[0] < static_cast<char>('1' + games.size())) {
        return &games[static_cast<size_t>(word[0] - '1')];
    }
    return games::find_game(word);
}

struct MenuAnswer {
    std::string text;
    bool is_last = false;
};

/// Byte by byte, so that what follows the line is left for the game.
MenuAnswer read_answer() {
    MenuAnswer answer;
    char byte = '\0';
    while (answer.text.size() < 80) {
        answer.is_last = platform::read_patiently(platform::standard_input, std::span(&byte, 1)).count == 0;
        if (answer.is_last || byte == '\n') {
            break;
        }
        answer.text += byte == '\r' ? "" : std::string(1, byte);  // Windows ends lines with both
    }
    return answer;
}

/// Asks until a game is named; null for q and at the end of the input.
const games::Game* choose_from_menu() {
    print_menu();
    while (true) {
        std::fputs("Which game? (a number or a name, q to leave) ", stdout);
        std::fflush(stdout);
        const MenuAnswer answer = read_answer();
        if (const games::Game* const game = game_called(answer.text)) {
            return game;
        }
        if (answer.is_last || answer.text == "q" || answer.text == "Q") {
            std::puts("");
            return nullptr;
        }
    }
}

/// In a room with one seat the opponent takes that: the room's own program is the other side.
void seat_opponents(GameSession& session, const std::string& opponent, const std::string& player) {
    const std::string other = opponent.empty() ? "person" : opponent;
    const bool has_two_seats = session.game->people == 2;
    session.seats = {has_two_seats || opponent.empty() ? player : other, has_two_seats ? other : "person"};
}

}  // namespace

int cmd_play(int argc, char** argv) {
    CLI::App app("Plays one of the bundled Connect Four games.", "mariner play");
    std::string name;
    GameSession session;
    bool is_native = false;
    std::string opponent;
    std::string player = "person";
    std::string puzzle_date;
    app.add_option("GAME", name, games::room_names("or") + "; a menu without it");
    app.add_option("--seed", session.seed, "the same number makes the same random choices");
    app.add_flag("--native", is_native, "play the game's twin in C++ in place of its MIPS program");
    app.add_option("--record", session.record, "keep the game in this file, for mariner replay");
    app.add_option("--opponent", opponent, who_help);
    app.add_option("--player", player, "who sits at your own side: the same words; two programs play each other");
    CLI::Option* const puzzle =
        app.add_option("--puzzle", puzzle_date,
                       "the puzzle of today, or of a DATE such as 2026-11-19: win in so many moves")
            ->expected(0, 1)
            ->type_name("[DATE]");
    app.add_option("--pace", session.pace, "seconds before each move of a program; half a second where you watch")
        ->check(CLI::Range(0.0, 3600.0));
    app.add_flag("--review", session.is_reviewed, "say after the game which moves gave something away");
    app.add_flag("--marks", session.has_marks, "signs in the tokens, for people who see colours otherwise");
    app.add_flag("!--no-last-move", session.shows_last_move, "don't mark the last move");
    app.add_flag("!--no-motion", session.has_motion, "tokens don't fall, they lie there at once");
    app.add_flag("!--no-sound", session.has_sound, "no knocks and bells in the window");
    add_display_options(app, session.display);
    app.footer(play_examples);
    if (const std::optional<int> code = parse_command_line(app, "play", argc, argv)) {
        return *code;
    }
    if (*puzzle) {
        session.puzzle =
            games::puzzle_of(puzzle_date.empty() ? games::date_of(TerminalHost().now_milliseconds()) : puzzle_date);
        if (!session.puzzle) {
            return fail_with(exit_code::usage, "play", "--puzzle takes a date such as 2026-11-19");
        }
        name = games::thinking_game().room;
    }
    if (game_called(name) == nullptr && !name.empty()) {
        return fail_with(exit_code::usage, "play", "there is no game " + name + "; mariner play shows the menu");
    }
    SessionEnd end;
    do {
        session.game = name.empty() ? choose_from_menu() : game_called(name);
        if (session.game == nullptr) {
            break;
        }
        if (is_native) {
            return play_native(session);
        }
        seat_opponents(session, opponent, player);
        end = play_session(session);
        name.clear();
        session.puzzle.reset();
    } while (end.wants_menu);
    return end.exit_code;
}

}  // namespace mariner::app

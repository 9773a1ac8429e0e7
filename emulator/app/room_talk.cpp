#include "emulator/app/room_talk.hpp"

#include <algorithm>

namespace mariner::app {

namespace {

using games::Ask;
using games::Game;
using games::RoomState;

struct RoomCommandRow {
    RoomCommand command;
    std::string_view word;
    std::string_view button;
    std::string_view help;
};
constexpr RoomCommandRow commands[] = {
#define ROOM_COMMAND(name, word, button, help) {RoomCommand::name, word, button, help},
#include "emulator/app/room_commands.inc"
#undef ROOM_COMMAND
};

struct ChoiceRow {
    Ask ask;
    const char* label;
    const char* answer;
};
constexpr ChoiceRow choice_rows[] = {
#define ROOM_CHOICE(ask, label, answer) {Ask::ask, label, answer},
#include "emulator/app/room_choices.inc"
#undef ROOM_CHOICE
};

bool is_free_text(const RoomState& state) {
    return !state.ask || *state.ask == Ask::name || *state.ask == Ask::any_line || *state.ask == Ask::moves;
}

std::string outcome_word(int outcome) {
    return outcome > 0 ? "won" : outcome < 0 ? "lost" : "a draw";
}

std::string columns_text(const std::vector<int>& columns, int first_number) {
    std::string text;
    for (const int column : columns) {
        text += (text.empty() ? "" : column == columns.back() ? " or " : ", ") + std::to_string(column + first_number);
    }
    return text;
}

}  // namespace

std::optional<RoomCommand> room_command(std::string_view line, const RoomState& state) {
    if (is_free_text(state)) {
        return std::nullopt;
    }
    const std::string_view word = line == "h" ? "H" : line;
    const auto* const row = std::ranges::find(commands, word, &RoomCommandRow::word);
    return row == std::end(commands) ? std::nullopt : std::optional(row->command);
}

std::string command_help() {
    std::string text;
    for (const RoomCommandRow& row : commands) {
        text += "  " + std::string(row.word) + std::string(8 - row.word.size(), ' ') + std::string(row.help) + "\n";
    }
    return text;
}

std::string in_capitals(std::string line, const RoomState& state) {
    const bool takes_letters = state.ask == Ask::undo || state.ask == Ask::block || state.ask == Ask::piece ||
                               state.ask == Ask::column_or_remove;
    if (takes_letters && line.size() == 1 && line[0] >= 'a' && line[0] <= 'z') {
        line[0] = static_cast<char>(line[0] - 'a' + 'A');
    }
    return line;
}

std::string title_of(const Game& game, const RoomState& state) {
    const std::string start = "Connect Four - ";
    const int winner = state.board.winner();
    if (!state.ask) {
        return start + (winner != 0             ? games::title_of_player(game, state, winner).words() + " won"
                        : state.board.is_full() ? "a draw"
                                                : "the game is over");
    }
    if (is_free_text(state) || state.mover == 0 || *state.ask == Ask::strength || *state.ask == Ask::seat) {
        return start + std::string(game.room);
    }
    return start + games::title_of_player(game, state, state.mover).words() + " to move";
}

bitmap::Prompt prompt_of(const Game& game, const RoomState& state) {
    bitmap::Prompt prompt{title_of(game, state), {}, ""};
    const auto add = [&](const std::string& label, const std::string& answer) {
        prompt.choices.push_back({label, answer});
        prompt.answer_keys += answer.size() == 1 ? answer : "";
    };
    for (const ChoiceRow& row : choice_rows) {
        if (state.ask == row.ask) {
            add(row.label, row.answer);
        }
    }
    if (state.ask == Ask::undo || state.ask == Ask::block || state.ask == Ask::piece) {
        std::string small = prompt.answer_keys;
        std::ranges::transform(small, small.begin(), [](char c) { return static_cast<char>(c - 'A' + 'a'); });
        prompt.answer_keys += small;
    }
    if (state.ask == Ask::name) {
        add("Player " + std::to_string(state.seat), "Player " + std::to_string(state.seat));
    }
    if (state.ask == Ask::column_or_remove && state.rights.remove) {
        add("Remove (R)", "R");
        prompt.answer_keys += "r";
    }
    if (state.ask == Ask::removal_row || state.ask == Ask::removal_column) {
        prompt.answer_keys += "0123456";
    }
    if (state.asks_for_column()) {
        const int first = games::first_column_number(*state.ask);
        for (int column = 0; column < games::column_count; ++column) {
            prompt.answer_keys += static_cast<char>('0' + first + column);
        }
        prompt.answer_keys += *state.ask == Ask::column_or_values ? "H?" : "H";  // a small h begins "help"
    }
    for (const RoomCommandRow& row : commands) {
        const bool fits = row.command == RoomCommand::hint ? state.asks_for_column() : !is_free_text(state);
        if (!row.button.empty() && fits) {
            prompt.choices.push_back({std::string(row.button), std::string(row.word)});
        }
    }
    prompt.choices.push_back({"Full screen (F11)", "", true});
    return prompt;
}

std::string hint_text(const Game& game, const RoomState& state, const games::ColumnHints& hints) {
    const int first = games::first_column_number(state.ask.value_or(Ask::column_from_1));
    std::string text;
    for (int column = 0; column < games::column_count; ++column) {
        text += (text.empty() ? "" : ", ") + std::to_string(column + first) + " " +
                hints.at(static_cast<size_t>(column)).words();
    }
    const bool has_more = state.ask == Ask::column_or_remove;
    return "Hint for " + games::title_of_player(game, state, state.mover).words() + ": " + text +
           (has_more ? " (without blocks and removals)" : "") + ".\n";
}

std::string puzzle_text(const games::Puzzle& puzzle) {
    const bool first = puzzle.moves.size() % 2 == 0;
    return "Puzzle of " + puzzle.date + ": you play " + (first ? "yellow" : "red") + " and win in " +
           std::to_string(puzzle.wins_in) + " moves. Find the way.\n";
}

std::string puzzle_result_text(const games::Puzzle& puzzle, const RoomState& state, int tries) {
    const size_t before = puzzle.moves.size();
    const int solver = before % 2 == 0 ? 1 : 2;
    const bool is_won = state.board.winner() == solver;
    const size_t own = state.turns.size() > before ? (state.turns.size() - before + 1) / 2 : 0;
    const std::string won = "won in " + std::to_string(own) + " of " + std::to_string(puzzle.wins_in) + " moves";
    return std::string(!is_won                                      ? "Not solved."
                       : own <= static_cast<size_t>(puzzle.wins_in) ? "Solved!"
                                                                    : "Won, but not in the fewest moves.") +
           "\nTo share: Mariner puzzle " + puzzle.date + ", " + (is_won ? won : "not solved") + ", try " +
           std::to_string(tries) + " (mariner play --puzzle " + puzzle.date + ")\n";
}

std::string review_text(const Game& game, const RoomState& state, const games::GameReview& review) {
    const size_t count = review.slips.size();
    std::string text = count == 0   ? "Review: no move gave anything away.\n"
                       : count == 1 ? "Review: one move gave something away.\n"
                                    : "Review: " + std::to_string(count) + " moves gave something away.\n";
    const int first = games::first_column_number(game);
    for (const games::GivenAway& slip : review.slips) {
        const games::RoomTurn& turn = state.turns.at(slip.turn);
        text += "\n" + games::board_rows(turn.before, games::letters_of(game), {"  ", "", " ", "\n"}) + "  ";
        for (int column = 0; column < games::column_count; ++column) {
            text += std::to_string(column + first) + " ";
        }
        text += "\nMove " + std::to_string(slip.turn + 1) + ", " +
                games::title_of_player(game, state, turn.player).words() + " in column " +
                std::to_string(turn.cell.column + first) + ": it was " + outcome_word(slip.before) + ", then " +
                outcome_word(slip.after) + ". Better: " + columns_text(slip.better, first) + ".\n";
    }
    if (review.unknown != 0) {
        text += "(" + std::to_string(review.unknown) +
                (review.unknown == 1 ? " early move isn't" : " early moves aren't") +
                " judged: there is too much to look at.)\n";
    }
    return text;
}

}  // namespace mariner::app

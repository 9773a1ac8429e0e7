// The parts of a rubric's case that play with a program: calls of a routine, Connect Four boards, bundled games.

#include <limits>

#include "emulator/grader/board_plans.hpp"
#include "emulator/grader/rubric_reader.hpp"

namespace mariner::grader {

std::optional<CallRule> RubricReader::read_call(RubricTable& table) {
    std::optional<RubricTable> call = table.table("call");
    if (!call) {
        return std::nullopt;
    }
    CallRule rule;
    rule.label = call->text("label").value_or("");
    if (rule.label.empty()) {
        call->problem(call->place(), "a call has the 'label' of its routine");
    }
    for (const toml::Value& value : call->items("arguments")) {
        if (std::optional<CallArgument> argument = read_argument(value)) {
            rule.arguments.push_back(std::move(*argument));
        }
    }
    if (const toml::Value* const returns = call->take("returns")) {
        if (returns->kind == toml::Kind::string) {
            rule.returns_text = returns->text;
        } else {
            (returns->kind == toml::Kind::real ? rule.returns_real : rule.returns) = word_of(*returns);
        }
    }
    rule.keeps_saved_registers = call->flag("keeps_saved_registers").value_or(true);
    call->finish();
    return rule;
}

/// A number, a text (its address is passed), an array of words (likewise), or a table for what else it says.
std::optional<CallArgument> RubricReader::read_argument(const toml::Value& value) {
    CallArgument argument;
    if (value.kind == toml::Kind::integer || value.kind == toml::Kind::real) {
        argument.kind = value.kind == toml::Kind::real ? ArgumentKind::real : ArgumentKind::number;
        argument.value = word_of(value).value_or(0);
        return argument;
    }
    argument.kind = ArgumentKind::data;
    if (value.kind == toml::Kind::string) {
        argument.data.is_text = true;
        argument.data.bytes.assign(value.text.begin(), value.text.end());
        argument.data.bytes.push_back(0);
        return argument;
    }
    if (value.kind == toml::Kind::array && !value.items.empty()) {
        argument.data.unit = 4;
        for (const toml::Value& item : value.items) {
            append_number(item, 4, argument.data.bytes);
        }
        return argument;
    }
    if (value.kind != toml::Kind::table) {
        m_problems.add(value.place,
                       "an argument is a number, a text, an array of words or a table such as "
                       "{ bytes = [1, 2], after = { bytes = [2, 1] } }");
        return std::nullopt;
    }
    RubricTable table(value, "an argument", m_problems);
    std::optional<RubricTable> after = table.table("after");
    const bool is_fine = read_data(table, argument.data);
    if (after) {
        argument.after.emplace();
        read_data(*after, *argument.after);
        after->finish();
    }
    table.finish();
    return is_fine ? std::optional(argument) : std::nullopt;
}

void RubricReader::read_board_place(RubricTable& board, BoardRule& rule) {
    rule.label = board.text("label").value_or("");
    if (rule.label.empty()) {
        board.problem(board.place(), "a board has the 'label' at which it begins");
    }
    const std::string layout = board.text("layout").value_or("rows-top");
    const auto cell = static_cast<u32>(board.number("cell", 1, 4).value_or(1));
    if (const Result<games::BoardLayout> parsed = games::parse_layout(layout, cell)) {
        rule.layout = *parsed;
    } else {
        board.problem(board.place_of("layout"), parsed.error().message);
    }
    if (const Result<games::BoardMarks> marks = games::parse_marks(board.text("marks").value_or("auto"))) {
        rule.marks = *marks;
    } else {
        board.problem(board.place_of("marks"), marks.error().message);
    }
}

void RubricReader::read_moves(RubricTable& board, BoardRule& rule) {
    const std::string moves = board.text("moves").value_or("");
    games::Board position;
    for (const char c : moves) {
        const int column = c - '1';
        if (c == ' ') {
            continue;
        }
        if (column < 0 || column >= games::column_count || !position.can_drop(column) || position.winner() != 0) {
            board.problem(board.place_of("moves"),
                          "'moves' are columns from 1 to 7 that have room, as in \"4453\", and "
                          "none after a win");
            return;
        }
        position.drop(column, rule.moves.size() % 2 == 0 ? 1 : 2);
        rule.moves.push_back(static_cast<u8>(column));
    }
}

std::optional<BoardRule> RubricReader::read_board(RubricTable& table) {
    std::optional<RubricTable> board = table.table("board");
    if (!board) {
        return std::nullopt;
    }
    BoardRule rule;
    read_board_place(*board, rule);
    rule.before = board->text("before").value_or("");
    rule.move = board->text("move").value_or(rule.move);
    if (rule.move.find("{column}") == std::string::npos) {
        board->problem(board->place_of("move"), "'move' is what is typed for a move: it holds {column}");
    }
    rule.first_column = static_cast<u32>(board->number("first_column", 0, 100).value_or(1));
    read_moves(*board, rule);
    rule.random_games = static_cast<u32>(board->number("random_games", 0, 10'000).value_or(0));
    rule.all_lines = board->flag("all_lines").value_or(false);
    rule.seed = static_cast<u64>(board->number("seed", 0, std::numeric_limits<i64>::max()).value_or(1));
    const auto pattern = [&](std::string_view key) -> std::optional<Pattern> {
        const toml::Value* const source = board->take(key);
        return source != nullptr ? compile(*source) : std::nullopt;
    };
    rule.win = pattern("win");
    rule.draw = pattern("draw");
    if (rule.moves.empty() && rule.random_games == 0 && !rule.all_lines) {
        board->problem(board->place(), "a board needs 'moves', 'random_games' or 'all_lines'");
    }
    board->finish();
    if (m_problems.empty()) {
        make_plans(rule);
    }
    return rule;
}

std::optional<GameRule> RubricReader::read_game(RubricTable& table) {
    const toml::Value* const value = table.take("game");
    if (value == nullptr) {
        return std::nullopt;
    }
    toml::Value short_form;  // game = "NAME" is { room = "NAME" }
    short_form.place = value->place;
    short_form.members.push_back({"room", value->place, *value});
    RubricTable game(value->kind == toml::Kind::table ? *value : short_form, "a game", m_problems);
    GameRule rule;
    const std::string room = game.text("room").value_or("");
    rule.game = games::find_game(room);
    if (rule.game == nullptr) {
        game.problem(game.place_of("room"),
                     "there is no game '" + room.substr(0, 40) + "'; there are " + games::room_names());
    }
    rule.games = static_cast<u32>(game.number("games", 0, 10'000).value_or(0));
    rule.seed = static_cast<u64>(game.number("seed", 0, std::numeric_limits<i64>::max()).value_or(1));
    rule.right_answers = game.flag("right_answers").value_or(false);
    if (std::optional<RubricTable> board = game.table("board")) {
        rule.board.emplace();
        read_board_place(*board, *rule.board);
        board->finish();
    }
    game.finish();
    return rule;
}

}  // namespace mariner::grader

#include "emulator/web/room_advice.hpp"

#include "emulator/games/early_scores.hpp"
#include "emulator/games/master_rule.hpp"
#include "emulator/games/player_title.hpp"
#include "emulator/games/puzzle.hpp"

namespace mariner::web {

namespace {

using games::Game;
using games::RoomState;

std::string_view kind_of(games::TitleKind kind) {
    switch (kind) {
        case games::TitleKind::yellow:
            return "yellow";
        case games::TitleKind::red:
            return "red";
        case games::TitleKind::you:
            return "you";
        case games::TitleKind::computer:
            return "computer";
        case games::TitleKind::named:
            return "named";
        case games::TitleKind::numbered:
            break;
    }
    return "numbered";
}

void write_player(JsonWriter& json, std::string_view key, const Game& game, const RoomState& state, int player) {
    const games::PlayerTitle title = games::title_of_player(game, state, player);
    json.object(key, [&] {
        json.member("kind", kind_of(title.kind));
        json.member("seat", title.seat);
        json.member("name", title.kind == games::TitleKind::named ? title.words() : "");
        json.member("letter", title.letter ? std::string(1, *title.letter) : std::string());
    });
}

std::string_view outcome(int sign) {
    return sign > 0 ? "won" : sign < 0 ? "lost" : "drawn";
}

void write_hints(JsonWriter& json, const games::ColumnHints& hints) {
    using games::HintKind;
    json.array("hints", [&] {
        for (const games::ColumnHint& hint : hints) {
            const bool is_known = hint.kind == HintKind::known || hint.kind == HintKind::outcome;
            json.begin_object();
            json.member("kind", hint.kind == HintKind::full ? "full"
                                : !is_known                 ? "unknown"
                                : hint.value > 0            ? "wins"
                                : hint.value < 0            ? "loses"
                                                            : "draws");
            json.member("moves", hint.moves());
            json.member("letters", hint.letters());
            json.end_object();
        }
    });
}

void write_slip(JsonWriter& json, const Game& game, const RoomState& state, const games::GivenAway& slip) {
    const games::RoomTurn& turn = state.turns.at(slip.turn);
    const int first = games::first_column_number(game);
    json.begin_object();
    json.member("move", slip.turn + 1);
    write_player(json, "player", game, state, turn.player);
    json.member("column", turn.cell.column + first);
    json.member("before", outcome(slip.before));
    json.member("after", outcome(slip.after));
    json.array("better", [&] {
        for (const int column : slip.better) {
            json.value(column + first);
        }
    });
    json.member("board", games::board_rows(turn.before, {'.', '1', '2'}, {"", "", "", "\n"}));
    json.member("typed", turn.typed);
    json.end_object();
}

void write_review(JsonWriter& json, const Game& game, const RoomState& state, const games::GameReview& review) {
    json.object("review", [&] {
        json.member("unknown", review.unknown);
        json.array("slips", [&] {
            for (const games::GivenAway& slip : review.slips) {
                write_slip(json, game, state, slip);
            }
        });
    });
}

/// What sets it up in the room: full strength, its solver to move, the moves so far.
void write_puzzle(JsonWriter& json, const games::Puzzle& puzzle) {
    const bool is_yellow = puzzle.moves.size() % 2 == 0;
    json.object("puzzle", [&] {
        json.member("date", puzzle.date);
        json.member("room", games::thinking_game().room);
        json.member("side", is_yellow ? "yellow" : "red");
        json.member("winsIn", puzzle.wins_in);
        json.member("turns", puzzle.moves.size());
        json.member("input", std::to_string(games::strengths) + (is_yellow ? "\n1\n" : "\n2\n") + puzzle.moves + "\n");
    });
}

}  // namespace

RoomAdvice::RoomAdvice() : m_adviser(games::known_score) {}

void RoomAdvice::write_game(JsonWriter& json, const JsonValue& wish) {
    const Game& game = m_model->game();
    const RoomState& state = m_model->state();
    const int winner = state.board.winner();
    json.object("game", [&] {
        json.member("isOver", !state.ask);
        json.member("asksForColumn", state.asks_for_column());
        json.member("first", games::first_column_number(game));
        json.member("turns", state.turns.size());
        const std::array<char, 3> letters = games::letters_of(game);
        json.member("letters", std::string(letters.begin() + 1, letters.end()));
        if (state.mover != 0) {
            write_player(json, "mover", game, state, state.mover);
        }
        if (winner != 0) {
            write_player(json, "winner", game, state, winner);
        }
    });
    if (wish["hints"].flag() && state.asks_for_column()) {
        write_hints(json, m_adviser.hints(state.position()));
    }
    if (wish["review"].flag()) {
        write_review(json, game, state, m_adviser.review(state));
    }
}

std::string RoomAdvice::answer(const JsonValue& wish) {
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    const Game* const game = games::find_game(wish["room"].text());
    if (const std::string_view date = wish["puzzle"].text(); !date.empty()) {
        const std::optional<games::Puzzle> puzzle = games::puzzle_of(date);
        puzzle ? write_puzzle(json, *puzzle) : json.member("trouble", "this is no day of any calendar");
    } else if (game == nullptr) {
        json.member("trouble", "there is no such room");
    } else {
        const auto seed = static_cast<i32>(wish["seed"].integer().value_or(0));
        const std::string_view typed = wish["typed"].text();
        if (!m_model || &m_model->game() != game || m_model->seed() != seed || !typed.starts_with(m_model->typed())) {
            m_model.emplace(*game, seed);
        }
        m_model->tell(typed.substr(m_model->typed().size()));
        write_game(json, wish);
    }
    json.end_object();
    return json.take();
}

}  // namespace mariner::web

#include "emulator/games/match.hpp"

#include <algorithm>

#include "emulator/games/dice.hpp"

namespace mariner::games {

namespace {

/// Drops the token of who is to move; then it is the other one's turn.
void drop(RoomState& state, int column) {
    RoomTurn turn{state.board, state.mover, {}, false, 0};
    turn.cell = state.board.drop(column, state.mover);
    state.turns.push_back(turn);
    state.mover = 3 - state.mover;
    state.seat = state.mover;
}

}  // namespace

MatchAnswer BotSeat::answer(const RoomState& state) {
    const BotReply reply = m_bot.ask(state.moves());
    MatchAnswer answer{0, reply.fault, reply.why(m_bot.limits()), reply.steps};
    if (reply.fault != BotFault::none) {
        return answer;
    }
    const Result<RoomMove> move = bot_move(reply.text, state);
    answer.fault = move ? BotFault::none : BotFault::wrong_move;
    answer.column = move ? move->column : 0;
    answer.reason = move ? "" : move.error().message;
    return answer;
}

MatchAnswer ChooserSeat::answer(const RoomState& state) {
    const Result<RoomMove> move = m_chooser.choose(state);
    return move ? MatchAnswer{move->column, BotFault::none, {}, 0}
                : MatchAnswer{0, BotFault::wrong_move, move.error().message, 0};
}

RoomState plain_state(std::string_view moves) {
    RoomState state;
    state.ask = Ask::column_from_1;
    state.mover = 1;
    for (const char column : moves) {
        drop(state, column - '1');
    }
    return state;
}

MatchGame play_match(MatchSeat& first, MatchSeat& second, std::string_view opening, i64 seed) {
    const std::array<MatchSeat*, 2> seats = {&first, &second};
    MatchGame game;
    game.moves = opening;
    for (MatchSeat* const seat : seats) {
        seat->begin_game(seed);
    }
    RoomState state = plain_state(opening);
    while (!state.board.is_full()) {
        const int player = state.mover;
        const auto seat = static_cast<size_t>(player - 1);
        const MatchAnswer answer = seats.at(seat)->answer(state);
        game.longest_move.at(seat) = std::max(game.longest_move.at(seat), answer.steps);
        if (answer.fault != BotFault::none) {
            game.winner = 3 - player;
            game.fault = answer.fault;
            game.reason = answer.reason;
            return game;
        }
        const bool wins = state.board.would_win(answer.column, player);
        drop(state, answer.column);
        game.moves += static_cast<char>('1' + answer.column);
        if (wins) {
            game.winner = player;
            return game;
        }
    }
    return game;
}

std::string drawn_opening(u64 number) {
    Dice dice(number);
    std::string moves;
    for (int i = 0; i < opening_moves; ++i) {
        moves += static_cast<char>('1' + dice.below(column_count));
    }
    return moves;
}

}  // namespace mariner::games

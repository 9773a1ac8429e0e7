#include "emulator/games/position.hpp"

#include <algorithm>

namespace mariner::games {

namespace {

Error refusal(size_t move, const std::string& why) {
    return Error{"move " + std::to_string(move + 1) + " can't be: " + why};
}

}  // namespace

Result<Position> position_after(std::string_view moves) {
    Position position;
    bool is_over = false;
    for (size_t i = 0; i < moves.size() && moves != "-"; ++i) {
        const int column = moves[i] - '1';
        if (column < 0 || column >= column_count) {
            return refusal(i, "a column is a digit from 1 to 7");
        }
        if (is_over) {
            return refusal(i, "the game ended with the move before");
        }
        if (!position.can_drop(column)) {
            return refusal(i, std::string("column ") + moves[i] + " is full");
        }
        is_over = position.wins(column);
        position = position.after(column);
    }
    if (is_over) {
        return Error{"the game is over: the last move made four"};
    }
    if (position.stones() == cell_count) {
        return Error{"the game is over: the board is full"};
    }
    return position;
}

}  // namespace mariner::games

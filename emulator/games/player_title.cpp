#include "emulator/games/player_title.hpp"

#include "emulator/support/visible.hpp"

namespace mariner::games {

std::string PlayerTitle::words() const {
    switch (kind) {
        case TitleKind::yellow:
            return "Yellow";
        case TitleKind::red:
            return "Red";
        case TitleKind::you:
            return "You";
        case TitleKind::computer:
            return "The computer";
        case TitleKind::named:
            return visible_line(name);
        case TitleKind::numbered:
            break;
    }
    return "Player " + std::to_string(seat) + (letter ? std::string(" (") + *letter + ")" : "");
}

PlayerTitle title_of_player(const Game& game, const RoomState& state, int player) {
    PlayerTitle title;
    title.seat = player == state.mover ? state.seat : 3 - state.seat;
    if (game.uses_display) {
        title.kind = player == 1 ? TitleKind::yellow : TitleKind::red;
    } else if (game.people == 1) {
        title.kind = player == 1 ? TitleKind::you : TitleKind::computer;
    } else {
        title.name = state.names.at(static_cast<size_t>(title.seat - 1));
        title.kind = title.name.empty() ? TitleKind::numbered : TitleKind::named;
        title.letter = letter_of(game, player);
    }
    return title;
}

std::optional<char> letter_of(const Game& game, int player) {
    if (game.uses_display) {
        return std::nullopt;
    }
    const u32 value = game.make_twin()->board_place().values.at(static_cast<size_t>(player));
    return value > ' ' && value < 0x7f ? std::optional(static_cast<char>(value)) : std::nullopt;
}

std::array<char, 3> letters_of(const Game& game) {
    std::array<char, 3> letters{'.', '1', '2'};
    for (const int player : {1, 2}) {
        letters.at(static_cast<size_t>(player)) =
            game.uses_display ? (player == 1 ? 'Y' : 'R')
                              : letter_of(game, player).value_or(static_cast<char>('0' + player));
    }
    return letters;
}

int first_column_number(Ask ask) {
    return ask == Ask::column_from_0 || ask == Ask::column_or_remove || ask == Ask::center_from_0 ||
                   ask == Ask::removal_row || ask == Ask::removal_column
               ? 0
               : 1;
}

int first_column_number(const Game& game) {
    // The first column that the room asks for, with whatever it wants before.
    RoomModel model(game, 0);
    for (const std::string_view line : {"", "A\n", "B\n", "X\n", "1\n", "1\n", "\n"}) {
        model.tell(line);
        if (model.state().asks_for_column()) {
            break;
        }
    }
    return first_column_number(model.state().ask.value_or(Ask::column_from_1));
}

}  // namespace mariner::games

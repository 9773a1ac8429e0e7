#pragma once
// What a player of a room is called: by the colour of his tokens, his seat or the name that he gave. Apart from words,
// for faces in other languages.

#include <array>
#include <optional>
#include <string>

#include "emulator/games/room_model.hpp"

namespace mariner::games {

enum class TitleKind : u8 { yellow, red, you, computer, named, numbered };

struct PlayerTitle {
    TitleKind kind = TitleKind::numbered;
    int seat = 1;                  // in the order of names
    std::string name{};            // as it was typed
    std::optional<char> letter{};  // what his tokens are on a board of text

    /// "Ann", "Yellow", "Player 1 (X)"; safe to be shown.
    [[nodiscard]] std::string words() const;
};

/// Who has that number on the board.
PlayerTitle title_of_player(const Game& game, const RoomState& state, int player);

/// What stands on the board for a player, if the room prints it as a letter.
std::optional<char> letter_of(const Game& game, int player);

/// For small boards in a text, the empty cell first: the room's own letters, or Y and R where it has colours.
std::array<char, 3> letters_of(const Game& game);

/// Of the leftmost column where it is asked for one.
int first_column_number(Ask ask);
/// As the room counts its columns, whatever it asks just now.
int first_column_number(const Game& game);

}  // namespace mariner::games

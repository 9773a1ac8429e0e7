#include "emulator/app/game_pointer.hpp"

namespace mariner::app {

namespace {

using bitmap::OverlayUnit;
using bitmap::Picture;
using bitmap::Unit;

// The picture of a game on the display, in units: seven columns of holes, eight units apart (docs/adding.md, "A game").
constexpr u32 side = 64;
constexpr u32 board_left = 4;
constexpr u32 board_top = 9;
constexpr u32 pitch = 8;
constexpr u32 board_columns = 7;
constexpr u32 board_rows = 6;
constexpr u32 hole_offset = 1;  // from the corner of a hole's square to the hole
constexpr u32 hole_size = 6;
constexpr u32 hole_middle = 3;
constexpr Unit turn_square = {28, 0};  // the token that shows whose turn it is, above the middle column
constexpr Unit turn_mark = {31, 3};    // inside it
constexpr u32 empty_hole = 0x0b1430;
constexpr u32 background = 0x000000;
constexpr u32 win_ring = 0xffffff;

bool is_game_picture(const Picture& picture) {
    return picture.columns == side && picture.rows == side;
}

std::optional<u32> column_under(std::optional<Unit> unit) {
    if (!unit || unit->column < board_left || unit->column >= board_left + pitch * board_columns) {
        return std::nullopt;
    }
    return (unit->column - board_left) / pitch;
}

/// The upper left unit of a hole's square; row 0 is the highest.
Unit square_of(u32 column, u32 row) {
    return {board_left + pitch * column, board_top + pitch * row};
}

/// The lowest hole of a column that shows no token.
std::optional<u32> landing_row(const Picture& picture, u32 column) {
    for (u32 row = board_rows; row-- > 0;) {
        const Unit square = square_of(column, row);
        if (picture.at({square.column + hole_middle, square.row + hole_middle}) == empty_hole) {
            return row;
        }
    }
    return std::nullopt;
}

/// The winning tokens wear rings: nobody moves any more.
bool is_won(const Picture& picture) {
    for (u32 column = 0; column < board_columns; ++column) {
        for (u32 row = 0; row < board_rows; ++row) {
            const Unit square = square_of(column, row);
            if (picture.at({square.column + hole_offset, square.row + hole_middle}) == win_ring) {
                return true;
            }
        }
    }
    return false;
}

/// A third of a colour, mixed with the hole's: a token that isn't there yet.
u32 faint(u32 colour) {
    u32 mixed = 0;
    for (const u32 shift : {0U, 8U, 16U}) {
        mixed |= (((colour >> shift) & 0xff) + 2 * ((empty_hole >> shift) & 0xff)) / 3 << shift;
    }
    return mixed;
}

/// A token in a hole's square.
void add_token(std::vector<OverlayUnit>& units, Unit square, u32 colour) {
    for (u32 y = 0; y < hole_size; ++y) {
        for (u32 x = 0; x < hole_size; ++x) {
            const bool corner = (x == 0 || x == hole_size - 1) && (y == 0 || y == hole_size - 1);
            if (!corner) {
                units.push_back({{square.column + hole_offset + x, square.row + hole_offset + y}, colour});
            }
        }
    }
}

std::string answer_to_click(const Picture& picture, Unit unit) {
    const std::optional<u32> column = is_game_picture(picture) ? column_under(unit) : std::nullopt;
    return column ? std::to_string(*column + 1) : std::string();
}

/// The token of whose turn it is goes to the column under the pointer; below, where it would come to rest.
std::vector<OverlayUnit> show_turn(const Picture& picture, std::optional<Unit> unit) {
    std::vector<OverlayUnit> units;
    const std::optional<u32> column = is_game_picture(picture) ? column_under(unit) : std::nullopt;
    const u32 colour = column ? picture.at(turn_mark) : background;
    if (colour == background || is_won(picture)) {  // not drawn yet, or over
        return units;
    }
    add_token(units, turn_square, background);
    add_token(units, {square_of(*column, 0).column, turn_square.row}, colour);
    if (const std::optional<u32> row = landing_row(picture, *column)) {
        add_token(units, square_of(*column, *row), faint(colour));
    }
    return units;
}

}  // namespace

bitmap::PointerRules game_pointer(bool uses_display) {
    return uses_display ? bitmap::PointerRules{answer_to_click, show_turn, "1234567"} : bitmap::PointerRules{};
}

}  // namespace mariner::app

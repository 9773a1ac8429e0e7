#include "emulator/app/game_pointer.hpp"

#include <algorithm>
#include <array>

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

// ---- what a click means --------------------------------------------------------------------------------------------

/// A column, or the token that is to be removed: its row, then its column.
std::string answer_to_click(const Picture& picture, Unit unit, const ShownMarks& marks) {
    const std::optional<u32> column = is_game_picture(picture) ? column_under(unit) : std::nullopt;
    if (!column || !marks.ask) {
        return {};
    }
    std::string number = std::to_string(static_cast<int>(*column) + marks.first_number);
    switch (*marks.ask) {
        case games::Ask::column_from_0:
        case games::Ask::column_from_1:
        case games::Ask::column_or_remove:
        case games::Ask::column_or_values:
        case games::Ask::center_from_0:
            return number;
        case games::Ask::removal_row: {
            const u32 row = unit.row < board_top ? 0 : std::min((unit.row - board_top) / pitch, board_rows - 1);
            return std::to_string(row) + "\n" + number;
        }
        case games::Ask::removal_column:
            return number;
        default:
            return {};
    }
}

// ---- what is drawn over the picture --------------------------------------------------------------------------------

constexpr u32 mark_ink = 0x202028;
constexpr u32 last_move_corner = 0xffffff;
constexpr u32 good_ink = 0x58d68d;
constexpr u32 bad_ink = 0xff7b6b;
constexpr u32 draw_ink = 0xd0d4dc;
constexpr u32 second_paper = 0x2a2e3a;

using SmallGlyph = std::array<std::string_view, 5>;
struct GlyphRow {
    char letter;
    SmallGlyph rows;
};
constexpr GlyphRow glyphs[] = {
    {'0', {"###", "#.#", "#.#", "#.#", "###"}}, {'1', {"#", "#", "#", "#", "#"}},
    {'2', {"###", "..#", "###", "#..", "###"}}, {'3', {"###", "..#", "###", "..#", "###"}},
    {'4', {"#.#", "#.#", "###", "..#", "..#"}}, {'5', {"###", "#..", "###", "..#", "###"}},
    {'6', {"###", "#..", "###", "#.#", "###"}}, {'7', {"###", "..#", ".#.", ".#.", ".#."}},
    {'8', {"###", "#.#", "###", "#.#", "###"}}, {'9', {"###", "#.#", "###", "..#", "###"}},
    {'=', {"...", "###", "...", "###", "..."}}, {'?', {"##.", "..#", ".#.", "...", ".#."}},
};

u32 hint_ink(const std::string& hint) {
    return hint.starts_with('W') ? good_ink : hint.starts_with('L') ? bad_ink : draw_ink;
}

const SmallGlyph* glyph_of(char letter) {
    const auto* const row = std::ranges::find(glyphs, letter, &GlyphRow::letter);
    return row == std::end(glyphs) ? nullptr : &row->rows;
}

u32 width_of(std::string_view text) {
    u32 width = 0;
    for (const char letter : text) {
        const SmallGlyph* const glyph = glyph_of(letter);
        width += glyph == nullptr ? 0 : static_cast<u32>(glyph->front().size()) + 1;
    }
    return width == 0 ? 0 : width - 1;
}

/// Above its column: the number of moves; a line under it says that it wins, dots that it loses. Every second column
/// has a paper of its own, so that numbers of two digits don't run together.
void add_hint(std::vector<OverlayUnit>& units, u32 column, const std::string& hint) {
    const u32 ink = hint_ink(hint);
    const std::string_view number = std::string_view(hint).substr(hint[0] == 'W' || hint[0] == 'L' ? 1 : 0);
    const u32 left = square_of(column, 0).column;
    for (u32 x = 0; x < pitch; ++x) {
        for (u32 y = 0; y < pitch; ++y) {
            units.push_back({{left + x, y}, column % 2 == 0 ? background : second_paper});
        }
    }
    u32 at = left + (pitch - width_of(number)) / 2;
    for (const char letter : number) {
        const SmallGlyph* const glyph = glyph_of(letter);
        const u32 width = glyph == nullptr ? 0 : static_cast<u32>(glyph->front().size());
        for (u32 y = 0; y < (width == 0 ? 0 : glyph->size()); ++y) {
            for (u32 x = 0; x < width; ++x) {
                if (glyph->at(y)[x] == '#') {
                    units.push_back({{at + x, y + 1}, ink});
                }
            }
        }
        at += width + 1;
    }
    for (u32 x = 1; x < pitch - 1; ++x) {
        if (hint[0] == 'W' || (hint[0] == 'L' && x % 2 == 1)) {
            units.push_back({{left + x, 7}, ink});
        }
    }
}

/// The colour of a token or an empty hole, where neither rings nor signs are drawn.
u32 colour_in(const Picture& picture, Unit square) {
    return picture.at({square.column + hole_offset + 1, square.row + hole_offset + 2});
}

constexpr u32 first_colour = 0xffd21e;
constexpr u32 second_colour = 0xe6262e;

/// A dot for who has yellow, a cross for who has red.
void add_sign(std::vector<OverlayUnit>& units, Unit square, u32 colour) {
    for (u32 y = 1; y < hole_size - 1; ++y) {
        for (u32 x = 1; x < hole_size - 1; ++x) {
            const bool dot = x >= 2 && x <= 3 && y >= 2 && y <= 3;
            const bool cross = x == y || x + y == hole_size - 1;
            if (colour == first_colour ? dot : cross) {
                units.push_back({{square.column + hole_offset + x, square.row + hole_offset + y}, mark_ink});
            }
        }
    }
}

void add_signs(std::vector<OverlayUnit>& units, const Picture& picture) {
    const auto look_at = [&](Unit square) {
        const u32 colour = colour_in(picture, square);
        if (colour == first_colour || colour == second_colour) {
            add_sign(units, square, colour);
        }
    };
    look_at(turn_square);
    for (u32 column = 0; column < board_columns; ++column) {
        for (u32 row = 0; row < board_rows; ++row) {
            look_at(square_of(column, row));
        }
    }
}

void add_corners(std::vector<OverlayUnit>& units, games::Cell cell) {
    const Unit square = square_of(static_cast<u32>(cell.column), board_rows - 1 - static_cast<u32>(cell.row));
    for (const u32 x : {0U, hole_size - 1}) {
        for (const u32 y : {0U, hole_size - 1}) {
            units.push_back({{square.column + hole_offset + x, square.row + hole_offset + y}, last_move_corner});
        }
    }
}

/// The token of whose turn it is goes to the column under the pointer; below, where it would come to rest.
void add_turn(std::vector<OverlayUnit>& units, const Picture& picture, std::optional<Unit> unit, bool over_the_board) {
    const std::optional<u32> column = column_under(unit);
    const u32 colour = column ? picture.at(turn_mark) : background;
    if (colour == background || is_won(picture)) {  // not drawn yet, or over
        return;
    }
    if (over_the_board) {
        add_token(units, turn_square, background);
        add_token(units, {square_of(*column, 0).column, turn_square.row}, colour);
    }
    if (const std::optional<u32> row = landing_row(picture, *column)) {
        add_token(units, square_of(*column, *row), faint(colour));
    }
}

std::vector<OverlayUnit> over_the_picture(const Picture& picture, std::optional<Unit> unit, const ShownMarks& marks) {
    std::vector<OverlayUnit> units;
    if (!is_game_picture(picture)) {
        return units;
    }
    const bool has_hints = std::ranges::any_of(marks.hints, [](const std::string& hint) { return !hint.empty(); });
    if (marks.on_tokens) {
        add_signs(units, picture);
    }
    if (marks.last && marks.last_move) {
        add_corners(units, *marks.last);
    }
    add_turn(units, picture, unit, !has_hints);
    for (u32 column = 0; column < board_columns; ++column) {
        if (!marks.hints.at(column).empty()) {
            add_hint(units, column, marks.hints.at(column));
        }
    }
    return units;
}

// ---- in letters ----------------------------------------------------------------------------------------------------

constexpr u32 letters_a_column = 4;  // and a line for each row: equal parts of the picture
constexpr u32 letter_columns = side / 2;
constexpr u32 letter_lines = side / 8;
constexpr u32 frame_paper = 0x1e50c8;
constexpr char32_t disk = 0x25cf;

/// The cell for a token; a sign in it makes it a letter, and without colours each has one.
bitmap::ScreenCell token_cell(const Picture& picture, Unit square, u32 paper, bitmap::ColourDepth depth) {
    const u32 colour = colour_in(picture, square);
    if (depth == bitmap::ColourDepth::none && colour != background) {
        return {colour == first_colour ? U'@' : colour == second_colour ? U'#' : U'.', colour, paper};
    }
    const auto is_mark = [&](u32 x, u32 y) {
        return picture.at({square.column + hole_offset + x, square.row + hole_offset + y}) == mark_ink;
    };
    const char32_t sign = is_mark(1, 1) ? U'X' : is_mark(2, 2) ? U'O' : disk;
    return colour == background ? bitmap::ScreenCell{U' ', colour, paper} : bitmap::ScreenCell{sign, colour, paper};
}

void paint_row(bitmap::LetterPicture& letters, const Picture& picture, u32 row, bitmap::ColourDepth depth) {
    bitmap::ScreenCell* const line = &letters.cells[size_t{row + 1} * letter_columns];
    for (u32 x = 1; x < letter_columns - 2; ++x) {
        line[x] = {U' ', frame_paper, frame_paper};
    }
    for (u32 column = 0; column < board_columns; ++column) {
        const Unit square = square_of(column, row);
        bitmap::ScreenCell* const cell = line + 2 + size_t{letters_a_column} * column;
        cell[1] = token_cell(picture, square, frame_paper, depth);
        const bool is_won = picture.at({square.column + hole_offset, square.row + hole_middle}) == win_ring;
        const bool is_last = picture.at({square.column + hole_offset, square.row + hole_offset}) == last_move_corner;
        if (is_won || is_last) {
            cell[0] = {is_won ? U'<' : U'[', win_ring, frame_paper};
            cell[2] = {is_won ? U'>' : U']', win_ring, frame_paper};
        }
    }
}

bitmap::LetterPicture in_letters(const Picture& picture, const ShownMarks& marks, bitmap::ColourDepth depth) {
    constexpr bitmap::ScreenCell blank{U' ', 0xd8dade, 0x101114};
    bitmap::LetterPicture letters{letter_columns, letter_lines, {}};
    letters.cells.assign(size_t{letter_columns} * letter_lines, blank);
    for (u32 row = 0; row < board_rows; ++row) {
        paint_row(letters, picture, row, depth);
    }
    for (u32 column = 0; column < board_columns; ++column) {
        bitmap::ScreenCell* const top = &letters.cells[2 + letters_a_column * column];
        const std::string& hint = marks.hints.at(column);
        for (size_t i = 0; i < hint.size(); ++i) {
            top[i + (hint.size() < 2 ? 1 : 0)] = {static_cast<char32_t>(hint[i]), hint_ink(hint), blank.paper};
        }
        if (hint.empty()) {
            top[1] = token_cell(picture, {square_of(column, 0).column, turn_square.row}, blank.paper, depth);
        }
        bitmap::ScreenCell* const bottom = top + size_t{letter_columns} * (letter_lines - 1);
        bottom[1].character = static_cast<char32_t>('0' + marks.first_number) + column;
    }
    return letters;
}

}  // namespace

bitmap::PointerRules game_pointer(const SharedMarks& marks) {
    return {[&marks](const Picture& picture, Unit unit) { return answer_to_click(picture, unit, marks.get()); },
            [&marks](const Picture& picture, std::optional<Unit> unit) {
                return over_the_picture(picture, unit, marks.get());
            },
            ""};
}

bitmap::LetterPainter board_in_letters(const SharedMarks& marks) {
    return
        [&marks](const Picture& picture, bitmap::ColourDepth depth) { return in_letters(picture, marks.get(), depth); };
}

}  // namespace mariner::app

#include "emulator/games/token_picture.hpp"

#include <array>

namespace mariner::games {

namespace {

constexpr int side = 64;
constexpr u32 display_base = 0x10040000;

constexpr u32 background = 0x000000;
constexpr u32 frame = 0x1e50c8;
constexpr u32 frame_light = 0x5a8cf0;
constexpr u32 frame_dark = 0x12348a;
constexpr u32 empty_hole = 0x0b1430;
constexpr u32 yellow = 0xffd21e;
constexpr u32 red = 0xe6262e;
constexpr u32 digit_colour = 0xc8d2e6;
constexpr u32 win_ring = 0xffffff;

constexpr std::array<std::array<std::string_view, 5>, column_count + 1> digits{{
    {"###", "#.#", "#.#", "#.#", "###"},
    {".#.", "##.", ".#.", ".#.", "###"},
    {"###", "..#", "###", "#..", "###"},
    {"###", "..#", "###", "..#", "###"},
    {"#.#", "#.#", "###", "..#", "..#"},
    {"###", "#..", "###", "..#", "###"},
    {"###", "#..", "###", "#.#", "###"},
    {"###", "..#", ".#.", ".#.", ".#."},
}};

constexpr bool inside(int value, int first, int count) {
    return value >= first && value < first + count;
}

/// A disk of 6 by 6 units lacks its four corners.
constexpr int disk_size = 6;
constexpr bool in_disk(int x, int y) {
    const bool corner = (x == 0 || x == disk_size - 1) && (y == 0 || y == disk_size - 1);
    return inside(x, 0, disk_size) && inside(y, 0, disk_size) && !corner;
}

/// The units of a disk, counted from the corner of its square in the picture; those of the rim first.
constexpr size_t rim_units = 16;
constexpr std::array<u32, 32> disk_units = [] {
    std::array<u32, 32> units{};
    size_t count = 0;
    for (const bool wants_core : {false, true}) {
        for (int y = 0; y < disk_size; ++y) {
            for (int x = 0; x < disk_size; ++x) {
                const bool core = inside(x, 1, 4) && inside(y, 1, 4);
                if (in_disk(x, y) && core == wants_core) {
                    units.at(count++) = static_cast<u32>(y * side + x);
                }
            }
        }
    }
    return units;
}();

/// A unit of the picture of an empty board, without the mover's disk.
u32 still_colour(int x, int y, int first_number) {
    if (inside(x, 4, 56) && y >= 59) {
        const int in_digit = (x - 4) % 8 - 2;
        const int place = (x - 4) / 8 + first_number;
        const std::string_view units = digits.at(static_cast<size_t>(place)).at(static_cast<size_t>(y - 59));
        return inside(in_digit, 0, 3) && units[static_cast<size_t>(in_digit)] == '#' ? digit_colour : background;
    }
    if (!inside(x, 2, 60) || !inside(y, 8, 50)) {
        return background;
    }
    if (y == 8 || y == 57) {
        const bool cut_off = x == 2 || x == 61;
        const u32 edge = y == 8 ? frame_light : frame_dark;
        return cut_off ? background : inside(x, 4, 56) ? edge : frame;
    }
    return inside(x, 4, 56) && in_disk((x - 4) % 8 - 1, (y - 9) % 8 - 1) ? empty_hole : frame;
}

std::vector<u32> make_still_picture(int first_number) {
    std::vector<u32> made;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            made.push_back(still_colour(x, y, first_number));
        }
    }
    return made;
}

std::span<const u32> still_picture(int first_number) {
    static const std::array<std::vector<u32>, 2> pictures{make_still_picture(0), make_still_picture(1)};
    return pictures.at(static_cast<size_t>(first_number));
}

u32 colour_of(int player) {
    return player == 0 ? background : player == 1 ? yellow : red;
}

/// The order in which lines from one cell are looked at: two diagonals, across, up.
constexpr std::array<Cell, 4> steps_of_lines{{{1, 1}, {-1, 1}, {1, 0}, {0, 1}}};

bool is_line(const Board& board, int player, Cell start, Cell step) {
    const Cell last{start.column + 3 * step.column, start.row + 3 * step.row};
    if (!inside(last.column, 0, column_count) || !inside(last.row, 0, row_count)) {
        return false;
    }
    for (int i = 0; i < 4; ++i) {
        if (board.at({start.column + i * step.column, start.row + i * step.row}) != player) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::vector<Cell> first_four(const Board& board, int player) {
    for (int index = 0; index < cell_count; ++index) {
        const Cell start{index % column_count, index / column_count};
        for (const Cell step : steps_of_lines) {
            if (is_line(board, player, start, step)) {
                std::vector<Cell> four;
                four.reserve(4);
                for (int i = 0; i < 4; ++i) {
                    four.push_back({start.column + i * step.column, start.row + i * step.row});
                }
                return four;
            }
        }
    }
    return {};
}

TokenPicture::TokenPicture(int first_number) : m_canvas{display_base, side, still_picture(first_number), {}} {}

/// Colours a disk's units; (left, top) is the corner of its square. The core is what is left without the rim.
void TokenPicture::paint_disk(int left, int top, u32 colour, bool with_core) {
    const u32 corner = static_cast<u32>(top * side + left);
    const size_t count = with_core ? disk_units.size() : rim_units;
    std::vector<GamePicture::Stroke>& strokes = m_canvas.strokes;
    const size_t old_size = strokes.size();
    strokes.resize(old_size + count);
    for (size_t i = 0; i < count; ++i) {
        strokes[old_size + i] = {corner + disk_units[i], colour};
    }
}

void TokenPicture::paint_hole(Cell cell, u32 colour, bool with_core) {
    paint_disk(5 + 8 * cell.column, 10 + 8 * (row_count - 1 - cell.row), colour, with_core);
}

void TokenPicture::show_mover(int player) {
    if (player != m_shown_mover) {  // wrong answers ask again and again
        paint_disk(29, 1, colour_of(player));
        m_shown_mover = player;
    }
}

void TokenPicture::put(Cell cell, int player) {
    paint_hole(cell, colour_of(player));
}

void TokenPicture::let_fall(TwinConsole& console, Cell cell, int player) {
    for (int row = row_count - 1; row > cell.row; --row) {
        paint_hole({cell.column, row}, colour_of(player));
        console.sleep();
        paint_hole({cell.column, row}, empty_hole);
    }
    put(cell, player);
}

void TokenPicture::mark_win(const std::vector<Cell>& four) {
    for (const Cell cell : four) {
        paint_hole(cell, win_ring, false);
    }
}

}  // namespace mariner::games

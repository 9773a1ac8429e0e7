// The native twin of bitmap.asm: the same game for two on a picture of 64x64 units. Made by make_bitmap_twin();
// verify and the tests compare its transcript, state and picture with the program's. It knows no emulator.

#include <algorithm>
#include <array>
#include <string>

#include "emulator/games/board.hpp"
#include "emulator/games/twin.hpp"

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

constexpr std::array<std::array<std::string_view, 5>, column_count> digits{{
    {".#.", "##.", ".#.", ".#.", "###"},
    {"###", "..#", "###", "#..", "###"},
    {"###", "..#", "###", "..#", "###"},
    {"#.#", "#.#", "###", "..#", "..#"},
    {"###", "#..", "###", "..#", "###"},
    {"###", "#..", "###", "#.#", "###"},
    {"###", "..#", ".#.", ".#.", ".#."},
}};

/// The order in which lines from one cell are looked at: two diagonals, across, up.
constexpr std::array<Cell, 4> directions{{{1, 1}, {-1, 1}, {1, 0}, {0, 1}}};

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
u32 still_colour(int x, int y) {
    if (inside(x, 4, 56) && y >= 59) {
        const int in_digit = (x - 4) % 8 - 2;
        const std::string_view units = digits[static_cast<size_t>((x - 4) / 8)][static_cast<size_t>(y - 59)];
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

std::span<const u32> still_picture() {
    static const std::vector<u32> units = [] {
        std::vector<u32> made;
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                made.push_back(still_colour(x, y));
            }
        }
        return made;
    }();
    return units;
}

class BitmapTwin final : public Twin {
public:
    int play(TwinConsole& console, JavaRandom& random) override;
    [[nodiscard]] std::vector<Fact> memory() const override;
    [[nodiscard]] std::vector<RegisterFact> registers() const override;
    [[nodiscard]] const Board& board() const override { return m_board; }
    [[nodiscard]] int mover() const override { return m_player; }
    [[nodiscard]] BoardPlace board_place() const override;
    [[nodiscard]] const GamePicture* canvas() const override { return &m_canvas; }

private:
    std::optional<int> ask_column(TwinConsole& console);
    [[nodiscard]] bool is_line(Cell start, Cell step) const;
    bool find_win();
    [[nodiscard]] u32 colour_of(int player) const { return player == 1 ? yellow : red; }
    void show_mover(u32 colour);
    void let_fall(TwinConsole& console, Cell cell);
    void mark_win();
    void paint_disk(int left, int top, u32 colour, bool with_core = true);
    void paint_hole(Cell cell, u32 colour, bool with_core = true);

    Board m_board;
    std::vector<Cell> m_win;
    int m_player = 1;
    int m_column = 0;
    int m_row = 0;
    bool m_full = false;
    u32 m_shown_mover = background;
    GamePicture m_canvas{display_base, side, still_picture(), {}};
};

/// Asks until the player names a column with room; nothing at the end of input.
std::optional<int> BitmapTwin::ask_column(TwinConsole& console) {
    for (;;) {
        show_mover(colour_of(m_player));
        console.print(m_player == 1 ? "Player 1's turn: " : "Player 2's turn: ");
        const std::optional<std::string> line = console.read_answer(Ask::column_from_1);
        if (!line) {
            return std::nullopt;
        }
        if (line->size() != 1 || line->front() < '1' || line->front() > '7') {
            console.print("Please enter a number from 1 to 7.\n");
            continue;
        }
        m_column = line->front() - '1';
        if (m_board.can_drop(m_column)) {
            return m_column;
        }
        console.print("That column is full.\n");
    }
}

int BitmapTwin::play(TwinConsole& console, JavaRandom& /*random*/) {
    *this = BitmapTwin{};
    console.print("Welcome to the Connect 4.\n");
    for (;;) {
        const std::optional<int> column = ask_column(console);
        if (!column) {
            console.print("\nEnd of input, the game stops.\n");
            return 0;
        }
        m_row = m_board.drop(*column, m_player).row;
        let_fall(console, {m_column, m_row});
        if (find_win()) {
            mark_win();
            console.print(m_player == 1 ? "Player 1 wins!!!\n" : "Player 2 wins!!!\n");
            return 0;
        }
        if (m_full) {
            show_mover(background);
            console.print("Tie!!!\n");
            return 0;
        }
        m_player = 3 - m_player;
    }
}

bool BitmapTwin::is_line(Cell start, Cell step) const {
    const Cell last{start.column + 3 * step.column, start.row + 3 * step.row};
    if (!inside(last.column, 0, column_count) || !inside(last.row, 0, row_count)) {
        return false;
    }
    for (int i = 0; i < 4; ++i) {
        if (m_board.at({start.column + i * step.column, start.row + i * step.row}) != m_player) {
            return false;
        }
    }
    return true;
}

/// Keeps the first line of the mover, cell by cell from the floor, and whether an empty cell was met before it.
bool BitmapTwin::find_win() {
    m_full = true;
    for (int index = 0; index < cell_count; ++index) {
        const Cell start{index % column_count, index / column_count};
        m_full = m_full && m_board.at(start) != 0;
        for (const Cell step : directions) {
            if (is_line(start, step)) {
                for (int i = 0; i < 4; ++i) {
                    m_win.push_back({start.column + i * step.column, start.row + i * step.row});
                }
                return true;
            }
        }
    }
    return false;
}

std::vector<Fact> BitmapTwin::memory() const {
    std::vector<u32> cells;
    cells.reserve(cell_count);
    for (int index = 0; index < cell_count; ++index) {
        cells.push_back(static_cast<u32>(m_board.at({index % column_count, index / column_count})));
    }
    std::vector<u32> heights;
    heights.reserve(column_count);
    for (int column = 0; column < column_count; ++column) {
        heights.push_back(static_cast<u32>(m_board.height(column)));
    }
    std::vector<u32> win(4, 0);
    std::ranges::transform(m_win, win.begin(),
                           [](Cell cell) { return static_cast<u32>(cell.row * column_count + cell.column); });
    std::vector<Fact> facts;
    facts.reserve(3);
    facts.push_back({"int_arr", words(cells)});
    facts.push_back({"int_col", words(heights)});
    facts.push_back({"win_line", words(win)});
    return facts;
}

std::vector<RegisterFact> BitmapTwin::registers() const {
    return {{"$s0", static_cast<u32>(m_player)},
            {"$s1", display_base},
            {"$s4", static_cast<u32>(m_column)},
            {"$s6", m_full ? 1U : 0U},
            {"$s7", static_cast<u32>(m_row)}};
}

BoardPlace BitmapTwin::board_place() const {
    return {"int_arr", {0, 4, 4 * column_count, 4}, {0, 1, 2}};
}

/// Colours a disk's units; (left, top) is the corner of its square. The core is what is left without the rim.
void BitmapTwin::paint_disk(int left, int top, u32 colour, bool with_core) {
    const u32 corner = static_cast<u32>(top * side + left);
    const size_t count = with_core ? disk_units.size() : rim_units;
    std::vector<GamePicture::Stroke>& strokes = m_canvas.strokes;
    const size_t old_size = strokes.size();
    strokes.resize(old_size + count);
    for (size_t i = 0; i < count; ++i) {
        strokes[old_size + i] = {corner + disk_units[i], colour};
    }
}

void BitmapTwin::paint_hole(Cell cell, u32 colour, bool with_core) {
    paint_disk(5 + 8 * cell.column, 10 + 8 * (row_count - 1 - cell.row), colour, with_core);
}

void BitmapTwin::show_mover(u32 colour) {
    if (colour != m_shown_mover) {  // wrong answers ask again and again
        paint_disk(29, 1, colour);
        m_shown_mover = colour;
    }
}

/// The token rests a moment in every hole above its own.
void BitmapTwin::let_fall(TwinConsole& console, Cell cell) {
    for (int row = row_count - 1; row > cell.row; --row) {
        paint_hole({cell.column, row}, colour_of(m_player));
        console.sleep();
        paint_hole({cell.column, row}, empty_hole);
    }
    paint_hole(cell, colour_of(m_player));
}

void BitmapTwin::mark_win() {
    for (const Cell cell : m_win) {
        paint_hole(cell, win_ring, false);
    }
}

}  // namespace

std::unique_ptr<Twin> make_bitmap_twin() {
    return std::make_unique<BitmapTwin>();
}

}  // namespace mariner::games

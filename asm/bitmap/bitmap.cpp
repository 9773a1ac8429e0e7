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

constexpr int index_of(Cell cell) {
    return cell.row * column_count + cell.column;
}

std::vector<u8> words(const std::vector<u32>& values) {
    std::vector<u8> bytes;
    for (const u32 value : values) {
        for (int shift = 0; shift < 32; shift += 8) {
            bytes.push_back(static_cast<u8>(value >> shift));
        }
    }
    return bytes;
}

class BitmapTwin final : public Twin {
public:
    int play(TwinConsole& console, JavaRandom& random) override;
    [[nodiscard]] std::vector<Fact> state() const override;
    [[nodiscard]] const Board& board() const override { return m_board; }
    [[nodiscard]] int mover() const override { return m_player; }
    [[nodiscard]] std::vector<u32> picture() const override;

private:
    std::optional<int> ask_column(TwinConsole& console);
    [[nodiscard]] bool is_line(Cell start, Cell step) const;
    bool find_win();
    [[nodiscard]] u32 colour_of(int player) const { return player == 1 ? yellow : red; }
    [[nodiscard]] u32 hole_colour(Cell cell, int x, int y) const;

    Board m_board;
    std::vector<Cell> m_win;
    int m_player = 1;
    int m_column = 0;
    int m_row = 0;
    bool m_full = false;
    bool m_tied = false;
};

std::string_view without_return(std::string_view line) {
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

/// Asks until the player names a column with room; nothing at the end of input.
std::optional<int> BitmapTwin::ask_column(TwinConsole& console) {
    for (;;) {
        console.print(m_player == 1 ? "Player 1's turn: " : "Player 2's turn: ");
        const std::optional<std::string> line = console.read_line();
        if (!line) {
            return std::nullopt;
        }
        const std::string_view answer = without_return(*line);
        if (answer.size() != 1 || answer[0] < '1' || answer[0] > '7') {
            console.print("Please enter a number from 1 to 7.\n");
            continue;
        }
        m_column = answer[0] - '1';
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
        if (find_win()) {
            console.print(m_player == 1 ? "Player 1 wins!!!\n" : "Player 2 wins!!!\n");
            return 0;
        }
        if (m_full) {
            m_tied = true;
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

std::vector<Fact> BitmapTwin::state() const {
    std::vector<u32> cells;
    for (int index = 0; index < cell_count; ++index) {
        cells.push_back(static_cast<u32>(m_board.at({index % column_count, index / column_count})));
    }
    std::vector<u32> heights;
    for (int column = 0; column < column_count; ++column) {
        heights.push_back(static_cast<u32>(m_board.height(column)));
    }
    std::vector<u32> win(4, 0);
    std::transform(m_win.begin(), m_win.end(), win.begin(), [](Cell cell) { return static_cast<u32>(index_of(cell)); });
    return {
        {"int_arr", words(cells)},          {"int_col", words(heights)},
        {"win_line", words(win)},           {"$s0", words({static_cast<u32>(m_player)})},
        {"$s1", words({display_base})},     {"$s4", words({static_cast<u32>(m_column)})},
        {"$s6", words({m_full ? 1U : 0U})}, {"$s7", words({static_cast<u32>(m_row)})},
    };
}

u32 BitmapTwin::hole_colour(Cell cell, int x, int y) const {
    const int player = m_board.at(cell);
    if (player == 0) {
        return empty_hole;
    }
    const bool core = inside(x, 1, 4) && inside(y, 1, 4);
    const bool won = std::find(m_win.begin(), m_win.end(), cell) != m_win.end();
    return won && !core ? win_ring : colour_of(player);
}

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

std::vector<u32> make_still_picture() {
    std::vector<u32> units;
    units.reserve(side * side);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            units.push_back(still_colour(x, y));
        }
    }
    return units;
}

/// Colours a disk's units; (left, top) is the corner of its square.
template <class ColourOf>
void paint_disk(std::vector<u32>& units, int left, int top, ColourOf colour_at) {
    for (int y = 0; y < disk_size; ++y) {
        for (int x = 0; x < disk_size; ++x) {
            if (in_disk(x, y)) {
                units[static_cast<size_t>((top + y) * side + left + x)] = colour_at(x, y);
            }
        }
    }
}

std::vector<u32> BitmapTwin::picture() const {
    static const std::vector<u32> still = make_still_picture();
    std::vector<u32> units = still;
    const u32 mover = m_tied ? background : colour_of(m_player);
    paint_disk(units, 29, 1, [mover](int, int) { return mover; });
    for (int index = 0; index < cell_count; ++index) {
        const Cell cell{index % column_count, index / column_count};
        if (m_board.at(cell) != 0) {
            paint_disk(units, 5 + 8 * cell.column, 10 + 8 * (row_count - 1 - cell.row),
                       [&](int x, int y) { return hole_colour(cell, x, y); });
        }
    }
    return units;
}

}  // namespace

std::unique_ptr<Twin> make_bitmap_twin() {
    return std::make_unique<BitmapTwin>();
}

}  // namespace mariner::games

// The native twin of bitmap.asm: the same game for two on a picture of 64x64 units. Made by make_bitmap_twin();
// verify and the tests compare its transcript, state and picture with the program's. It knows no emulator.

#include <algorithm>
#include <string>

#include "emulator/games/board.hpp"
#include "emulator/games/token_picture.hpp"
#include "emulator/games/twin.hpp"

namespace mariner::games {
namespace bitmap {

class BitmapTwin final : public Twin {
public:
    int play(TwinConsole& console, JavaRandom& random) override;
    [[nodiscard]] std::vector<Fact> memory() const override;
    [[nodiscard]] std::vector<RegisterFact> registers() const override;
    [[nodiscard]] const Board& board() const override { return m_board; }
    [[nodiscard]] int mover() const override { return m_player; }
    [[nodiscard]] BoardPlace board_place() const override;
    [[nodiscard]] const GamePicture* canvas() const override { return &m_picture.canvas(); }

private:
    std::optional<int> ask_column(TwinConsole& console);
    bool find_win();

    Board m_board;
    std::vector<Cell> m_win;
    int m_player = 1;
    int m_column = 0;
    int m_row = 0;
    bool m_full = false;
    TokenPicture m_picture;
};

/// Asks until the player names a column with room; nothing at the end of input.
std::optional<int> BitmapTwin::ask_column(TwinConsole& console) {
    for (;;) {
        m_picture.show_mover(m_player);
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
        m_picture.let_fall(console, {m_column, m_row}, m_player);
        if (find_win()) {
            m_picture.mark_win(m_win);
            console.print(m_player == 1 ? "Player 1 wins!!!\n" : "Player 2 wins!!!\n");
            return 0;
        }
        if (m_full) {
            m_picture.show_mover(0);
            console.print("Tie!!!\n");
            return 0;
        }
        m_player = 3 - m_player;
    }
}

/// Keeps the first line of the mover, and whether an empty cell was met before it.
bool BitmapTwin::find_win() {
    m_win = first_four(m_board, m_player);
    m_full = true;
    const int last = m_win.empty() ? cell_count - 1 : m_win[0].row * column_count + m_win[0].column;
    for (int index = 0; index <= last; ++index) {
        m_full = m_full && m_board.at({index % column_count, index / column_count}) != 0;
    }
    return !m_win.empty();
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
            {"$s1", m_picture.canvas().address},
            {"$s4", static_cast<u32>(m_column)},
            {"$s6", m_full ? 1U : 0U},
            {"$s7", static_cast<u32>(m_row)}};
}

BoardPlace BitmapTwin::board_place() const {
    return {"int_arr", {0, 4, 4 * column_count, 4}, {0, 1, 2}};
}

}  // namespace bitmap

std::unique_ptr<Twin> make_bitmap_twin() {
    return std::make_unique<bitmap::BitmapTwin>();
}

}  // namespace mariner::games

// The native twin of rows.asm: the same game, written from its rules (README.md beside it). Used by verify and
// the tests; knows nothing of the emulator, only where the program keeps its text.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/games/board.hpp"
#include "emulator/games/twin.hpp"

namespace mariner::games {

namespace rows {

constexpr u32 board_address = 0x10010000;
constexpr std::string_view floor_text = " -----------------------------\n";
constexpr u32 row_distance = 62;

/// Text row of the board (0 the lowest) and cell in guest memory.
u32 row_address(int row) {
    const u32 top = board_address + 1 + static_cast<u32>(floor_text.size());
    return top + static_cast<u32>(row_count - 1 - row) * row_distance;
}
u32 cell_address(Cell cell) {
    return row_address(cell.row) + 3 + 4 * static_cast<u32>(cell.column);
}

class RowsTwin final : public Twin {
public:
    int play(TwinConsole& console, JavaRandom& random) override;
    [[nodiscard]] std::vector<Fact> memory() const override;
    [[nodiscard]] std::vector<RegisterFact> registers() const override;
    [[nodiscard]] const Board& board() const override { return m_board; }
    [[nodiscard]] int mover() const override { return m_turn % 2 == 1 ? 1 : 2; }
    [[nodiscard]] BoardPlace board_place() const override;

private:
    enum class Move { Kept, TakenBack, ChancesGone, EndOfInput };

    void start(TwinConsole& console, JavaRandom& random);
    Move play_move(TwinConsole& console);
    /// Asks until there is a column with room; says why there is none.
    std::optional<int> choose_column(TwinConsole& console, Move& reason);
    /// 'Y', 'N' or nothing at the end of input.
    std::optional<char> ask_undo(TwinConsole& console);
    [[nodiscard]] std::string board_text() const;

    [[nodiscard]] std::string name(int of_player) const { return "Player " + std::to_string(of_player); }
    [[nodiscard]] size_t mover_index() const { return static_cast<size_t>(mover() - 1); }

    Board m_board;
    int m_turn = 0;
    int m_kept = 0;
    std::array<int, 2> m_undos{3, 3};
    std::array<int, 2> m_chances{3, 3};
    u32 m_last_cell = 0;
    bool m_over = false;
};

int RowsTwin::play(TwinConsole& console, JavaRandom& random) {
    *this = RowsTwin{};
    start(console, random);
    while (!m_over) {
        switch (play_move(console)) {
            case Move::TakenBack:
                break;
            case Move::ChancesGone:
                console.print(name(mover()) + " has no chances left. " + name(3 - mover()) + " wins!\n");
                m_over = true;
                break;
            case Move::EndOfInput:
                console.print("\nEnd of input, the game stops.\n");
                m_over = true;
                break;
            case Move::Kept:
                ++m_kept;
                if (m_board.winner() != 0) {
                    console.print(name(mover()) + " wins!\n");
                    m_over = true;
                } else if (m_kept == cell_count) {
                    console.print("The game is tied.\n");
                    m_over = true;
                } else {
                    ++m_turn;
                }
                break;
        }
    }
    return 0;
}

void RowsTwin::start(TwinConsole& console, JavaRandom& random) {
    console.print("FOUR IN A ROW\n");
    m_turn = random.next_int(10) < 5 ? 1 : 2;
    console.print(name(mover()) + " starts the game.\n");
    console.print(board_text());
}

RowsTwin::Move RowsTwin::play_move(TwinConsole& console) {
    Move reason = Move::EndOfInput;
    const std::optional<int> column = choose_column(console, reason);
    if (!column) {
        return reason;
    }
    m_last_cell = cell_address(m_board.drop(*column, mover()));
    console.print(board_text());

    const bool first_move = m_kept < 2;
    if (first_move || m_undos[mover_index()] == 0) {
        return Move::Kept;
    }
    const std::optional<char> answer = ask_undo(console);
    if (!answer) {
        return Move::EndOfInput;
    }
    if (*answer == 'N') {
        return Move::Kept;
    }
    --m_undos[mover_index()];
    m_board.undo(*column);
    console.print(board_text());
    return Move::TakenBack;
}

std::optional<int> RowsTwin::choose_column(TwinConsole& console, Move& reason) {
    const std::string question = name(mover()) + (mover() == 1 ? " (X)" : " (Y)") + ", choose a column (1-7): ";
    while (true) {
        console.print(question);
        const std::optional<std::string> line = console.read_answer(Ask::column_from_1);
        if (!line) {
            reason = Move::EndOfInput;
            return std::nullopt;
        }
        const std::optional<int> column = column_named(*line);
        if (column && m_board.can_drop(*column)) {
            return column;
        }
        console.print(column ? "This column is full." : "Invalid column.");
        const int left = --m_chances[mover_index()];
        console.print(" Chances left: " + std::to_string(left) + "\n");
        if (left == 0) {
            reason = Move::ChancesGone;
            return std::nullopt;
        }
    }
}

std::optional<char> RowsTwin::ask_undo(TwinConsole& console) {
    const std::string question =
        "Do you want to undo this move? Undos left: " + std::to_string(m_undos[mover_index()]) + " (Y/N): ";
    while (true) {
        console.print(question);
        const std::optional<std::string> line = console.read_answer(Ask::undo);
        if (!line) {
            return std::nullopt;
        }
        if (*line == "Y" || *line == "N") {
            return line->front();
        }
    }
}

std::string RowsTwin::board_text() const {
    const TextFrame frame{" |", " ", " |", "\n -----------------------------\n"};
    return "\n" + std::string(floor_text) + board_rows(m_board, {' ', 'X', 'Y'}, frame) +
           "   1   2   3   4   5   6   7\n";
}

BoardPlace RowsTwin::board_place() const {
    const auto first = static_cast<i32>(cell_address({0, 0}) - board_address);
    return {"board", {first, 4, -static_cast<i32>(row_distance), 1}, {' ', 'X', 'Y'}};
}

std::vector<Fact> RowsTwin::memory() const {
    return {{"board", bytes_of(board_text() + '\0')}};
}

std::vector<RegisterFact> RowsTwin::registers() const {
    std::vector<RegisterFact> facts{{"$a1", static_cast<u32>(m_turn)},
                                    {"$s0", m_last_cell},
                                    {"$s1", 'X'},
                                    {"$s2", 'Y'},
                                    {"$s3", static_cast<u32>(m_undos[0])},
                                    {"$s4", static_cast<u32>(m_undos[1])},
                                    {"$s5", static_cast<u32>(m_chances[0])},
                                    {"$s6", static_cast<u32>(m_chances[1])},
                                    {"$s7", static_cast<u32>(m_kept)}};
    constexpr std::array<std::string_view, row_count> row_registers{"$t0", "$t1", "$t2", "$t3", "$t4", "$t5"};
    for (int row = 0; row < row_count; ++row) {
        facts.push_back({row_registers.at(static_cast<size_t>(row)), row_address(row)});
    }
    return facts;
}

}  // namespace rows

std::unique_ptr<Twin> make_rows_twin() {
    return std::make_unique<rows::RowsTwin>();
}

}  // namespace mariner::games

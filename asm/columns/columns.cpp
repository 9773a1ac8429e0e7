// The native twin of columns.asm, written from its rules (README.md beside it); knows nothing of the emulator.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/games/board.hpp"
#include "emulator/games/twin.hpp"

namespace mariner::games {

namespace columns {

constexpr size_t longest_name = 30;

/// What the program keeps of a player, in the order of its words.
struct ColumnsPlayer {
    std::string name;
    int value = 0;
    char piece = '\0';
    int undos = 3;
};

class ColumnsTwin final : public Twin {
public:
    int play(TwinConsole& console, JavaRandom& random) override;
    [[nodiscard]] std::vector<Fact> memory() const override;
    [[nodiscard]] std::vector<RegisterFact> registers() const override;
    [[nodiscard]] const Board& board() const override { return m_board; }
    [[nodiscard]] int mover() const override { return m_players[m_mover].value; }
    [[nodiscard]] int seat() const override { return static_cast<int>(m_named < 2 ? m_named : m_mover) + 1; }
    [[nodiscard]] BoardPlace board_place() const override { return {"BOARD", {0, row_count, 1, 1}, {0, 1, 2}}; }

private:
    enum class End { Won, Lost, Draw, EndOfInput };
    enum class UndoAnswer { Yes, No, EndOfInput };

    End play_to_the_end(TwinConsole& console, JavaRandom& random);
    bool ask_names(TwinConsole& console);
    bool choose_pieces(TwinConsole& console);
    /// The column, or how the game ends because there is none.
    std::optional<int> ask_column(TwinConsole& console, End& end);
    void place(int column);
    UndoAnswer offer_undo(TwinConsole& console);
    void take_back(int column);
    void congratulate(TwinConsole& console, const ColumnsPlayer& winner) const;
    [[nodiscard]] std::string picture_text() const;

    [[nodiscard]] ColumnsPlayer& mover_record() { return m_players[m_mover]; }
    [[nodiscard]] ColumnsPlayer& other_record() { return m_players[1 - m_mover]; }

    Board m_board;
    std::array<ColumnsPlayer, 2> m_players;
    size_t m_mover = 0;
    size_t m_named = 0;
    int m_count = 0;
    int m_recent = 0;
};

int ColumnsTwin::play(TwinConsole& console, JavaRandom& random) {
    *this = ColumnsTwin{};
    switch (play_to_the_end(console, random)) {
        case End::Won:
            congratulate(console, mover_record());
            break;
        case End::Lost:
            console.print(" You have no chance left.\n");
            congratulate(console, other_record());
            break;
        case End::Draw:
            console.print("! It's a draw, well done both players !\n");
            break;
        case End::EndOfInput:
            console.print("\n! End of input, the game stops !\n");
            break;
    }
    return 0;
}

ColumnsTwin::End ColumnsTwin::play_to_the_end(TwinConsole& console, JavaRandom& random) {
    console.print(
        "Welcome to FOUR IN A ROW!\n"
        "Please follow the instruction carefully and input only integer when required.\n");
    if (!ask_names(console)) {
        return End::EndOfInput;
    }
    m_mover = static_cast<size_t>(random.next_int(2));
    mover_record().value = 1;
    other_record().value = 2;
    if (!choose_pieces(console)) {
        return End::EndOfInput;
    }
    console.print(picture_text());

    while (true) {
        End end = End::EndOfInput;
        const std::optional<int> column = ask_column(console, end);
        if (!column) {
            return end;
        }
        place(*column);
        console.print(picture_text());
        if (m_board.has_won(mover_record().value)) {
            return End::Won;
        }
        if (m_count == cell_count) {
            return End::Draw;
        }
        const UndoAnswer undo = mover_record().undos > 0 ? offer_undo(console) : UndoAnswer::No;
        if (undo == UndoAnswer::EndOfInput) {
            return End::EndOfInput;
        }
        if (undo == UndoAnswer::Yes) {
            take_back(*column);
            console.print(picture_text());
        } else {
            m_mover = 1 - m_mover;
        }
    }
}

bool ColumnsTwin::ask_names(TwinConsole& console) {
    for (size_t i = 0; i < m_players.size(); m_named = ++i) {
        console.print("Player " + std::to_string(i + 1) + ", please enter your name, maximum length is 30:\n>> ");
        const std::optional<std::string> line = console.read_answer(Ask::name);
        if (!line) {
            return false;
        }
        m_players[i].name = line->substr(0, longest_name);
    }
    return true;
}

bool ColumnsTwin::choose_pieces(TwinConsole& console) {
    console.print("Player " + mover_record().name + " will move first, please choose your character 'X' or 'O':\n>> ");
    while (true) {
        const std::optional<std::string> line = console.read_answer(Ask::piece);
        if (!line) {
            return false;
        }
        if (*line == "X" || *line == "O") {
            mover_record().piece = line->front();
            other_record().piece = mover_record().piece == 'X' ? 'O' : 'X';
            return true;
        }
        console.print("! Just accept 'X' or 'O' ! Please enter again:\n>> ");
    }
}

std::optional<int> ColumnsTwin::ask_column(TwinConsole& console, End& end) {
    console.print("It's " + mover_record().name + "'s turn, you are playing [" + mover_record().piece +
                  "], enter the line you want to drop:\n>> ");
    for (int chances = 3;; --chances) {
        const std::optional<std::string> line = console.read_answer(Ask::column_from_1);
        if (!line) {
            end = End::EndOfInput;
            return std::nullopt;
        }
        const std::optional<int> column = column_named(*line);
        if (column && m_board.can_drop(*column)) {
            return column;
        }
        console.print(column ? "! This line is full !" : "! The line is out of range !");
        if (chances == 0) {
            end = End::Lost;
            return std::nullopt;
        }
        console.print(" Please enter again, you have " + std::to_string(chances) + " chance(s) left:\n>> ");
    }
}

void ColumnsTwin::place(int column) {
    m_recent = column * row_count + m_board.drop(column, mover_record().value).row;
    ++m_count;
}

void ColumnsTwin::take_back(int column) {
    m_board.undo(column);
    --m_count;
    --mover_record().undos;
}

ColumnsTwin::UndoAnswer ColumnsTwin::offer_undo(TwinConsole& console) {
    console.print("Do you want to undo your movement? Type 'Y' or 'N', you have " +
                  std::to_string(mover_record().undos) + " undo(s) left:\n>> ");
    while (true) {
        const std::optional<std::string> line = console.read_answer(Ask::undo);
        if (!line) {
            return UndoAnswer::EndOfInput;
        }
        if (*line == "Y") {
            return UndoAnswer::Yes;
        }
        if (*line == "N") {
            return UndoAnswer::No;
        }
        console.print("! Just accept 'Y' or 'N' ! Please enter again:\n>> ");
    }
}

void ColumnsTwin::congratulate(TwinConsole& console, const ColumnsPlayer& winner) const {
    console.print("! Congratulation " + winner.name + ", playing " + winner.piece + ", has won the game !\n");
}

std::string ColumnsTwin::picture_text() const {
    const std::string edge = "||---------------||\n";
    std::array<char, 3> pieces{' ', ' ', ' '};
    for (const ColumnsPlayer& player : m_players) {
        pieces.at(static_cast<size_t>(player.value)) = player.piece;
    }
    return "\n" + edge + "|| FOUR IN A ROW ||\n" + edge + board_rows(m_board, pieces, {"||", " ", "", " ||\n"}) + edge +
           "|| 1 2 3 4 5 6 7 ||\n" + edge;
}

std::vector<Fact> ColumnsTwin::memory() const {
    std::vector<u8> cells;
    std::vector<u8> heights;
    cells.reserve(cell_count);
    heights.reserve(column_count);
    for (int column = 0; column < column_count; ++column) {
        for (int row = 0; row < row_count; ++row) {
            cells.push_back(static_cast<u8>(m_board.at({column, row})));
        }
        heights.push_back(static_cast<u8>(m_board.height(column)));
    }
    std::vector<Fact> facts;
    facts.reserve(3 + 2 * m_players.size());
    facts.push_back({"BOARD", std::move(cells)});
    facts.push_back({"HEIGHT", std::move(heights)});
    facts.push_back({"COUNT", words({static_cast<u32>(m_count)})});
    for (size_t i = 0; i < m_players.size(); ++i) {
        const ColumnsPlayer& player = m_players[i];
        facts.push_back({i == 0 ? "player_1" : "player_2",
                         words({static_cast<u32>(player.name.size()), static_cast<u32>(player.value),
                                static_cast<u32>(player.piece), static_cast<u32>(player.undos)})});
        facts.push_back({i == 0 ? "name_1" : "name_2", bytes_of(player.name)});
    }
    return facts;
}

std::vector<RegisterFact> ColumnsTwin::registers() const {
    return {{"$v1", static_cast<u32>(m_recent)}};
}

}  // namespace columns

std::unique_ptr<Twin> make_columns_twin() {
    return std::make_unique<columns::ColumnsTwin>();
}

}  // namespace mariner::games

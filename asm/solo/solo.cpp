// The native twin of solo.asm, written from its rules (README.md beside it); knows nothing of the emulator.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/games/board.hpp"
#include "emulator/games/twin.hpp"

namespace mariner::games {

namespace solo {

constexpr size_t longest_line = 9;
constexpr int random_tries = 5;
constexpr std::array<char, 3> symbols{'_', 'Y', 'R'};
constexpr int person = 1;
constexpr int computer = 2;

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

class SoloTwin final : public Twin {
public:
    int play(TwinConsole& console, JavaRandom& random) override;
    [[nodiscard]] std::vector<Fact> memory() const override;
    [[nodiscard]] std::vector<RegisterFact> registers() const override;
    [[nodiscard]] const Board& board() const override { return m_board; }
    [[nodiscard]] int mover() const override { return person; }
    [[nodiscard]] int seat() const override { return 1; }
    [[nodiscard]] BoardPlace board_place() const override;
    int computer_column(JavaRandom& random, const Board& board) const override;

private:
    std::string play_to_the_end(TwinConsole& console, JavaRandom& random);
    std::optional<int> choose_person_column(TwinConsole& console) const;
    /// What to ask when a line names no column with room; empty when it does.
    [[nodiscard]] std::string_view objection(std::string_view line) const;
    [[nodiscard]] std::string board_text() const;

    Board m_board;
    Cell m_last{0, row_count - 1};
};

int SoloTwin::play(TwinConsole& console, JavaRandom& random) {
    *this = SoloTwin{};
    console.print(play_to_the_end(console, random));
    return 0;
}

std::string SoloTwin::play_to_the_end(TwinConsole& console, JavaRandom& random) {
    console.print("Welcome to Connect 4! You play Y, the computer plays R.\n");
    console.print(board_text());
    while (true) {
        const std::optional<int> column = choose_person_column(console);
        if (!column) {
            return "\nEnd of input, the game stops.\n";
        }
        m_last = m_board.drop(*column, person);
        console.print(board_text());
        if (m_board.has_won(person)) {
            return "You win!\n";
        }

        m_last = m_board.drop(computer_column(random, m_board), computer);
        console.print("The computer places its piece.\n");
        console.print(board_text());
        if (m_board.has_won(computer)) {
            return "The computer wins!\n";
        }
        if (m_board.is_full()) {
            return "The game ends in a draw.\n";
        }
    }
}

std::optional<int> SoloTwin::choose_person_column(TwinConsole& console) const {
    console.print("Pick a column from 0-6: ");
    while (true) {
        const std::optional<std::string> line = console.read_answer(Ask::column_from_0);
        if (!line) {
            return std::nullopt;
        }
        const std::string_view question = objection(*line);
        if (question.empty()) {
            return line->back() - '0';
        }
        console.print(question);
    }
}

std::string_view SoloTwin::objection(std::string_view line) const {
    const std::string_view kept = line.substr(0, longest_line);
    if (line.empty() || !std::all_of(kept.begin(), kept.end(), is_digit)) {
        return "That is not an integer. Please enter an integer from 0-6: ";
    }
    const size_t zeros = std::min(kept.find_first_not_of('0'), kept.size() - 1);
    const std::string_view number = kept.substr(zeros);
    if (line.size() > longest_line || number.size() > 1 || number[0] - '0' >= column_count) {
        return "That column is out of range. Please enter an integer from 0-6: ";
    }
    if (!m_board.can_drop(number[0] - '0')) {
        return "That column is full. Please pick a column that isn't full: ";
    }
    return {};
}

int SoloTwin::computer_column(JavaRandom& random, const Board& board) const {
    for (int i = 0; i < random_tries; ++i) {
        const int column = random.next_int(column_count);
        if (board.can_drop(column)) {
            return column;
        }
    }
    return board.legal_columns().back();
}

std::string SoloTwin::board_text() const {
    return "\n" + board_rows(m_board, symbols, {"|", "", "|", "\n"});
}

BoardPlace SoloTwin::board_place() const {
    return {"board", rows_from_top, {'_', 'Y', 'R'}};
}

std::vector<Fact> SoloTwin::memory() const {
    return {{"board", bytes_of(board_rows(m_board, symbols))}};
}

std::vector<RegisterFact> SoloTwin::registers() const {
    const auto row_from_top = static_cast<u32>(row_count - 1 - m_last.row);
    return {{"$s6", row_from_top}, {"$s7", static_cast<u32>(m_last.column)}};
}

}  // namespace solo

std::unique_ptr<Twin> make_solo_twin() {
    return std::make_unique<solo::SoloTwin>();
}

}  // namespace mariner::games

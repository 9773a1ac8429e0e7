// The native twin of master.asm: one person against the master, on a picture of 64x64 units. It decides by the same
// rule (games/master_rule.hpp) with a search of its own; only the book is read in the program. Made by
// make_master_twin().

#include <memory>
#include <string>

#include "emulator/games/board.hpp"
#include "emulator/games/master_book.hpp"
#include "emulator/games/master_rule.hpp"
#include "emulator/games/token_picture.hpp"
#include "emulator/games/twin.hpp"

namespace mariner::games {
namespace master {

/// The answers are the same whatever it knows already.
struct Mind {
    Solver solver;
    MasterRule rule{solver, find_in_book};
};

class MasterTwin final : public Twin {
public:
    int play(TwinConsole& console, JavaRandom& random) override;
    [[nodiscard]] std::vector<Fact> memory() const override;
    [[nodiscard]] std::vector<RegisterFact> registers() const override { return {{"$s1", m_picture.canvas().address}}; }
    [[nodiscard]] const Board& board() const override { return m_board; }
    [[nodiscard]] int mover() const override { return 1 + m_stones % 2; }
    [[nodiscard]] int seat() const override { return 1; }
    [[nodiscard]] BoardPlace board_place() const override { return {"board", {0, 4, 4 * column_count, 4}, {0, 1, 2}}; }
    [[nodiscard]] const GamePicture* canvas() const override { return &m_picture.canvas(); }
    [[nodiscard]] bool thinks() const override { return true; }

private:
    bool agree(TwinConsole& console);
    bool set_up(TwinConsole& console);
    bool play_moves(std::string_view moves);
    std::optional<int> ask_column(TwinConsole& console);
    int decide(JavaRandom& random);
    void show_values(TwinConsole& console);
    [[nodiscard]] Position position() const { return {m_board, mover()}; }

    Board m_board;
    int m_stones = 0;
    int m_strength = 0;
    int m_person = 0;
    std::vector<Cell> m_win;
    TokenPicture m_picture;
    std::shared_ptr<Mind> m_mind;
};

/// Asks for a number from 1 on until it gets one; 0 at the end of input.
int ask_number(TwinConsole& console, Ask ask, std::string_view question, std::string_view refusal, char greatest) {
    for (;;) {
        console.print(question);
        const std::optional<std::string> line = console.read_answer(ask);
        if (!line) {
            return 0;
        }
        if (line->size() == 1 && line->front() >= '1' && line->front() <= greatest) {
            return line->front() - '0';
        }
        console.print(refusal);
    }
}

bool MasterTwin::agree(TwinConsole& console) {
    m_strength = ask_number(console, Ask::strength, "How strong shall I be, 1 to 5? ",
                            "Please enter a number from 1 to 5.\n", '5');
    if (m_strength == 0) {
        return false;
    }
    m_person = ask_number(console, Ask::seat, "Who begins: 1 you, 2 I? ", "Please enter 1 or 2.\n", '2');
    return m_person != 0 && set_up(console);
}

bool MasterTwin::set_up(TwinConsole& console) {
    for (;;) {
        console.print("Moves so far (an empty line: none): ");
        const std::optional<std::string> line = console.read_answer(Ask::moves);
        if (!line) {
            return false;
        }
        if (play_moves(*line)) {
            break;
        }
        m_board = {};
        m_stones = 0;
        m_win.clear();
        console.print("These moves can't be played.\n");
    }
    for (int index = 0; index < cell_count; ++index) {
        const Cell cell{index % column_count, index / column_count};
        if (m_board.at(cell) != 0) {
            m_picture.put(cell, m_board.at(cell));
        }
    }
    return true;
}

/// Whether they can be played and the game isn't over afterwards.
bool MasterTwin::play_moves(std::string_view moves) {
    for (const char move : moves) {
        const int column = move - '1';
        if (column < 0 || column >= column_count || !m_board.can_drop(column)) {
            return false;
        }
        const int player = mover();
        m_board.drop(column, player);
        ++m_stones;
        if (m_board.has_won(player) || m_board.is_full()) {
            return false;
        }
    }
    return true;
}

/// Asks until the person names a column with room; nothing at the end of input.
std::optional<int> MasterTwin::ask_column(TwinConsole& console) {
    for (;;) {
        console.print("Your turn (1 to 7, ? for what they are worth): ");
        const std::optional<std::string> line = console.read_answer(Ask::column_or_values);
        if (!line) {
            return std::nullopt;
        }
        if (*line == "?") {
            show_values(console);
        } else if (line->size() != 1 || line->front() < '1' || line->front() > '7') {
            console.print("Please enter a number from 1 to 7.\n");
        } else if (m_board.can_drop(line->front() - '1')) {
            return line->front() - '1';
        } else {
            console.print("That column is full.\n");
        }
    }
}

void MasterTwin::show_values(TwinConsole& console) {
    std::string line = "Worth:";
    for (const std::optional<int> value : m_mind->rule.values(position(), m_strength)) {
        line += value ? " " + std::to_string(*value) : " -";
    }
    console.print(line + "\n");
}

int MasterTwin::decide(JavaRandom& random) {
    const Draw draw = [&](size_t bound) { return static_cast<size_t>(random.next_int(static_cast<i32>(bound))); };
    return m_mind->rule.decide(position(), m_strength, m_strength < strengths ? draw : Draw()).column;
}

int MasterTwin::play(TwinConsole& console, JavaRandom& random) {
    const std::shared_ptr<Mind> mind = m_mind;  // what it found in one game is true in the next
    *this = MasterTwin{};
    m_mind = mind != nullptr ? mind : std::make_shared<Mind>();
    console.print("Welcome to master, who plays Connect Four.\n");
    bool goes_on = agree(console);
    while (goes_on) {
        const int player = mover();
        m_picture.show_mover(player);
        const std::optional<int> column = player == m_person ? ask_column(console) : decide(random);
        if (!column) {
            break;
        }
        if (player != m_person) {
            console.print("I play " + std::to_string(*column + 1) + "\n");
        }
        const Cell cell = m_board.drop(*column, player);
        ++m_stones;
        m_picture.let_fall(console, cell, player);
        m_win = first_four(m_board, player);
        if (!m_win.empty()) {
            m_picture.mark_win(m_win);
            console.print(player == m_person ? "You win!!!\n" : "I win!!!\n");
            return 0;
        }
        if (m_board.is_full()) {
            m_picture.show_mover(0);
            console.print("Tie!!!\n");
            return 0;
        }
    }
    console.print("\nEnd of input, the game stops.\n");
    return 0;
}

std::vector<Fact> MasterTwin::memory() const {
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
    for (size_t i = 0; i < m_win.size(); ++i) {
        win[i] = static_cast<u32>(m_win[i].row * column_count + m_win[i].column);
    }
    std::vector<Fact> facts;
    facts.push_back({"board", words(cells)});
    facts.push_back({"heights", words(heights)});
    facts.push_back({"win_line", words(win)});
    facts.push_back({"stones", words({static_cast<u32>(m_stones)})});
    return facts;
}

}  // namespace master

std::unique_ptr<Twin> make_master_twin() {
    return std::make_unique<master::MasterTwin>();
}

}  // namespace mariner::games

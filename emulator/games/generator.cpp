#include "emulator/games/generator.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/games/board.hpp"
#include "emulator/games/dice.hpp"
#include "emulator/games/script_console.hpp"

namespace mariner::games {

namespace {

/// Lines that no prompt asks for: each is a wrong answer somewhere and a right one nowhere, or only by chance.
constexpr auto odd_lines = std::to_array<std::string_view>(
    {"",         " ",        "x",         "abc",       "0",          "7",          "8",          "9",
     "10",       "-1",       "-3",        "33",        "03",         "003",        "00000003",   "000000003",
     "12345678", "99999999", "123456789", "999999999", "0000000003", "2147483651", "4294967297", "99999999999",
     " 3",       "3 ",       "3x",        "1.5",       "+3",         "+",          "-",          "0x3",
     "\t",       "\t3",      "3\t",       "\r",        "3\r",        "Y\r",        "N\r",        "B\r",
     "X\r",      "R\r",      "Y\r\r",     "Y Y",       " Y",         "YN",         "y",          "n",
     "r",        "\xc3\xa9", "\x01",      "\x7f",      "\xff"});

/// Plays one game and notes what the twin shows.
GameRecord play_noted(Twin& twin, ObservedConsole& console, i32 program_seed, Detail detail) {
    GameRecord record;
    const GamePicture* const canvas = twin.canvas();
    const auto note = [&](bool asleep) {
        record.moments.push_back({asleep, console.transcript().size(), canvas != nullptr ? canvas->strokes.size() : 0,
                                  asleep ? std::vector<Fact>() : twin.memory(), twin.board()});
    };
    if (detail == Detail::moments) {
        console.on_wait(note);
    }
    JavaRandom random(program_seed);
    record.exit_status = twin.play(console, random);
    note(false);
    record.transcript = console.transcript();
    record.registers = twin.registers();
    if (canvas != nullptr && detail == Detail::moments) {
        record.canvas = *canvas;
    }
    return record;
}

/// Invents the lines, as a person would who sees the twin's board and knows what is asked.
class InventingConsole final : public ObservedConsole {
public:
    InventingConsole(const GameOrder& order, const Twin& twin) : m_order(order), m_twin(twin), m_dice(order.seed) {}

    [[nodiscard]] const std::string& input() const { return m_input; }

private:
    std::optional<std::string> next_line(Ask ask) override {
        std::optional<std::string> line = invent(ask);
        if (!line || ++m_lines > m_order.max_lines) {
            return std::nullopt;
        }
        m_input += *line;
        m_input += '\n';
        return line;
    }

    std::optional<std::string> invent(Ask ask) {
        if (m_dice.chance(m_order.habits.stop)) {
            return std::nullopt;
        }
        if (m_dice.chance(m_order.habits.wrong)) {
            return ask == Ask::moves ? wrong_moves() : wrong_line();
        }
        std::optional<std::string> line = right_line(ask);
        if (line && m_dice.chance(m_order.habits.foreign_ends)) {
            *line += '\r';
        }
        return line;
    }

    std::optional<std::string> right_line(Ask ask) {
        const Habits& habits = m_order.habits;
        switch (ask) {
            case Ask::column_from_0:
                return column_line('0');
            case Ask::column_from_1:
                return column_line('1');
            case Ask::column_or_remove:
                return m_dice.chance(habits.remove) ? std::string("R") : column_line('0');
            case Ask::center_from_0:
                return center_line();
            case Ask::undo:
                return m_dice.chance(habits.undo) ? "Y" : "N";
            case Ask::block:
                return blocks_now() || m_dice.chance(habits.block) ? "B" : "N";
            case Ask::removal_row:
                m_removal = choose_removal();
                return m_removal ? digit(row_count - 1 - m_removal->row) : digit(random_below(row_count + 1));
            case Ask::removal_column:
                return digit(m_removal ? m_removal->column : random_below(column_count + 1));
            case Ask::name:
                return name_line();
            case Ask::piece:
                return m_dice.chance(50) ? "X" : "O";
            case Ask::strength:
                return digit(m_order.style == Style::planned ? 1 : 1 + random_below(5));
            case Ask::seat:
                return m_order.style == Style::planned ? digit(m_order.plan.size() % 2 == 0 ? 2 : 1)
                                                       : digit(1 + random_below(2));
            case Ask::moves:
                return moves_line();
            case Ask::column_or_values:
                return m_dice.chance(habits.ask) ? std::string("?") : column_line('1');
            case Ask::any_line:
                break;
        }
        return std::string();
    }

    [[nodiscard]] bool blocks_now() const { return m_order.block_last_move && m_planned + 1 == m_order.plan.size(); }

    std::string wrong_line() {
        if (m_dice.chance(5)) {
            return std::string(20 + m_dice.below(300), m_dice.chance(50) ? '7' : 'a');
        }
        return std::string(odd_lines[m_dice.below(odd_lines.size())]);
    }

    /// A computer that looks ahead is given no position of few stones that play by its rule doesn't reach: it would
    /// look for minutes.
    std::string wrong_moves() {
        constexpr std::array<std::string_view, 5> lines = {"8", "4x", " ", "44444441", "1212121"};
        return m_dice.chance(20) ? std::string(20 + m_dice.below(300), '7')
                                 : std::string(lines[m_dice.below(lines.size())]);
    }

    /// All moves of the plan but the last, or a game that is half over, or none.
    std::optional<std::string> moves_line() {
        std::string line;
        if (m_order.style == Style::planned) {
            if (m_planned != 0) {
                return std::nullopt;  // they were refused
            }
            for (; m_planned + 1 < m_order.plan.size(); ++m_planned) {
                line += static_cast<char>('1' + m_order.plan[m_planned]);
            }
            return line;
        }
        const size_t length = m_dice.chance(40) ? 0 : 14 + m_dice.below(22);
        Board board;
        for (int player = 1; line.size() < length; player = 3 - player) {
            const std::vector<int> legal = board.legal_columns();
            const int column = legal[m_dice.below(legal.size())];
            if (board.would_win(column, player)) {
                return line.size() < 14 ? std::string() : line;
            }
            board.drop(column, player);
            line += static_cast<char>('1' + column);
        }
        return line;
    }

    int random_below(int bound) { return static_cast<int>(m_dice.below(static_cast<size_t>(bound))); }

    static std::string digit(int value) { return std::string(1, static_cast<char>('0' + value)); }

    std::string name_line() {
        // Of 20, 21, 30 and 31 characters, too: the longest that a game keeps and one more.
        constexpr std::array<std::string_view, 10> names = {"Ann",
                                                            "Bob",
                                                            "",
                                                            "Grace Hopper",
                                                            "M\xc3\xbcller",
                                                            "twenty letters, full",
                                                            "twenty-one characters",
                                                            "a name of thirty letters, full",
                                                            "a name of thirty-one characters",
                                                            "a name of more than thirty characters"};
        return std::string(names[m_dice.below(names.size())]);
    }

    std::optional<std::string> center_line() {
        const bool is_over = m_order.style == Style::planned && !next_planned();
        return is_over ? std::nullopt : std::optional(digit(column_count / 2));
    }

    std::optional<std::string> column_line(char first) {
        const std::optional<int> column = m_order.style == Style::planned ? next_planned() : choose_column();
        return column ? std::optional(std::string(1, static_cast<char>(first + *column))) : std::nullopt;
    }

    std::optional<int> next_planned() {
        return m_planned == m_order.plan.size() ? std::nullopt : std::optional<int>(m_order.plan[m_planned++]);
    }

    int choose_column() {
        const std::vector<int> legal = m_twin.board().legal_columns();
        if (legal.empty()) {
            return 0;
        }
        switch (m_order.style) {
            case Style::keen:
                return keen_column(legal);
            case Style::peaceful:
                return peaceful_column(legal);
            case Style::stacking:
                m_favourite = m_dice.chance(15) ? m_dice.below(column_count) : m_favourite;
                return static_cast<int>(m_favourite);
            case Style::random:
            case Style::planned:
                break;
        }
        return static_cast<int>(m_dice.below(column_count));
    }

    int keen_column(const std::vector<int>& legal) {
        for (const int player : {m_twin.mover(), 3 - m_twin.mover()}) {
            if (const std::optional<int> column = m_twin.board().winning_column(player)) {
                return *column;
            }
        }
        return legal[m_dice.below(legal.size())];
    }

    int peaceful_column(const std::vector<int>& legal) {
        std::vector<int> quiet = legal;
        std::erase_if(quiet, [this](int column) { return m_twin.board().would_win(column, m_twin.mover()); });
        const std::vector<int>& choice = quiet.empty() ? legal : quiet;
        // Taking the other's winning cells away keeps the game open longest.
        for (const int column : choice) {
            if (m_twin.board().would_win(column, 3 - m_twin.mover())) {
                return column;
            }
        }
        return choice[m_dice.below(choice.size())];
    }

    /// A piece of the other player, if possible one whose removal gives somebody four; nothing if placed blindly.
    std::optional<Cell> choose_removal() {
        if (m_dice.chance(30)) {
            return std::nullopt;
        }
        std::vector<Cell> pieces;
        std::vector<Cell> decisive;
        for (int number = 0; number < cell_count; ++number) {
            const Cell cell{number % column_count, number / column_count};
            if (m_twin.board().at(cell) == 3 - m_twin.mover()) {
                pieces.push_back(cell);
                Board board = m_twin.board();
                board.remove(cell);
                if (board.winner() != 0) {
                    decisive.push_back(cell);
                }
            }
        }
        const std::vector<Cell>& choice = decisive.empty() ? pieces : decisive;
        return choice.empty() ? std::nullopt : std::optional(choice[m_dice.below(choice.size())]);
    }

    const GameOrder& m_order;
    const Twin& m_twin;
    Dice m_dice;
    std::optional<Cell> m_removal;
    std::string m_input;
    size_t m_lines = 0;
    size_t m_planned = 0;
    size_t m_favourite = 3;
};

}  // namespace

GameOrder random_order(u64 seed) {
    Dice dice(seed ^ 0x4d41524d34ULL);
    GameOrder order;
    order.seed = dice.next();
    order.program_seed = static_cast<i32>(static_cast<u32>(dice.next()));
    constexpr std::array<Style, 5> styles = {Style::random, Style::keen, Style::keen, Style::stacking, Style::peaceful};
    order.style = styles[dice.below(styles.size())];
    constexpr std::array<int, 5> wrong = {0, 0, 3, 10, 40};
    constexpr std::array<int, 4> special = {0, 5, 20, 60};
    order.habits.wrong = wrong[dice.below(wrong.size())];
    order.habits.undo = special[dice.below(special.size())];
    order.habits.block = special[dice.below(special.size())];
    order.habits.remove = special[dice.below(special.size())];
    order.habits.stop = dice.chance(12) ? 4 : 0;
    order.habits.foreign_ends = 2;
    order.habits.ask = special[dice.below(special.size())] / 2;
    return order;
}

GeneratedGame generate(const Game& game, const GameOrder& order, Detail detail) {
    const std::unique_ptr<Twin> twin = game.make_twin();
    InventingConsole console(order, *twin);
    GameRecord expected = play_noted(*twin, console, order.program_seed, detail);
    std::string input = console.input();
    // A last line without its LF is a line too.
    if (Dice(order.seed).chance(10) && input.size() > 1 && input[input.size() - 2] != '\n') {
        input.pop_back();
    }
    return {{std::string(game.room), order.program_seed, std::move(input)}, std::move(expected)};
}

GameRecord play_twin(const Game& game, const GameScript& script, Detail detail) {
    const std::unique_ptr<Twin> twin = game.make_twin();
    ScriptConsole console(script.input);
    return play_noted(*twin, console, script.program_seed, detail);
}

}  // namespace mariner::games

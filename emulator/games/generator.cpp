#include "emulator/games/generator.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/games/board.hpp"
#include "emulator/games/dice.hpp"
#include "emulator/games/script_console.hpp"

namespace mariner::games {

namespace {

enum class Ask : u8 {
    column_from_0,
    column_from_1,
    column_or_remove,
    first_move,
    undo,
    block,
    removal_row,
    removal_column,
    name,
    piece,
    any_line,
};

struct Prompt {
    std::string_view room;
    std::string_view words;
    Ask ask;
};

/// A question stands in the last so many characters before the answer.
constexpr size_t longest_prompt = 160;

constexpr Prompt prompts[] = {
#define PROMPT(room, words, ask) {room, words, Ask::ask},
#include "emulator/games/prompts.inc"
#undef PROMPT
};

/// Lines that no prompt asks for: each is a wrong answer somewhere and a right one nowhere, or only by chance.
constexpr std::array<std::string_view, 28> odd_lines = {
    "",   " ",  "x",   "abc", "0",  "7",  "8",  "9",   "10",  "-1",  "99999999999", "4294967297", " 3", "3 ",
    "3x", "33", "003", "1.5", "+3", "\t", "\r", "0x3", "3\r", "Y Y", "\xc3\xa9",    "\x01",       "y",  "r"};

std::string_view last_characters(std::string_view text, size_t count) {
    return text.substr(text.size() - std::min(text.size(), count));
}

/// Where the last occurrence of `words` ends; 0 if there is none. (std::string_view::rfind compares at every place;
/// find goes from first letter to first letter.)
size_t end_of_last(std::string_view text, std::string_view words) {
    size_t end = 0;
    for (size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
        end = at + words.size();
    }
    return end;
}

bool completes_four(Board board, int column, int player) {
    board.drop(column, player);
    return board.has_won(player);
}

/// Invents the lines. It sees the twin's board and the text printed since the last line, as a person would.
class InventingConsole final : public TwinConsole {
public:
    InventingConsole(const Game& game, const GameOrder& order, const Twin& twin)
        : m_game(game), m_order(order), m_twin(twin), m_dice(order.seed) {}

    std::optional<std::string> read_line() override {
        std::optional<std::string> line = invent();
        m_unread.clear();
        if (!line || ++m_lines > m_order.max_lines) {
            return std::nullopt;
        }
        m_input += *line;
        m_input += '\n';
        return line;
    }

    void print(std::string_view text) override {
        m_transcript += text;
        m_unread += text;
    }

    [[nodiscard]] const std::string& input() const { return m_input; }
    [[nodiscard]] const std::string& transcript() const { return m_transcript; }

private:
    std::optional<std::string> invent() {
        const Habits& habits = m_order.habits;
        if (m_dice.chance(habits.stop)) {
            return std::nullopt;
        }
        const Ask ask = question();
        if (m_dice.chance(habits.wrong)) {
            return wrong_line();
        }
        switch (ask) {
            case Ask::column_from_0:
                return column_line('0');
            case Ask::column_from_1:
                return column_line('1');
            case Ask::column_or_remove:
                return m_dice.chance(habits.remove) ? std::string("R") : column_line('0');
            case Ask::first_move:
                return first_move_line();
            case Ask::undo:
                return m_dice.chance(habits.undo) ? "Y" : "N";
            case Ask::block:
                return m_dice.chance(habits.block) ? "B" : "N";
            case Ask::removal_row:
                m_removal = choose_removal();
                return m_removal ? digit(row_count - 1 - m_removal->row) : digit(random_below(row_count + 1));
            case Ask::removal_column:
                return digit(m_removal ? m_removal->column : random_below(column_count + 1));
            case Ask::name:
                return name_line();
            case Ask::piece:
                return m_dice.chance(50) ? "X" : "O";
            case Ask::any_line:
                break;
        }
        return std::string();
    }

    [[nodiscard]] Ask question() const {
        Ask best = Ask::any_line;
        size_t best_at = 0;
        const std::string_view end = last_characters(m_unread, longest_prompt);
        for (const Prompt& prompt : prompts) {
            const size_t at = prompt.room == m_game.room ? end_of_last(end, prompt.words) : 0;
            if (at > best_at) {
                best = prompt.ask;
                best_at = at;
            }
        }
        return best;
    }

    std::string wrong_line() {
        if (m_dice.chance(5)) {
            return std::string(20 + m_dice.below(300), m_dice.chance(50) ? '7' : 'a');
        }
        return std::string(odd_lines[m_dice.below(odd_lines.size())]);
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

    std::optional<std::string> first_move_line() {
        if (m_order.style == Style::planned && !next_planned()) {
            return std::nullopt;
        }
        return "3";
    }

    std::optional<std::string> column_line(char first) {
        std::optional<int> column = m_order.style == Style::planned ? next_planned() : std::optional(choose_column());
        if (!column) {
            return std::nullopt;
        }
        return std::string(1, static_cast<char>(first + *column));
    }

    std::optional<int> next_planned() {
        if (m_planned == m_order.plan.size()) {
            return std::nullopt;
        }
        return m_order.plan[m_planned++];
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
            for (const int column : legal) {
                if (completes_four(m_twin.board(), column, player)) {
                    return column;
                }
            }
        }
        return legal[m_dice.below(legal.size())];
    }

    int peaceful_column(const std::vector<int>& legal) {
        std::vector<int> quiet;
        for (const int column : legal) {
            if (!completes_four(m_twin.board(), column, m_twin.mover())) {
                quiet.push_back(column);
            }
        }
        const std::vector<int>& choice = quiet.empty() ? legal : quiet;
        // Taking the other's winning cells away keeps the game open longest.
        for (const int column : choice) {
            if (completes_four(m_twin.board(), column, 3 - m_twin.mover())) {
                return column;
            }
        }
        return choice[m_dice.below(choice.size())];
    }

    /// A piece of the other player, if possible one whose removal gives somebody four; nothing for a place named
    /// blindly.
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

    const Game& m_game;
    const GameOrder& m_order;
    const Twin& m_twin;
    Dice m_dice;
    std::optional<Cell> m_removal;
    std::string m_input;
    std::string m_transcript;
    std::string m_unread;
    size_t m_lines = 0;
    size_t m_planned = 0;
    size_t m_favourite = 3;
};

GameRecord record_of(const Twin& twin, std::string transcript, int exit_status) {
    return {std::move(transcript), exit_status, twin.state(), twin.picture(), {}};
}

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
    return order;
}

GeneratedGame generate(const Game& game, const GameOrder& order) {
    const std::unique_ptr<Twin> twin = game.make_twin();
    InventingConsole console(game, order, *twin);
    JavaRandom random(order.program_seed);
    const int exit_status = twin->play(console, random);
    std::string input = console.input();
    // A last line without its LF is a line too.
    if (Dice(order.seed).chance(10) && input.size() > 1 && input[input.size() - 2] != '\n') {
        input.pop_back();
    }
    return {{std::string(game.room), order.program_seed, std::move(input)},
            record_of(*twin, console.transcript(), exit_status)};
}

GameRecord play_twin(const Game& game, const GameScript& script) {
    const std::unique_ptr<Twin> twin = game.make_twin();
    ScriptConsole console(script.input);
    JavaRandom random(script.program_seed);
    const int exit_status = twin->play(console, random);
    return record_of(*twin, console.transcript(), exit_status);
}

}  // namespace mariner::games

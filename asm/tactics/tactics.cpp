// The native twin of tactics.asm: two people by name, with undo, one block, one removal and violations. Made by
// make_tactics_twin(); verify and the tests compare its transcript and state with the program's. It knows no emulator.

#include <array>
#include <functional>
#include <string>

#include "emulator/games/board.hpp"
#include "emulator/games/twin.hpp"

namespace mariner::games {
namespace tactics {

constexpr std::string_view rules =
    "WELCOME TO GAME FOUR IN ROW!\n\n"
    "Here is the rule of the game\n\n"
    "In the first move, you must drop the piece in the center column of the board\n\n"
    "After first move, you have 3 times to undo the move (before your opponent's turn)\n\n"
    "You can block the next opponent's move 1 time. But you can not use it when your opponent have opportunity to "
    "win.\n\n"
    "If you want to remove one arbitrary piece of the opponent, press R(1 time)\n\n"
    "If you place a piece at an inappropriate column, it will be count as a violation\n\n"
    "If you violate over 3 times, you will lose the game\n\n"
    "If you have already understood the rule of the game, press any key to continue\n";

constexpr size_t name_limit = 20;
constexpr int center = 3;

/// What becomes of a question: the answer, or the end of input.
enum class TurnOutcome { GoesOn, SamePlayer, OtherPlayer, GameOver };

struct TacticsPlayer {
    std::string name;
    char piece = 0;
    int undos = 3;
    int violations = 3;
    int blocks = 1;
    int removals = 1;
    bool first_move = true;
};

class TacticsTwin final : public Twin {
public:
    int play(TwinConsole& console, JavaRandom& random) override;
    [[nodiscard]] std::vector<Fact> memory() const override;
    [[nodiscard]] std::vector<RegisterFact> registers() const override;
    [[nodiscard]] const Board& board() const override { return m_board; }
    [[nodiscard]] int mover() const override { return static_cast<int>(m_mover) + 1; }
    [[nodiscard]] int seat() const override {
        return m_players[0].name.empty() ? 1 : m_players[1].name.empty() ? 2 : mover();
    }
    [[nodiscard]] TurnRights rights() const override;
    [[nodiscard]] BoardPlace board_place() const override;
    [[nodiscard]] std::vector<u8> forced_columns() const override { return {center, center}; }

private:
    // Each of these prints and reads; an empty optional, or GameOver, means that nothing is left to play.
    bool prepare(JavaRandom& random);
    bool ask_name(std::string_view question, std::string& name);
    std::optional<std::string> ask(std::string_view question, Ask kind);
    TurnOutcome turn();
    TurnOutcome instruct();
    TurnOutcome move_first();
    TurnOutcome place(int column, bool may_undo);
    TurnOutcome offer_undo(int column);
    TurnOutcome offer_block();
    TurnOutcome remove();
    TurnOutcome violate(TurnOutcome otherwise);
    TurnOutcome congratulate(int player_on_board);

    void say(std::string_view text) { m_console->print(text); }
    void show_board();
    void show_status();
    [[nodiscard]] std::array<char, 3> symbols() const;

    TacticsPlayer& player_to_move() { return m_players[m_mover]; }
    [[nodiscard]] const TacticsPlayer& opponent() const { return m_players[1 - m_mover]; }
    /// The board calls the players 1 and 2.
    [[nodiscard]] int opponent_on_board() const { return 3 - mover(); }

    TwinConsole* m_console = nullptr;
    Board m_board;
    std::array<TacticsPlayer, 2> m_players;
    size_t m_mover = 0;
};

int TacticsTwin::play(TwinConsole& console, JavaRandom& random) {
    *this = TacticsTwin{};
    m_console = &console;
    if (!prepare(random)) {
        return 0;
    }
    for (TurnOutcome outcome = turn(); outcome != TurnOutcome::GameOver; outcome = turn()) {
        m_mover = outcome == TurnOutcome::OtherPlayer ? 1 - m_mover : m_mover;
    }
    return 0;
}

/// One answer without the CR of a CR LF; at the end of input, the message and nothing.
std::optional<std::string> TacticsTwin::ask(std::string_view question, Ask kind) {
    say(question);
    std::optional<std::string> line = m_console->read_answer(kind);
    if (!line) {
        say("\nEnd of input, the game stops.\n");
    }
    return line;
}

bool TacticsTwin::ask_name(std::string_view question, std::string& name) {
    for (;;) {
        const std::optional<std::string> answer = ask(question, Ask::name);
        if (!answer) {
            return false;
        }
        if (!answer->empty() && answer->size() <= name_limit) {
            name = *answer;
            return true;
        }
    }
}

bool TacticsTwin::prepare(JavaRandom& random) {
    if (!ask(rules, Ask::any_line)) {
        return false;
    }
    say("Now, let's play the game\n");
    if (!ask_name("Player1, please enter your name(not exceed 20 chars): ", m_players[0].name) ||
        !ask_name("Player2, please enter your name(not exceed 20 chars: ", m_players[1].name)) {
        return false;
    }
    const bool reversed = random.next_int(2) == 1;
    m_players[0].piece = reversed ? 'O' : 'X';
    m_players[1].piece = reversed ? 'X' : 'O';
    say(std::string("The player 1: ") + m_players[0].piece + "\nThe player 2: " + m_players[1].piece + "\n");
    show_board();
    return true;
}

TurnOutcome TacticsTwin::turn() {
    show_status();
    return player_to_move().first_move ? move_first() : instruct();
}

std::optional<int> digit_below(const std::string& answer, int limit) {
    if (answer.size() != 1 || answer[0] < '0' || answer[0] >= '0' + limit) {
        return std::nullopt;
    }
    return answer[0] - '0';
}

TurnOutcome TacticsTwin::move_first() {
    for (;;) {
        const std::optional<std::string> answer = ask("First move, enter 3: ", Ask::center_from_0);
        if (!answer) {
            return TurnOutcome::GameOver;
        }
        if (digit_below(*answer, column_count) == center) {
            player_to_move().first_move = false;
            return place(center, false);
        }
        say("In the first move, you must drop the piece in the center column of the board\n");
    }
}

TurnOutcome TacticsTwin::instruct() {
    for (;;) {
        const std::optional<std::string> answer = ask("Enter column (0 to 6) or R: ", Ask::column_or_remove);
        if (!answer) {
            return TurnOutcome::GameOver;
        }
        if (*answer == "R" && player_to_move().removals > 0) {
            return remove();
        }
        const std::optional<int> column = digit_below(*answer, column_count);
        if (column && m_board.can_drop(*column)) {
            return place(*column, true);
        }
        if (violate(TurnOutcome::GoesOn) == TurnOutcome::GameOver) {
            return TurnOutcome::GameOver;
        }
    }
}

TurnOutcome TacticsTwin::place(int column, bool may_undo) {
    m_board.drop(column, mover());
    show_board();
    if (m_board.has_won(mover())) {
        return congratulate(mover());
    }
    if (m_board.is_full()) {
        return TurnOutcome::GameOver;
    }
    const TurnOutcome after_undo = may_undo ? offer_undo(column) : TurnOutcome::GoesOn;
    return after_undo == TurnOutcome::GoesOn ? offer_block() : after_undo;
}

TurnOutcome TacticsTwin::offer_undo(int column) {
    const std::optional<std::string> answer =
        ask("Do you want to undo the last instruction? If yes, press Y. If no, press any other keys to continue: ",
            Ask::undo);
    if (!answer) {
        return TurnOutcome::GameOver;
    }
    if (*answer != "Y") {
        return TurnOutcome::GoesOn;
    }
    if (player_to_move().undos == 0) {
        return violate(TurnOutcome::GoesOn);
    }
    --player_to_move().undos;
    m_board.undo(column);
    show_board();
    return TurnOutcome::SamePlayer;
}

TurnOutcome TacticsTwin::offer_block() {
    const std::optional<std::string> answer =
        ask("Do you want to block the next opponent's move? If yes, press B. If no, press any other keys to continue: ",
            Ask::block);
    if (!answer) {
        return TurnOutcome::GameOver;
    }
    if (*answer != "B") {
        return TurnOutcome::OtherPlayer;
    }
    if (player_to_move().blocks == 0) {
        return violate(TurnOutcome::OtherPlayer);
    }
    if (m_board.winning_column(opponent_on_board())) {
        say("You can not block, your opponent have opportunity to win.\n");
        return TurnOutcome::OtherPlayer;
    }
    --player_to_move().blocks;
    say(opponent().name + " is blocked.\n");
    return TurnOutcome::SamePlayer;
}

TurnOutcome TacticsTwin::remove() {
    for (;;) {
        const std::optional<std::string> row_answer = ask("Enter row: ", Ask::removal_row);
        const std::optional<std::string> column_answer =
            row_answer ? ask("Enter column: ", Ask::removal_column) : std::nullopt;
        if (!column_answer) {
            return TurnOutcome::GameOver;
        }
        const std::optional<int> row = digit_below(*row_answer, row_count);
        const std::optional<int> column = digit_below(*column_answer, column_count);
        // The players count rows from the top, the board from the floor.
        const Cell cell{column.value_or(0), row_count - 1 - row.value_or(0)};
        if (row && column && m_board.at(cell) == opponent_on_board()) {
            --player_to_move().removals;
            m_board.remove(cell);
            show_board();
            break;
        }
        if (violate(TurnOutcome::GoesOn) == TurnOutcome::GameOver) {
            return TurnOutcome::GameOver;
        }
    }
    for (const int player : {mover(), opponent_on_board()}) {
        if (m_board.has_won(player)) {
            return congratulate(player);
        }
    }
    return TurnOutcome::OtherPlayer;
}

/// Counts a violation of the mover; with none left the opponent has won.
TurnOutcome TacticsTwin::violate(TurnOutcome otherwise) {
    if (player_to_move().violations == 0) {
        say(player_to_move().name + " violated over 3 times.\n");
        return congratulate(opponent_on_board());
    }
    --player_to_move().violations;
    say("Violation! You have " + std::to_string(player_to_move().violations) + " left.\n");
    return otherwise;
}

TurnOutcome TacticsTwin::congratulate(int player_on_board) {
    const TacticsPlayer& player = m_players[static_cast<size_t>(player_on_board - 1)];
    say("Congratulation! Winner " + player.name +
        "\nNumber of piece: " + std::to_string(m_board.count(player_on_board)) + "\nPiece char " + player.piece + "\n");
    return TurnOutcome::GameOver;
}

std::array<char, 3> TacticsTwin::symbols() const {
    return {'*', m_players[0].piece, m_players[1].piece};
}

void TacticsTwin::show_board() {
    say("\n" + board_rows(m_board, symbols(), {"|", " ", "", " |\n"}));
}

void TacticsTwin::show_status() {
    const TacticsPlayer& player = player_to_move();
    say("\n" + player.name + "'s turn, piece " + player.piece + "\nUndo: " + std::to_string(player.undos) +
        ", violation: " + std::to_string(player.violations) + ", block: " + std::to_string(player.blocks) +
        ", remove: " + std::to_string(player.removals) + "\n");
}

TurnRights TacticsTwin::rights() const {
    const TacticsPlayer& player = m_players[m_mover];
    return {player.blocks > 0, player.removals > 0 && m_board.count(opponent_on_board()) > 0};
}

BoardPlace TacticsTwin::board_place() const {
    return {"board", rows_from_top, {'*', static_cast<u8>(m_players[0].piece), static_cast<u8>(m_players[1].piece)}};
}

std::vector<Fact> TacticsTwin::memory() const {
    std::vector<Fact> facts;
    facts.reserve(10);
    facts.push_back({"board", bytes_of(board_rows(m_board, symbols()))});
    const auto add_list = [&](std::string_view label, auto of_player) {
        facts.push_back({label, words({static_cast<u32>(std::invoke(of_player, m_players[0])),
                                       static_cast<u32>(std::invoke(of_player, m_players[1]))})});
    };
    add_list("ListUndo", &TacticsPlayer::undos);
    add_list("ListViolation", &TacticsPlayer::violations);
    add_list("ListBlock", &TacticsPlayer::blocks);
    add_list("ListRemove", &TacticsPlayer::removals);
    add_list("ListFirst", &TacticsPlayer::first_move);
    add_list("ListPiece", &TacticsPlayer::piece);
    add_list("ListLength", [](const TacticsPlayer& player) { return player.name.size(); });
    facts.push_back({"name_1", bytes_of(m_players[0].name)});
    facts.push_back({"name_2", bytes_of(m_players[1].name)});
    return facts;
}

std::vector<RegisterFact> TacticsTwin::registers() const {
    return {{"$s0", static_cast<u32>(4 * m_mover)}};
}

}  // namespace tactics

std::unique_ptr<Twin> make_tactics_twin() {
    return std::make_unique<tactics::TacticsTwin>();
}

}  // namespace mariner::games

#include "emulator/games/opponent.hpp"

#include <filesystem>

#include "emulator/games/bot_program.hpp"
#include "emulator/games/dice.hpp"
#include "emulator/games/master_chooser.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::games {

namespace {

/// Any column; where the rules have more, now and then that.
class RandomChooser final : public MoveChooser {
public:
    void begin_game(i64 seed) override { m_dice = Dice(static_cast<u64>(seed)); }
    Result<RoomMove> choose(const RoomState& state) override {
        const std::vector<int> columns = state.board.legal_columns();
        RoomMove move{columns[m_dice.below(columns.size())], state.rights.block && m_dice.chance(rare), {}};
        if (state.rights.remove && m_dice.chance(rare)) {
            move.removal = any_token(state.board, 3 - state.mover);
        }
        return move;
    }
    [[nodiscard]] int strength() const override { return 1; }

private:
    static constexpr int rare = 15;  // percent

    Cell any_token(const Board& board, int player) {
        std::vector<Cell> tokens;
        for (int index = 0; index < cell_count; ++index) {
            const Cell cell{index % column_count, index / column_count};
            if (board.at(cell) == player) {
                tokens.push_back(cell);
            }
        }
        return tokens.at(m_dice.below(tokens.size()));
    }

    Dice m_dice{0};
};

class BotChooser final : public MoveChooser {
public:
    explicit BotChooser(std::unique_ptr<BotProgram> bot) : m_bot(std::move(bot)) {}

    void begin_game(i64 seed) override { m_bot->begin_game(seed); }
    Result<RoomMove> choose(const RoomState& state) override {
        const BotReply reply = m_bot->ask(state.moves());
        return reply.fault != BotFault::none ? Result<RoomMove>(Error{reply.why(m_bot->limits())})
                                             : bot_move(reply.text, state);
    }

private:
    std::unique_ptr<BotProgram> m_bot;
};

Error wrong_answer(std::string_view line, const std::string& why) {
    return Error{"answered \"" + visible_line(line.substr(0, 40)) + "\": " + why};
}

bool is_digit_up_to(char digit, int most) {
    return digit >= '1' && digit <= '0' + most;
}

}  // namespace

int strength_named(std::string_view word) {
    const std::string_view name = thinking_game().room;
    if (word == name) {
        return strengths;
    }
    const bool is_long = word.size() == name.size() + 2 && word.starts_with(name) && word[name.size()] == ':';
    const int strength = is_long ? word.back() - '0' : 0;
    return strength >= 1 && strength <= strengths ? strength : 0;
}

Result<RoomMove> bot_move(std::string_view line, const RoomState& state) {
    if (line.size() == 3 && (line[0] == 'x' || line[0] == 'X') && is_digit_up_to(line[1], column_count) &&
        is_digit_up_to(line[2], row_count)) {
        const Cell cell{line[1] - '1', line[2] - '1'};
        if (!state.rights.remove) {
            return wrong_answer(line, "there is no removal now");
        }
        if (state.board.at(cell) != 3 - state.mover) {
            return wrong_answer(line, "no token of the other lies there");
        }
        return RoomMove{0, false, cell};
    }
    const bool blocks = line.size() == 2 && (line[1] == 'B' || line[1] == 'b');
    if ((line.size() != 1 && !blocks) || !is_digit_up_to(line[0], column_count)) {
        return wrong_answer(line, "a move is a column, 1 to 7");
    }
    const int column = line[0] - '1';
    if (!state.board.can_drop(column)) {
        return wrong_answer(line, "that column is full");
    }
    if (blocks && !state.rights.block) {
        return wrong_answer(line, "there is no block now");
    }
    return RoomMove{column, blocks, {}};
}

void Opponent::begin_game(i64 seed) {
    m_chooser->begin_game(seed);
    m_plan = {};
}

/// What it does with its turn; on the first moves what the rules leave.
Result<RoomMove> Opponent::plan(const RoomState& state) {
    Result<RoomMove> move = m_chooser->choose(state);
    if (move && state.ask == Ask::center_from_0) {
        move->column = state.forced.empty() ? column_count / 2 : state.forced.front();
        move->removal.reset();
    }
    return move;
}

Result<std::string> Opponent::answer(const RoomState& state) {
    if (state.asks_for_column()) {
        Result<RoomMove> move = plan(state);
        if (!move) {
            return move.error();
        }
        m_plan = *move;
    }
    const auto number = [](int value) { return std::to_string(value); };
    switch (state.ask.value_or(Ask::any_line)) {
        case Ask::column_from_0:
        case Ask::center_from_0:
            return number(m_plan.column);
        case Ask::column_from_1:
        case Ask::column_or_values:
            return number(m_plan.column + 1);
        case Ask::column_or_remove:
            return m_plan.removal ? "R" : number(m_plan.column);
        case Ask::removal_row:
            return number(row_count - 1 - m_plan.removal.value_or(Cell{}).row);
        case Ask::removal_column:
            return number(m_plan.removal.value_or(Cell{}).column);
        case Ask::undo:
            return std::string("N");
        case Ask::block:
            return std::string(m_plan.block ? "B" : "N");
        case Ask::name:
            return m_name;
        case Ask::piece:
            return std::string("X");
        case Ask::strength:
            return number(m_chooser->strength());
        case Ask::seat:
            return std::string("1");
        case Ask::any_line:
        case Ask::moves:
            break;
    }
    return std::string();
}

std::unique_ptr<MoveChooser> chooser_named(std::string_view who) {
    if (who == "random") {
        return std::make_unique<RandomChooser>();
    }
    const int strength = strength_named(who);
    return strength == 0 ? nullptr : std::make_unique<MasterChooser>(strength);
}

Result<std::unique_ptr<Opponent>> make_opponent(const std::string& who) {
    if (std::unique_ptr<MoveChooser> chooser = chooser_named(who)) {
        const int strength = strength_named(who);
        const std::string name = strength == 0           ? "Random"
                                 : strength == strengths ? "Master"
                                                         : "Master " + std::to_string(strength);
        return std::make_unique<Opponent>(name, std::move(chooser));
    }
    const std::filesystem::path file(who);
    if (file.extension() != ".asm" && file.extension() != ".s") {
        return Error{"\"" + visible_line(who) + "\" is no opponent: person, random, master, master:1 to master:" +
                     std::to_string(strengths) + ", or a bot's FILE.asm"};
    }
    Result<std::unique_ptr<BotProgram>> bot = BotProgram::load(who, {}, EngineKind::automatic);
    if (!bot) {
        return bot.error();
    }
    constexpr size_t longest_name = 20;  // that every room takes
    return std::make_unique<Opponent>(visible_line(file.stem().string()).substr(0, longest_name),
                                      std::make_unique<BotChooser>(std::move(*bot)));
}

}  // namespace mariner::games

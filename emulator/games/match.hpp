#pragma once
// A game of plain Connect Four between two that are no people: bots by their programs (bot_program.hpp), or chance and
// the master (opponent.hpp). Who breaks a rule has lost. Leagues, rubrics and the bench for bots play such games; the
// same two, opening and seed make the same game anywhere.

#include <array>
#include <string>
#include <string_view>

#include "emulator/games/bot_program.hpp"
#include "emulator/games/opponent.hpp"

namespace mariner::games {

struct MatchAnswer {
    int column = 0;
    BotFault fault = BotFault::none;
    std::string reason{};  // of a fault: "answered "8": a move is a column, 1 to 7"
    u64 steps = 0;
};

class MatchSeat {
public:
    virtual ~MatchSeat() = default;
    virtual void begin_game(i64 seed) = 0;
    [[nodiscard]] virtual MatchAnswer answer(const RoomState& state) = 0;
};

class BotSeat final : public MatchSeat {
public:
    explicit BotSeat(BotProgram& bot) : m_bot(bot) {}
    void begin_game(i64 seed) override { m_bot.begin_game(seed); }
    [[nodiscard]] MatchAnswer answer(const RoomState& state) override;

private:
    BotProgram& m_bot;
};

/// Chance or the master; who breaks no rule.
class ChooserSeat final : public MatchSeat {
public:
    explicit ChooserSeat(MoveChooser& chooser) : m_chooser(chooser) {}
    void begin_game(i64 seed) override { m_chooser.begin_game(seed); }
    [[nodiscard]] MatchAnswer answer(const RoomState& state) override;

private:
    MoveChooser& m_chooser;
};

struct MatchGame {
    std::string moves{};   // columns from 1, the opening's among them
    int winner = 0;        // 1: who moved first, on an empty board; 2: the other; 0: a draw
    BotFault fault{};      // of who has lost by a rule
    std::string reason{};  // how
    std::array<u64, 2> longest_move{};
};

/// `opening`: columns from 1 that are played for them. Nobody has four after it.
MatchGame play_match(MatchSeat& first, MatchSeat& second, std::string_view opening, i64 seed);

/// What a bot is asked in a position of plain Connect Four that these moves lead to.
RoomState plain_state(std::string_view moves);

inline constexpr int opening_moves = 4;
/// Four moves, drawn by this number: nobody can have four after them, nor with the next one.
std::string drawn_opening(u64 number);

}  // namespace mariner::games

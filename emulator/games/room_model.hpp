#pragma once
// What a room's game looks like while its program waits for a line: who is asked, for what, and how the board came to
// be. It plays the room's native twin with the lines that the program got, so that nobody reads the program's text or
// memory.
//
//     RoomModel model(game, seed);
//     model.tell("4\n");
//     if (model.state().ask == Ask::undo) ...
//
// Opponents, hints and reviews stand on it.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/games/position.hpp"
#include "emulator/games/registry.hpp"

namespace mariner::games {

/// A token that was dropped and not taken back, or one that was removed.
struct RoomTurn {
    Board before;
    int player = 0;  // whose turn it was, by his number on the board
    Cell cell{};
    bool is_removal = false;
    size_t typed = 0;  // bytes of input before the line that made this turn
};

struct RoomState {
    std::optional<Ask> ask{};  // nothing: the game is over
    int seat = 1;              // who is asked: 1 or 2, in the order of names
    int mover = 0;             // his number on the board
    Board board;
    TurnRights rights{};
    std::vector<u8> forced{};  // columns that the rules force on the first moves
    std::vector<RoomTurn> turns{};
    std::array<std::string, 2> names{};  // that the people gave, where the room asks for them

    /// What plain Connect Four knows of it.
    [[nodiscard]] Position position() const { return {board, mover}; }
    /// Whether a column is asked for (or a removal in place of one).
    [[nodiscard]] bool asks_for_column() const;
    /// The columns played so far as bots read them: "44-5x52" (games/bot_program.hpp).
    [[nodiscard]] std::string moves() const;
};

class RoomModel {
public:
    RoomModel(const Game& game, i32 seed);
    ~RoomModel();
    RoomModel(RoomModel&&) noexcept;
    RoomModel& operator=(RoomModel&&) noexcept;

    [[nodiscard]] const Game& game() const { return *m_game; }
    [[nodiscard]] i32 seed() const { return m_seed; }

    /// What the program got from its console, as it was typed.
    void tell(std::string_view typed);
    [[nodiscard]] const std::string& typed() const { return m_typed; }

    /// As it is when the program has read all that it was told.
    const RoomState& state();

private:
    const Game* m_game;
    i32 m_seed;
    std::string m_typed;
    std::unique_ptr<Twin> m_twin;
    std::optional<RoomState> m_state;
};

}  // namespace mariner::games

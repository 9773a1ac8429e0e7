#pragma once
// Who sits at the other side of a room in place of a person: chance, the master, or a bot's program. It answers
// whatever the room's console asks, by the whole of that room's rules.
//
//     Result<std::unique_ptr<Opponent>> other = make_opponent("master:3");
//     (*other)->begin_game(seed);
//     const Result<std::string> line = (*other)->answer(model.state());

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/games/room_model.hpp"
#include "emulator/support/result.hpp"

namespace mariner::games {

/// What somebody does with a turn.
struct RoomMove {
    int column = 0;
    bool block = false;             // where the rules allow it
    std::optional<Cell> removal{};  // in place of the token
};

/// How somebody chooses. The room has a column with room, or the game would be over.
class MoveChooser {
public:
    virtual ~MoveChooser() = default;
    virtual void begin_game(i64 seed) = 0;
    /// An error: a bot that broke the rules, and how.
    [[nodiscard]] virtual Result<RoomMove> choose(const RoomState& state) = 0;
    /// 1 to 5, for a room whose computer asks how strong it shall be.
    [[nodiscard]] virtual int strength() const { return 5; }
};

class Opponent {
public:
    Opponent(std::string name, std::unique_ptr<MoveChooser> chooser)
        : m_name(std::move(name)), m_chooser(std::move(chooser)) {}

    /// What it calls itself.
    [[nodiscard]] const std::string& name() const { return m_name; }
    void begin_game(i64 seed);
    /// The line that it types, without a line end.
    [[nodiscard]] Result<std::string> answer(const RoomState& state);

private:
    [[nodiscard]] Result<RoomMove> plan(const RoomState& state);

    std::string m_name;
    std::unique_ptr<MoveChooser> m_chooser;
    RoomMove m_plan;  // of the turn that it has begun
};

/// Chance, or the master: "random", "master", "master:3"; null for anything else.
std::unique_ptr<MoveChooser> chooser_named(std::string_view who);

/// "random", "master", "master:3", or an assembly file. The error says what is wrong with it.
Result<std::unique_ptr<Opponent>> make_opponent(const std::string& who);

/// The strength that "master" means, alone or with ":N"; 0 for any other word.
int strength_named(std::string_view word);

/// What a bot's line means ("4", "4B", "x35"); an error says why it can't be played.
Result<RoomMove> bot_move(std::string_view line, const RoomState& state);

}  // namespace mariner::games

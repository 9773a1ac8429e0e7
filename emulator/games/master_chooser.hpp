#pragma once
// The master as an opponent in any room: it decides by the rule of the room `master` and its book. Where a room's rules
// have a block or a removal, it looks at what these would lead to as well.

#include "emulator/games/dice.hpp"
#include "emulator/games/master_rule.hpp"
#include "emulator/games/opponent.hpp"

namespace mariner::games {

class MasterChooser final : public MoveChooser {
public:
    explicit MasterChooser(int strength);

    void begin_game(i64 seed) override { m_dice = Dice(static_cast<u64>(seed)); }
    Result<RoomMove> choose(const RoomState& state) override;
    [[nodiscard]] int strength() const override { return m_strength; }

private:
    [[nodiscard]] int plain_column(const Position& position, u64 patience);
    [[nodiscard]] std::optional<int> best_value(const Position& position);
    [[nodiscard]] RoomMove with_more_rules(const RoomState& state);

    int m_strength;
    Dice m_dice{0};
    Solver m_solver;
    MasterRule m_rule;
};

}  // namespace mariner::games

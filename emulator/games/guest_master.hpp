#pragma once
// Asks the program of the room `master` itself what it plays: a position is set up through its console, as a person
// would do it, and the answer is read there. Any position in which the game goes on.

#include <memory>
#include <string>
#include <string_view>

#include "emulator/games/emulated_game.hpp"
#include "emulator/games/solver.hpp"

namespace mariner::games {

class GuestMaster {
public:
    static Result<std::unique_ptr<GuestMaster>> create(EngineKind engine);

    /// The column (0..6) that it plays after these moves, which position_after() takes.
    [[nodiscard]] Result<int> column(std::string_view moves, int strength);
    /// What it says the columns are worth.
    [[nodiscard]] Result<ColumnValues> values(std::string_view moves, int strength);

    /// Instructions executed so far.
    [[nodiscard]] u64 steps() const { return m_game->steps(); }

private:
    explicit GuestMaster(ProgramImage image) : m_image(std::move(image)) {}

    [[nodiscard]] Result<std::string> answer(std::string_view moves, int strength, bool asks_values);

    ProgramImage m_image;
    std::unique_ptr<EmulatedGame> m_game;
};

}  // namespace mariner::games

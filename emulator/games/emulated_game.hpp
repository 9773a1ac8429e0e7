#pragma once
// A game's program in the emulator, played from a script: what `verify` compares with the twin. One program, any number
// of games, each in a machine that was reset; belongs to one thread.

#include <memory>
#include <string>
#include <vector>

#include "emulator/execute/core.hpp"
#include "emulator/games/generator.hpp"
#include "emulator/games/line_host.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner::games {

/// A program from its text; the error holds the assembler's report for people.
Result<ProgramImage> assemble_game(const std::string& name, std::string_view text);

struct EmulationOptions {
    EngineKind engine = EngineKind::fast;
    u64 max_steps = 200'000'000;  // of one game; no honest game comes near
    bool count_lines = false;     // remember which instructions were executed (by the checked core)
};

class EmulatedGame {
public:
    /// The image must outlive the game.
    static Result<std::unique_ptr<EmulatedGame>> create(const ProgramImage& image, const EmulationOptions& options);

    /// Plays to the end.
    GameRecord play(const GameScript& script, const LineHost::WaitObserver& on_wait = {});

    [[nodiscard]] const Machine& machine() const { return *m_machine; }
    /// Instructions executed in all games.
    [[nodiscard]] u64 steps() const { return m_steps; }
    /// Addresses executed in any game, if count_lines is on.
    [[nodiscard]] const std::vector<bool>& executed() const { return m_executed; }

private:
    EmulatedGame(std::unique_ptr<Machine> machine, const EmulationOptions& options);

    EmulationOptions m_options;
    std::unique_ptr<Machine> m_machine;
    std::vector<bool> m_executed;
    std::unique_ptr<Core> m_core;
    u64 m_steps = 0;
};

}  // namespace mariner::games

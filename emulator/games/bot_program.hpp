#pragma once
// A bot: a MIPS program that plays Connect Four at its console, held to a step limit a move and shut off from
// everything else. The protocol is one that a person can type by hand:
//
//     It reads a line: the columns played so far, 1 to 7, in order ("4453"; an empty line where nobody has moved).
//     It prints a line: the column that it plays.
//     It does so again until its input ends. What it prints before it reads, such as a prompt, counts for nothing.
//
// Where tokens may be blocked or removed (the room `tactics`) a lost turn stands in the line as "-" and a removal as
// "x", column and row from the floor: "44-5x52". A bot may answer "5B" (and block) or "x35" there.
// Used by `play --opponent FILE.asm`, by leagues and by rubrics. The same questions and the same seed get the same
// answers anywhere.

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "emulator/execute/core.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner::games {

/// What a bot may use for one move.
struct BotLimits {
    u64 steps = 20'000'000;
    size_t output_bytes = 4096;
};

/// Why there is no answer. A row of bot_faults.inc each.
enum class BotFault : u8 {
    none,
#define BOT_FAULT(name, sentence) name,
#include "emulator/games/bot_faults.inc"
#undef BOT_FAULT
};
inline constexpr auto bot_fault_names = std::to_array<std::string_view>({
    "none",
#define BOT_FAULT(name, sentence) #name,
#include "emulator/games/bot_faults.inc"
#undef BOT_FAULT
});

struct BotReply {
    std::string text{};  // the first line printed after the question was read, without blanks around it
    BotFault fault = BotFault::none;
    std::string detail{};  // of a crash: what the system said
    u64 steps = 0;         // executed for this answer

    /// "took more than 20,000,000 instructions for a move": what it did wrong; empty where nothing.
    [[nodiscard]] std::string why(const BotLimits& limits) const;
};

class BotProgram {
public:
    static Result<std::unique_ptr<BotProgram>> create(ProgramImage image, const BotLimits& limits, EngineKind engine);
    /// From an assembly file; the error holds the assembler's report for people.
    static Result<std::unique_ptr<BotProgram>> load(const std::string& file, const BotLimits& limits,
                                                    EngineKind engine);
    ~BotProgram();

    /// A new game: the program starts anew. `seed`: of random streams that it doesn't seed.
    void begin_game(i64 seed);
    /// One question. After a fault there are no answers until the next game.
    [[nodiscard]] BotReply ask(std::string_view line);

    [[nodiscard]] const BotLimits& limits() const { return m_limits; }

private:
    class BotHost;
    struct BotGame;

    BotProgram(ProgramImage image, const BotLimits& limits);

    ProgramImage m_image;
    BotLimits m_limits;
    std::unique_ptr<Machine> m_machine;
    std::unique_ptr<Core> m_core;
    std::unique_ptr<BotGame> m_game;
};

}  // namespace mariner::games

#pragma once
// A native twin: one of the bundled games written again in C++, so that the .asm program and the emulator can be
// checked against something that shares no line with them. A twin sees this header, the board rules beside it
// (games/board.hpp) and JavaRandom; never the emulator.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/games/board.hpp"
#include "emulator/support/java_random.hpp"
#include "emulator/support/types.hpp"

namespace mariner::games {

/// What a game reads and prints. Input is a byte stream; a line ends at LF or at the end of the input.
class TwinConsole {
public:
    virtual ~TwinConsole() = default;

    /// The next line without its LF; nothing at the end of input. A last line without LF is a line.
    virtual std::optional<std::string> read_line() = 0;
    virtual void print(std::string_view text) = 0;
};

/// A piece of the program's final state: `bytes` stand in guest memory at `label` (little-endian words where the
/// program keeps words), or, where `label` starts with '$', the 4 bytes are that register's value.
struct Fact {
    std::string label;
    std::vector<u8> bytes;
};

class Twin {
public:
    virtual ~Twin() = default;

    /// Plays one whole game: the same console transcript as the .asm program for the same input and random stream.
    /// Returns the exit status that the program ends with.
    virtual int play(TwinConsole& console, JavaRandom& random) = 0;

    /// What must stand in the program's memory and registers now: called at every read_line and after the end.
    [[nodiscard]] virtual std::vector<Fact> state() const = 0;

    /// The position now, and whose turn it is (1 or 2: the number that this player's pieces have on the board).
    [[nodiscard]] virtual const Board& board() const = 0;
    [[nodiscard]] virtual int mover() const = 0;

    /// For a game on the bitmap display: 64x64 colours (0x00RRGGBB), row by row; empty for the others.
    [[nodiscard]] virtual std::vector<u32> picture() const { return {}; }
};

/// Makes the twin of a room ("rows", "columns", ...): each room's .cpp defines its own.
using TwinFactory = std::unique_ptr<Twin> (*)();

std::unique_ptr<Twin> make_rows_twin();
std::unique_ptr<Twin> make_columns_twin();
std::unique_ptr<Twin> make_solo_twin();
std::unique_ptr<Twin> make_bitmap_twin();
std::unique_ptr<Twin> make_tactics_twin();

}  // namespace mariner::games

#pragma once
// What of a program can be held against the twin: which of the room's labels it has, where its picture lies. Somebody's
// own version of a game has what its author chose; what is missing there is named, never passed over in silence.

#include <optional>
#include <string>
#include <vector>

#include "emulator/games/board_view.hpp"
#include "emulator/games/emulated_game.hpp"
#include "emulator/games/registry.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::games {

/// What of a game is compared, as far as the program has it.
struct Aspects {
    bool output = true;     // what is printed, and the exit status
    bool memory = true;     // at the labels that the room's page names: at every read of a line and at the end
    bool registers = true;  // at the end
    bool picture = true;    // where it is drawn: at every read of a line, every sleep and at the end
};

inline constexpr Aspects only_output{true, false, false, false};

/// How the display of somebody's own program is set, as far as its comments tell.
struct OwnDisplay {
    bool is_named = true;  // no: a program that draws nothing has none
    u32 address = 0;       // of its first unit; 0: where the game's own picture lies
    u32 columns = 0;
    u32 rows = 0;
};

struct Grounds {
    bool output = false;
    bool registers = false;
    std::vector<std::optional<u32>> labels;  // addresses of the twin's facts in memory, in their order
    std::optional<u32> picture;              // address of its first unit
    BoardPlace board;
    BoardMarks marks;  // what the board's values mean, if that is known
    std::optional<u32> board_address;
    bool only_board = false;            // by meaning, at every read and at the end; and how many lines are read
    std::vector<std::string> compared;  // said for people
    std::vector<std::string> left_out;  // each with its reason
};

/// `program` plays a game if that is what it takes to see whether it draws.
Grounds find_grounds(const Game& game, const ProgramImage& image, EmulatedGame& program, const Aspects& wanted,
                     const OwnDisplay& display);

}  // namespace mariner::games

#pragma once
// A program's game held against its twin's: at every wait what stands in memory and on the display, at the end what was
// printed, too. The first difference in a sentence for people, with the boards or the transcripts beside each other.

#include <optional>
#include <string>

#include "emulator/games/emulated_game.hpp"
#include "emulator/games/generator.hpp"
#include "emulator/games/grounds.hpp"

namespace mariner::games {

struct Difference {
    std::string sentence;
    std::string boards;  // side by side; empty where the program's board is not known
};

struct GameComparison {
    GameRecord actual;
    std::optional<Difference> difference;
};

/// Plays the script in `program` and compares. Does not end the game at a difference.
GameComparison compare_game(EmulatedGame& program, const Grounds& grounds, const GameScript& script,
                            const GameRecord& expected);

/// Both transcripts side by side, the lines that differ marked, at most `max_lines` around the first difference.
std::string transcripts_side_by_side(const GameRecord& expected, const GameRecord& actual, size_t max_lines = 40);

}  // namespace mariner::games

#pragma once
// What differs between two records of one game, said for people: the first difference of the transcripts, a fact, the
// picture, the end. Pure functions.

#include <optional>
#include <string>

#include "emulator/games/generator.hpp"

namespace mariner::games {

/// One sentence; nothing if the records agree. With `only_transcript` memory and picture don't count.
std::optional<std::string> find_difference(const GameRecord& expected, const GameRecord& actual, bool only_transcript);

/// Both transcripts side by side, the lines that differ marked, at most `max_lines` around the first difference.
std::string side_by_side(const GameRecord& expected, const GameRecord& actual, size_t max_lines = 40);

}  // namespace mariner::games

#pragma once
// The small text file that keeps a game: which one, its seed, every line typed. Written by `play --record` and
// `verify`, read by `replay`; safe to read from anywhere.
//
//     mariner replay 1
//     game rows
//     seed 7
//     > 3            a line of input; \\ and \xHH stand for a backslash and for bytes that don't print
//     >. 4           the last line, without its line end

#include <string>
#include <string_view>

#include "emulator/games/generator.hpp"
#include "emulator/support/result.hpp"

namespace mariner::games {

std::string format_replay(const GameScript& script);

/// The error names the line and what is wrong with it.
Result<GameScript> parse_replay(std::string_view text);

}  // namespace mariner::games

#pragma once
// The puzzle of a day: a position in which who is to move wins in so many moves by one column alone. Made from the date
// by the solver, so that it is the same for everybody, without asking anybody.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::games {

struct Puzzle {
    std::string date;   // 2026-11-19
    std::string moves;  // columns 1 to 7, for position_after()
    int wins_in = 0;    // own moves
    int column = 0;     // the only one that wins so fast, from 0
};

/// Of a date as ISO 8601 writes it; nothing for any other text.
std::optional<Puzzle> puzzle_of(std::string_view date);

/// The date in Greenwich: one day is one day for everybody.
std::string date_of(i64 milliseconds_since_1970);

}  // namespace mariner::games

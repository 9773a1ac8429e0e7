#pragma once
// How far apart two words are, for guesses at what somebody meant to type.

#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

/// Letters changed, left out, added, or swapped with their neighbour.
size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace mariner

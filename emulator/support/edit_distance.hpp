#pragma once
// Guesses at what somebody meant to type.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner {

inline constexpr size_t longest_compared = 40;
inline constexpr size_t edit_cost = 2;
inline constexpr size_t replacement_cost = 3;

/// What it takes to make one word of at most so many letters of another: a letter more, less or swapped with its
/// neighbour is more likely a slip than another letter.
size_t edit_distance(std::string_view a, std::string_view b);

/// Words that a slip of the fingers may have meant, the nearest first. A dot in front may have been left out.
std::vector<std::string> nearest_words(std::string_view word, std::vector<std::string> among);

}  // namespace mariner

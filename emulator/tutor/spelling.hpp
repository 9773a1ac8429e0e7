#pragma once
// Names that a slip of the fingers may have meant.

#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::tutor {

/// Those of `among` that are near, the nearest first; of equally near ones that which the program has most often.
std::vector<std::string_view> near_names(std::string_view word, const std::vector<std::string_view>& among,
                                         std::string_view program = {});

/// Whether a word's letters follow each other in a way that the program, its comments included, has elsewhere more
/// seldom than those of the other: then it is more likely the one that is misspelt.
bool is_stranger(std::string_view word, std::string_view than, std::string_view program);

}  // namespace mariner::tutor

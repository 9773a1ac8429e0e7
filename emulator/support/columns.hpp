#pragma once
// How wide text is on a terminal: Chinese characters and emoji take two columns, joining accents none.

#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

/// Of text without control characters.
size_t columns_of(std::string_view text);

/// A line in at most so many columns: tabs are blanks, what is harmful is shown, what doesn't fit ends in "...".
std::string fit_columns(std::string_view line, size_t columns);

}  // namespace mariner

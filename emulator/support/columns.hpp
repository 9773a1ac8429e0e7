#pragma once
// How wide text is on a terminal: Chinese characters and emoji take two columns, accents that join the letter before
// them none.

#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

/// Of text without control characters.
size_t columns_of(std::string_view text);

/// One line as a terminal shows it in at most so many columns: tabs are blanks, what is harmful is made visible, what
/// doesn't fit is cut and ends in "...".
std::string fit_columns(std::string_view line, size_t columns);

}  // namespace mariner

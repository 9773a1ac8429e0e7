#pragma once
// The console's letters: one size, drawn in whole multiples. Readable on any screen, and the same on every machine.

#include <span>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

inline constexpr i32 font_width = 9;
inline constexpr i32 font_height = 15;

/// The rows of a letter; those of the replacement character if there is none.
std::span<const u16, font_height> glyph(char32_t character);

}  // namespace mariner::bitmap

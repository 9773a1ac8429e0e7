#pragma once
// A word of a display's memory as the colour that MARS's Bitmap Display shows: for windows, pictures and the grader.

#include "emulator/support/types.hpp"

namespace mariner {

inline constexpr u32 colour_mask = 0x00ffffff;

/// `unstored`: the initial data there, which is black until something is stored; else 0.
constexpr u32 shown_colour(u32 word, u32 unstored) {
    return word == unstored ? 0 : word & colour_mask;
}

}  // namespace mariner

#include "bitmap/font.hpp"

#include <algorithm>
#include <array>

namespace mariner::bitmap {

namespace {

struct Glyph {
    char32_t character;
    std::array<u16, font_height> rows;
};

constexpr Glyph glyphs[] = {
#define FONT_GLYPH(character, ...) {character, {__VA_ARGS__}},
#include "bitmap/font_glyphs.inc"
#undef FONT_GLYPH
};

static_assert(std::ranges::is_sorted(glyphs, {}, &Glyph::character));

}  // namespace

std::span<const u16, font_height> glyph(char32_t character) {
    const auto* found = std::ranges::lower_bound(glyphs, character, {}, &Glyph::character);
    const bool is_there = found != std::end(glyphs) && found->character == character;
    return is_there ? found->rows : (std::end(glyphs) - 1)->rows;
}

}  // namespace mariner::bitmap

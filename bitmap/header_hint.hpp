#pragma once
// What a source's comments say about its display. Students copy MARS's settings into a header comment, each course in
// its own words; this reads them all: "Unit width in pixels: 8", "display 512 x 512", "base address: $gp", "chiều rộng
// màn hình: 512". The words known are the table display_words.inc, what they make of a number is header_rules.inc.
// Knows text and numbers only.

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "bitmap/geometry.hpp"

namespace mariner::bitmap {

enum class Setting : u8 { unit_width, unit_height, display_width, display_height, base };
inline constexpr size_t setting_count = 5;

struct Hint {
    u32 value = 0;
    u8 rank = 0;  // how plainly it was said; the plainer wins, then the earlier
    std::string_view rule;
};

struct HeaderHint {
    std::array<std::optional<Hint>, setting_count> hints;
    std::optional<Size> cells;      // units per row and column, where a comment speaks of a grid
    bool mentions_display = false;  // a comment speaks of a bitmap, or a name of a frame buffer

    [[nodiscard]] const std::optional<Hint>& operator[](Setting setting) const {
        return hints[static_cast<size_t>(setting)];
    }
    [[nodiscard]] size_t count() const;
    /// All five settings are there.
    [[nodiscard]] bool complete() const { return count() == setting_count; }
    /// Enough to believe that the program draws: settings of two kinds (units, display, base), or one and a mention.
    [[nodiscard]] bool convincing() const;
    /// The settings found, over those of `rest`.
    [[nodiscard]] Geometry over(const Geometry& rest) const;
};

/// Reads the comments of all files of a program.
HeaderHint read_header_hint(std::span<const std::string_view> sources, const BaseNames& names = {});

}  // namespace mariner::bitmap

#pragma once
// Where the guest's picture lies and how its words become units: what MARS's Bitmap Display calls unit size, display
// size and base address. Everything that shows or guesses a picture uses it. Knows addresses, not the emulator.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::bitmap {

inline constexpr u32 max_unit_size = 32;
inline constexpr u32 min_display_size = 16;
inline constexpr u32 max_display_size = 4096;
/// MARS's lists offer powers of two only: units from 1, displays from 64.
inline constexpr u32 listed_unit_size = 32;
inline constexpr u32 least_listed_size = 64;
inline constexpr u32 most_listed_size = 1024;

/// Guest addresses begin <= address < end. 64 bits, since a range may end behind the last address.
struct Range {
    u64 begin = 0;
    u64 end = 0;
};

struct Unit {
    u32 column = 0;
    u32 row = 0;
    bool operator==(const Unit&) const = default;
};

/// MARS's own defaults. Unit (column, row) shows the word at base + 4 * (row * columns + column).
struct Geometry {
    u32 unit_width = 1;
    u32 unit_height = 1;
    u32 display_width = 512;
    u32 display_height = 256;
    u32 base = 0x10010000;

    [[nodiscard]] constexpr u32 columns() const { return display_width / unit_width; }
    [[nodiscard]] constexpr u32 rows() const { return display_height / unit_height; }
    [[nodiscard]] constexpr size_t units() const { return size_t{columns()} * rows(); }
    [[nodiscard]] constexpr u64 bytes() const { return u64{units()} * 4; }
    [[nodiscard]] constexpr Range region() const { return {base, base + bytes()}; }
    [[nodiscard]] constexpr u32 address_of(Unit unit) const { return base + 4 * (unit.row * columns() + unit.column); }
    /// The unit under a display pixel; nothing on the rest that no whole unit covers.
    [[nodiscard]] std::optional<Unit> unit_at_pixel(i64 x, i64 y) const;

    bool operator==(const Geometry&) const = default;
};

/// The addresses behind the names of MARS's list; other memory configurations bring their own.
struct BaseNames {
    u32 global_data = 0x10000000;
    u32 global_pointer = 0x10008000;
    u32 static_data = 0x10010000;
    u32 heap = 0x10040000;
    u32 memory_map = 0xffff0000;

    [[nodiscard]] std::array<u32, 5> all() const {
        return {global_data, global_pointer, static_data, heap, memory_map};
    }
};

/// Whether the picture lies wholly inside one of `memory`'s ranges; otherwise what would.
Result<void> check_geometry(const Geometry& geometry, std::span<const Range> memory);

/// Whether sizes and alignment make sense and at least the first unit lies in memory: what a header comment must
/// satisfy. The rest of such a picture stays black where there is no memory, as MARS does it.
Result<void> check_start(const Geometry& geometry, std::span<const Range> memory);

/// How many words of the picture lie in memory, counted from its base.
size_t words_inside(const Geometry& geometry, std::span<const Range> memory);

/// "8" or "8x4" for units, "512x256" for displays: two numbers, the second one the same if it isn't given.
struct Size {
    u32 width = 0;
    u32 height = 0;
};
std::optional<Size> parse_size(std::string_view text);

/// "512x256"
std::string size_text(u32 width, u32 height);

/// "$gp", "heap", "static data", "global data", "memory map" or a number, decimal or 0x.
std::optional<u32> parse_base(std::string_view text, const BaseNames& names = {});

/// "512x512 px, units of 8x8 px, base 0x10040000 (heap)"
std::string describe(const Geometry& geometry, const BaseNames& names = {});

}  // namespace mariner::bitmap

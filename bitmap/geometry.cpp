#include "bitmap/geometry.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "emulator/support/text.hpp"

namespace mariner::bitmap {

namespace {

struct BaseRow {
    std::string_view name;
    u32 BaseNames::*address;
};

/// As MARS's list has them, then what else people write.
constexpr BaseRow base_rows[] = {{"heap", &BaseNames::heap},
                                 {"static data", &BaseNames::static_data},
                                 {"$gp", &BaseNames::global_pointer},
                                 {"global data", &BaseNames::global_data},
                                 {"memory map", &BaseNames::memory_map},
                                 {"gp", &BaseNames::global_pointer},
                                 {"static", &BaseNames::static_data},
                                 {"static-data", &BaseNames::static_data},
                                 {"data", &BaseNames::static_data},
                                 {"global", &BaseNames::global_data},
                                 {"global-data", &BaseNames::global_data},
                                 {"extern", &BaseNames::global_data},
                                 {"memory-map", &BaseNames::memory_map},
                                 {"mmio", &BaseNames::memory_map}};

std::string list_of(std::span<const Range> memory) {
    std::string text;
    for (const Range& range : memory) {
        text += (text.empty() ? "" : ", ") + hex32(static_cast<u32>(range.begin)) + " to " +
                hex32(static_cast<u32>(range.end - 1));
    }
    return text;
}

const Range* range_holding(u32 address, std::span<const Range> memory) {
    const auto holds = [&](const Range& range) { return address >= range.begin && u64{address} + 4 <= range.end; };
    const auto found = std::ranges::find_if(memory, holds);
    return found == memory.end() ? nullptr : &*found;
}

Result<void> check(std::string_view what, u32 value, u32 least, u32 most, std::string_view listed) {
    if (value >= least && value <= most) {
        return {};
    }
    return Error{std::string(what) + " " + std::to_string(value) + " doesn't fit: " + std::to_string(least) + " to " +
                 std::to_string(most) + " pixels (MARS offers " + std::string(listed) + ")"};
}

Result<void> check_side(std::string_view side, u32 unit, u32 display) {
    const std::string name(side);
    if (auto checked = check("unit " + name, unit, 1, max_unit_size, "1, 2, 4, 8, 16, 32"); !checked) {
        return checked;
    }
    return check("display " + name, display, std::max(min_display_size, unit), max_display_size,
                 "64, 128, 256, 512, 1024");
}

/// What would fit at this base: the tallest picture of this width, and the smallest unit for this display.
std::string alternatives(const Geometry& geometry, u64 room) {
    std::string text;
    const u64 rows = room / 4 / geometry.columns();
    const u64 height = rows * geometry.unit_height;
    if (height >= min_display_size) {
        text = " a display of " + size_text(geometry.display_width, static_cast<u32>(height)) + " with these units";
    }
    for (u32 unit = std::max(geometry.unit_width, geometry.unit_height) + 1; unit <= max_unit_size; ++unit) {
        Geometry coarser = geometry;
        coarser.unit_width = coarser.unit_height = unit;
        if (coarser.units() != 0 && coarser.bytes() <= room) {
            return text + (text.empty() ? " units of " : ", or units of ") + size_text(unit, unit) + " or more";
        }
    }
    return text.empty() ? " no display of this width" : text;
}

}  // namespace

std::string size_text(u32 width, u32 height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

std::optional<Unit> Geometry::unit_at_pixel(i64 x, i64 y) const {
    if (x < 0 || y < 0 || x >= i64{columns()} * unit_width || y >= i64{rows()} * unit_height) {
        return std::nullopt;
    }
    return Unit{static_cast<u32>(x) / unit_width, static_cast<u32>(y) / unit_height};
}

Result<void> check_start(const Geometry& geometry, std::span<const Range> memory) {
    for (auto checked : {check_side("width", geometry.unit_width, geometry.display_width),
                         check_side("height", geometry.unit_height, geometry.display_height)}) {
        if (!checked) {
            return checked;
        }
    }
    if (geometry.base % 4 != 0) {
        return Error{"the display's base address " + hex32(geometry.base) +
                     " is not a multiple of 4; the nearest are " + hex32(geometry.base & ~3u) + " and " +
                     hex32((geometry.base & ~3u) + 4)};
    }
    if (range_holding(geometry.base, memory) == nullptr) {
        return Error{"the display's base address " + hex32(geometry.base) +
                     " is not in memory the program can write; it can write " + list_of(memory)};
    }
    return {};
}

Result<void> check_geometry(const Geometry& geometry, std::span<const Range> memory) {
    if (auto start = check_start(geometry, memory); !start) {
        return start;
    }
    const u64 room = range_holding(geometry.base, memory)->end - geometry.base;
    if (geometry.bytes() <= room) {
        return {};
    }
    return Error{"a display of " + size_text(geometry.display_width, geometry.display_height) + " with units of " +
                 size_text(geometry.unit_width, geometry.unit_height) + " needs " + std::to_string(geometry.bytes()) +
                 " bytes from " + hex32(geometry.base) + ", where there are " + std::to_string(room) + "; there fits" +
                 alternatives(geometry, room)};
}

size_t words_inside(const Geometry& geometry, std::span<const Range> memory) {
    const Range* range = range_holding(geometry.base, memory);
    if (range == nullptr || geometry.base % 4 != 0) {
        return 0;
    }
    return static_cast<size_t>(std::min<u64>(geometry.units(), (range->end - geometry.base) / 4));
}

std::optional<Size> parse_size(std::string_view text) {
    Size size;
    const char* end = text.data() + text.size();
    auto [after, error] = std::from_chars(text.data(), end, size.width);
    if (error != std::errc{}) {
        return std::nullopt;
    }
    size.height = size.width;
    if (after == end) {
        return size;
    }
    if (*after != 'x' && *after != 'X' && *after != ',') {
        return std::nullopt;
    }
    auto [last, second_error] = std::from_chars(after + 1, end, size.height);
    return second_error == std::errc{} && last == end ? std::optional(size) : std::nullopt;
}

std::optional<u32> parse_base(std::string_view text, const BaseNames& names) {
    if (const auto* row = std::ranges::find(base_rows, to_lower(text), &BaseRow::name); row != std::end(base_rows)) {
        return names.*row->address;
    }
    const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
    const std::string_view digits = is_hex ? text.substr(2) : text;
    u32 value = 0;
    const auto [after, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
    const bool whole = error == std::errc{} && after == digits.data() + digits.size();
    return whole ? std::optional(value) : std::nullopt;
}

std::string describe(const Geometry& geometry, const BaseNames& names) {
    const auto address_of = [&](const BaseRow& row) { return names.*row.address; };
    const auto* row = std::ranges::find(base_rows, geometry.base, address_of);
    const std::string name = row == std::end(base_rows) ? "" : " (" + std::string(row->name) + ")";
    return size_text(geometry.display_width, geometry.display_height) + " px, units of " +
           size_text(geometry.unit_width, geometry.unit_height) + " px, base " + hex32(geometry.base) + name;
}

}  // namespace mariner::bitmap

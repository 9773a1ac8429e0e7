#include "bitmap/geometry.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "emulator/support/text.hpp"

namespace mariner::bitmap {

namespace {

std::string size_text(u32 width, u32 height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) {
        const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
        return lower(x) == lower(y);
    });
}

std::string list_of(std::span<const Range> memory) {
    std::string text;
    for (const Range& range : memory) {
        text += (text.empty() ? "" : ", ") + hex32(static_cast<u32>(range.begin)) + " to " +
                hex32(static_cast<u32>(range.end - 1));
    }
    return text;
}

const Range* range_holding(u32 address, std::span<const Range> memory) {
    for (const Range& range : memory) {
        if (address >= range.begin && u64{address} + 4 <= range.end) {
            return &range;
        }
    }
    return nullptr;
}

Result<void> check_unit(u32 value, std::string_view name) {
    if (value >= 1 && value <= max_unit_size) {
        return {};
    }
    return Error{"unit " + std::string(name) + " " + std::to_string(value) +
                 " doesn't fit: 1 to 32 pixels (MARS offers 1, 2, 4, 8, 16, 32)"};
}

Result<void> check_display(u32 value, u32 unit, std::string_view name) {
    if (value >= min_display_size && value <= max_display_size && value >= unit) {
        return {};
    }
    return Error{"display " + std::string(name) + " " + std::to_string(value) +
                 " doesn't fit: " + std::to_string(std::max(min_display_size, unit)) + " to " +
                 std::to_string(max_display_size) + " pixels (MARS offers 64, 128, 256, 512, 1024)"};
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

std::optional<Unit> Geometry::unit_at_address(u32 address) const {
    if (address < base || address - base >= bytes()) {
        return std::nullopt;
    }
    const u32 index = (address - base) / 4;
    return Unit{index % columns(), index / columns()};
}

std::optional<Unit> Geometry::unit_at_pixel(i64 x, i64 y) const {
    if (x < 0 || y < 0 || x >= i64{columns()} * unit_width || y >= i64{rows()} * unit_height) {
        return std::nullopt;
    }
    return Unit{static_cast<u32>(x) / unit_width, static_cast<u32>(y) / unit_height};
}

Result<void> check_start(const Geometry& geometry, std::span<const Range> memory) {
    for (auto checked : {check_unit(geometry.unit_width, "width"), check_unit(geometry.unit_height, "height")}) {
        if (!checked) {
            return checked;
        }
    }
    for (auto checked : {check_display(geometry.display_width, geometry.unit_width, "width"),
                         check_display(geometry.display_height, geometry.unit_height, "height")}) {
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
    struct Row {
        std::string_view name;
        u32 address;
    };
    const Row rows[] = {
        {"$gp", names.global_pointer},      {"gp", names.global_pointer},       {"heap", names.heap},
        {"static data", names.static_data}, {"static", names.static_data},      {"static-data", names.static_data},
        {"data", names.static_data},        {"global data", names.global_data}, {"global", names.global_data},
        {"global-data", names.global_data}, {"extern", names.global_data},      {"memory map", names.memory_map},
        {"memory-map", names.memory_map},   {"mmio", names.memory_map},
    };
    for (const Row& row : rows) {
        if (equal_ignoring_case(row.name, text)) {
            return row.address;
        }
    }
    const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
    const std::string_view digits = is_hex ? text.substr(2) : text;
    u32 value = 0;
    const auto [after, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, is_hex ? 16 : 10);
    const bool whole = error == std::errc{} && after == digits.data() + digits.size();
    return whole ? std::optional(value) : std::nullopt;
}

std::string describe(const Geometry& geometry, const BaseNames& names) {
    struct Row {
        u32 address;
        std::string_view name;
    };
    const Row rows[] = {{names.heap, " (heap)"},
                        {names.static_data, " (static data)"},
                        {names.global_pointer, " ($gp)"},
                        {names.global_data, " (global data)"},
                        {names.memory_map, " (memory map)"}};
    const auto* row = std::ranges::find(rows, geometry.base, &Row::address);
    return size_text(geometry.display_width, geometry.display_height) + " px, units of " +
           size_text(geometry.unit_width, geometry.unit_height) + " px, base " + hex32(geometry.base) +
           std::string(row == std::end(rows) ? "" : row->name);
}

}  // namespace mariner::bitmap

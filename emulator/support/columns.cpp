#include "emulator/support/columns.hpp"

#include <algorithm>
#include <array>

#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

struct WidthRange {
    u32 first;
    u32 last;
    size_t columns;
};

/// What Unicode calls wide (East Asian Width W and F, emoji) or joining; whatever stands in no row takes one column.
constexpr auto ranges = std::to_array<WidthRange>({
    {0x0300, 0x036f, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05bd, 0},   {0x064b, 0x065f, 0},   {0x1100, 0x115f, 2},
    {0x1ab0, 0x1aff, 0},   {0x1dc0, 0x1dff, 0},   {0x200b, 0x200d, 0},   {0x20d0, 0x20ff, 0},   {0x231a, 0x231b, 2},
    {0x23e9, 0x23ec, 2},   {0x25fd, 0x25fe, 2},   {0x2614, 0x2615, 2},   {0x2648, 0x2653, 2},   {0x26bd, 0x26be, 2},
    {0x2705, 0x2705, 2},   {0x2728, 0x2728, 2},   {0x274c, 0x274c, 2},   {0x2795, 0x2797, 2},   {0x2b50, 0x2b50, 2},
    {0x2e80, 0x303e, 2},   {0x3041, 0x33ff, 2},   {0x3400, 0x4dbf, 2},   {0x4e00, 0xa4cf, 2},   {0xa960, 0xa97c, 2},
    {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},   {0xfe20, 0xfe2f, 0},   {0xfe30, 0xfe6f, 2},
    {0xff01, 0xff60, 2},   {0xffe0, 0xffe6, 2},   {0x1f1e6, 0x1f1ff, 1}, {0x1f300, 0x1f64f, 2}, {0x1f680, 0x1f6ff, 2},
    {0x1f7e0, 0x1f7eb, 2}, {0x1f900, 0x1f9ff, 2}, {0x1fa70, 0x1faff, 2}, {0x20000, 0x3fffd, 2}, {0xe0100, 0xe01ef, 0},
});

size_t width_of(std::string_view sequence) {
    if (sequence.empty()) {
        return 1;
    }
    const u32 point = take_code_point(sequence);
    const auto* const row =
        std::find_if(ranges.begin(), ranges.end(), [point](const WidthRange& one) { return point <= one.last; });
    return row != ranges.end() && point >= row->first ? row->columns : 1;
}

}  // namespace

size_t columns_of(std::string_view text) {
    size_t columns = 0;
    for_each_character(text, [&](std::string_view sequence) { columns += width_of(sequence); });
    return columns;
}

std::string fit_columns(std::string_view line, size_t columns) {
    constexpr size_t tab = 8;
    constexpr std::string_view mark = "...";
    std::string text;
    size_t width = 0;
    size_t cut_at = 0;  // where the mark would stand
    for_each_character(line, [&](std::string_view sequence) {
        if (width > columns) {
            return;
        }
        std::string shown;
        if (sequence == "\t") {
            shown.assign(tab - width % tab, ' ');
        } else {
            append_visible(shown, sequence);
        }
        width += columns_of(shown);
        text += shown;
        cut_at = width + mark.size() <= columns ? text.size() : cut_at;
    });
    return width <= columns ? text : text.substr(0, cut_at) + std::string(mark.substr(0, columns));
}

}  // namespace mariner

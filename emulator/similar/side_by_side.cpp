#include "emulator/similar/side_by_side.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace mariner::similar {

namespace {

/// So many lines without a step of the passage may stand between two that have one.
constexpr u32 max_gap = 4;

using Place = std::pair<u32, u32>;  // file, line

Place place_of(const Token& token) {
    return {token.file, token.line};
}

std::vector<Place> places(const Program& program, u32 first, u32 length) {
    std::vector<Place> result;
    for (u32 i = 0; i < length; ++i) {
        result.push_back(place_of(program.tokens[first + i]));
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

std::vector<LineCell> cells(const std::vector<LineRange>& ranges, const std::vector<Place>& alike) {
    std::vector<LineCell> result;
    for (const LineRange& range : ranges) {
        for (u32 line = range.first; line <= range.last; ++line) {
            result.push_back(
                {range.file, line, std::binary_search(alike.begin(), alike.end(), Place(range.file, line))});
        }
    }
    return result;
}

std::map<Place, size_t> positions(const std::vector<LineCell>& cells) {
    std::map<Place, size_t> result;
    for (size_t i = 0; i < cells.size(); ++i) {
        result[{cells[i].file, cells[i].number}] = i;
    }
    return result;
}

/// Lines from two lists in one row each; the shorter list ends in empty cells.
void zip(std::vector<LineRow>& rows, const std::vector<LineCell>& left, size_t& from_left, size_t to_left,
         const std::vector<LineCell>& right, size_t& from_right, size_t to_right) {
    while (from_left < to_left || from_right < to_right) {
        LineRow row;
        if (from_left < to_left) {
            row.left = left[from_left++];
        }
        if (from_right < to_right) {
            row.right = right[from_right++];
        }
        rows.push_back(row);
    }
}

}  // namespace

std::vector<LineRange> line_ranges(const Program& program, u32 first, u32 length) {
    std::vector<LineRange> ranges;
    for (const auto& [file, line] : places(program, first, length)) {
        if (!ranges.empty() && ranges.back().file == file && line <= ranges.back().last + max_gap + 1) {
            ranges.back().last = line;
        } else {
            ranges.push_back({file, line, line});
        }
    }
    return ranges;
}

std::vector<LineRow> side_by_side(const Program& left, const Program& right, const Passage& passage) {
    const std::vector<LineCell> left_cells =
        cells(line_ranges(left, passage.left, passage.length), places(left, passage.left, passage.length));
    const std::vector<LineCell> right_cells =
        cells(line_ranges(right, passage.right, passage.length), places(right, passage.right, passage.length));
    const std::map<Place, size_t> left_positions = positions(left_cells);
    const std::map<Place, size_t> right_positions = positions(right_cells);

    // Two lines that share a step meet in a row, as long as both sides go on downwards.
    std::vector<LineRow> rows;
    size_t at_left = 0;
    size_t at_right = 0;
    for (u32 i = 0; i < passage.length; ++i) {
        const size_t to_left = left_positions.at(place_of(left.tokens[passage.left + i]));
        const size_t to_right = right_positions.at(place_of(right.tokens[passage.right + i]));
        if (to_left >= at_left && to_right >= at_right) {
            zip(rows, left_cells, at_left, to_left, right_cells, at_right, to_right);
            zip(rows, left_cells, at_left, to_left + 1, right_cells, at_right, to_right + 1);
        }
    }
    zip(rows, left_cells, at_left, left_cells.size(), right_cells, at_right, right_cells.size());
    return rows;
}

}  // namespace mariner::similar

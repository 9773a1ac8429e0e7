#pragma once
// A set of cells of the board as a number: bit 7 * column + row, row 0 the lowest. The seventh bit of each column stays
// 0, so that neighbours in every direction are a fixed number of bits apart and no line runs over an edge.

#include <array>

#include "emulator/support/types.hpp"

namespace mariner::games::cells {

using Set = u64;

inline constexpr int columns = 7;
inline constexpr int rows = 6;
inline constexpr int column_bits = rows + 1;

constexpr Set cell(int column, int row) {
    return Set{1} << (column * column_bits + row);
}

/// The lowest row: a carry out of a column's stones, added to it, is the column's next cell.
inline constexpr Set floor = [] {
    Set set = 0;
    for (int column = 0; column < columns; ++column) {
        set |= cell(column, 0);
    }
    return set;
}();
inline constexpr Set all = floor * ((1U << rows) - 1);

constexpr Set column_of(int column) {
    return (cell(0, rows) - 1) << (column * column_bits);
}
/// Rows as people count them, from 1.
inline constexpr Set odd_rows = floor * 0b010101;
inline constexpr Set even_rows = floor * 0b101010;

/// The cells that a stone can fall into.
constexpr Set next(Set taken) {
    return (taken + floor) & all;
}

constexpr Set lowest(Set set) {
    return set & (~set + 1);
}

/// Across, which most fours are that the solver asks for, rising, falling, up.
inline constexpr std::array<int, 4> directions{column_bits, column_bits + 1, column_bits - 1, 1};

/// Two neighbours, then two such pairs.
constexpr bool has_four(Set set) {
    Set fours = 0;
    for (const int distance : directions) {
        const Set pairs = set & (set >> distance);
        fours |= pairs & (pairs >> (2 * distance));
    }
    return fours != 0;
}

/// Those of fourths() whose line lies in one direction.
template <int distance, class Word>
constexpr Word fourths_along(Word set) {
    const Word behind = set << distance;
    const Word ahead = set >> distance;
    return ((behind & (set << (2 * distance))) & ((set << (3 * distance)) | ahead)) |
           ((ahead & (set >> (2 * distance))) & ((set >> (3 * distance)) | behind));
}

/// The cells that make four together with three of the set, some of which may be in the set. A word is a set, or a
/// vector of sets that are looked at together.
template <class Word>
constexpr Word fourths(Word set) {
    const Word upwards = (set << 1) & (set << 2) & (set << 3);
    return (upwards | fourths_along<column_bits - 1>(set) | fourths_along<column_bits>(set) |
            fourths_along<column_bits + 1>(set)) &
           all;
}

/// Left and right exchanged.
constexpr Set mirrored(Set set) {
    Set result = 0;
    for (int column = 0; column < columns; ++column) {
        result |= ((set >> (column * column_bits)) & (cell(0, column_bits) - 1))
                  << ((columns - 1 - column) * column_bits);
    }
    return result;
}

}  // namespace mariner::games::cells

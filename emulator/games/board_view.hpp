#pragma once
// How a program of somebody else keeps its board: where, in which order, with which values. With it `verify` compares
// the board alone, whatever the program prints.

#include <array>
#include <optional>
#include <string_view>

#include "emulator/games/board.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/support/result.hpp"

namespace mariner::games {

struct BoardLayout {
    i32 first = 0;        // offset in bytes from the label to column 0, row 0 (the lowest)
    i32 column_step = 1;  // from a cell to the one on its right
    i32 row_step = -7;    // from a cell to the one above it
    u32 cell_size = 1;    // 1, 2 or 4 bytes
};

/// "rows-top": row by row, the highest first; "rows-bottom": the lowest first; "columns-bottom", "columns-top": column
/// by column from the floor or from the top. Or three numbers, "FIRST,COLUMN_STEP,ROW_STEP", in bytes.
Result<BoardLayout> parse_layout(std::string_view text, u32 cell_size);

/// The values of an empty cell and of each player's. Nothing: whatever the program uses, as long as it keeps to it.
using BoardMarks = std::optional<std::array<u32, 3>>;

/// "auto", or three values by commas: numbers, or single characters other than digits ("*,X,O").
Result<BoardMarks> parse_marks(std::string_view text);

/// Compares boards of one game; with unknown marks it learns them on the way.
class BoardComparer {
public:
    BoardComparer(u32 address, const BoardLayout& layout, const BoardMarks& marks)
        : m_address(address),
          m_layout(layout),
          m_marks(marks.value_or(std::array<u32, 3>{})),
          m_known(marks ? 7U : 0U) {}

    /// A sentence on the first cell that differs; nothing if the boards agree.
    std::optional<std::string> compare(const Board& expected, const Memory& memory);

    /// What memory holds by meaning, row by row from the floor: 0 empty, 1 or 2 a player's piece, 3 for a value that is
    /// none of those known so far.
    [[nodiscard]] std::array<u8, cell_count> read(const Memory& memory) const;

private:
    [[nodiscard]] u32 cell_value(const Memory& memory, Cell cell) const;

    u32 m_address;
    BoardLayout m_layout;
    std::array<u32, 3> m_marks;
    u32 m_known;  // bit p: m_marks[p] is known
};

}  // namespace mariner::games

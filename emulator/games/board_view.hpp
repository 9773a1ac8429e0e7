#pragma once
// A program's board in its memory, read by meaning, for `verify`, whatever the program prints.

#include <array>
#include <optional>
#include <string_view>

#include "emulator/games/twin.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/support/result.hpp"

namespace mariner::games {

/// "rows-top": row by row, the highest first; "rows-bottom": the lowest first; "columns-bottom", "columns-top": column
/// by column from the floor or from the top. Or three numbers, "FIRST,COLUMN_STEP,ROW_STEP", in bytes.
Result<BoardLayout> parse_layout(std::string_view text, u32 cell_size);

/// Nothing: whatever values the program uses, as long as it keeps to them.
using BoardMarks = std::optional<CellValues>;

/// "auto", or three values by commas: numbers, or single characters other than digits ("*,X,O").
Result<BoardMarks> parse_marks(std::string_view text);

/// What lies in the cells of a board, row by row from the floor.
using BoardCells = std::array<u32, cell_count>;
BoardCells cells_at(const Memory& memory, u32 address, const BoardLayout& layout);

/// Compares boards of one game; with unknown marks it learns them on the way.
class BoardComparer {
public:
    /// `usual` are the values that a program of this kind would use: a hint where nothing better is known.
    BoardComparer(u32 address, const BoardLayout& layout, const BoardMarks& marks, const BoardMarks& usual = {})
        : m_address(address),
          m_layout(layout),
          m_marks(marks.value_or(CellValues{})),
          m_known(marks ? 7U : 0U),
          m_usual(usual) {}

    /// A sentence on the first cell that differs; nothing if the boards agree.
    std::optional<std::string> compare(const Board& expected, const BoardCells& cells);
    std::optional<std::string> compare(const Board& expected, const Memory& memory) {
        return compare(expected, cells_at(memory, m_address, m_layout));
    }

    /// What the cells mean: 0 empty, 1 or 2 a player's piece, 3 for any other value.
    [[nodiscard]] std::array<u8, cell_count> read(const BoardCells& cells) const;
    [[nodiscard]] std::array<u8, cell_count> read(const Memory& memory) const {
        return read(cells_at(memory, m_address, m_layout));
    }

private:
    [[nodiscard]] u8 meaning_of(u32 value) const;
    [[nodiscard]] std::string describe(u32 value) const;

    u32 m_address;
    BoardLayout m_layout;
    CellValues m_marks;
    u32 m_known;  // bit p: m_marks[p] is known
    BoardMarks m_usual;
};

}  // namespace mariner::games

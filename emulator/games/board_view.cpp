#include "emulator/games/board_view.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

namespace mariner::games {

namespace {

/// Of cells of one byte.
constexpr std::array<std::pair<std::string_view, BoardLayout>, 4> named_layouts{{
    {"rows-top", rows_from_top},
    {"rows-bottom", {0, 1, column_count}},
    {"columns-bottom", {0, row_count, 1}},
    {"columns-top", {row_count - 1, row_count, -1}},
}};

std::vector<std::string_view> split_at_commas(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const size_t comma = text.find(',');
        parts.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(comma + 1);
    }
}

std::optional<i32> parse_number(std::string_view text) {
    const int base = text.starts_with("0x") ? 16 : 10;
    const std::string_view digits = base == 16 ? text.substr(2) : text;
    i32 value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (error != std::errc() || end != digits.data() + digits.size()) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

Result<BoardLayout> parse_layout(std::string_view text, u32 cell_size) {
    const i32 size = static_cast<i32>(cell_size);
    if (cell_size != 1 && cell_size != 2 && cell_size != 4) {
        return Error{"a board's cell has 1, 2 or 4 bytes"};
    }
    for (const auto& [name, layout] : named_layouts) {
        if (text == name) {
            return BoardLayout{layout.first * size, layout.column_step * size, layout.row_step * size, cell_size};
        }
    }
    const std::vector<std::string_view> parts = split_at_commas(text);
    if (parts.size() == 3) {
        const std::optional<i32> first = parse_number(parts[0]);
        const std::optional<i32> column_step = parse_number(parts[1]);
        const std::optional<i32> row_step = parse_number(parts[2]);
        if (first && column_step && row_step) {
            return BoardLayout{*first, *column_step, *row_step, cell_size};
        }
    }
    return Error{"unknown layout '" + std::string(text) +
                 "': rows-top, rows-bottom, columns-bottom, columns-top, or FIRST,COLUMN_STEP,ROW_STEP in bytes"};
}

Result<BoardMarks> parse_marks(std::string_view text) {
    if (text == "auto") {
        return BoardMarks{};
    }
    const std::vector<std::string_view> parts = split_at_commas(text);
    std::array<u32, 3> marks{};
    bool fine = parts.size() == 3;
    for (size_t i = 0; fine && i < 3; ++i) {
        const std::optional<i32> number = parse_number(parts[i]);
        fine = number || parts[i].size() == 1;
        if (fine) {
            marks[i] = number ? static_cast<u32>(*number) : static_cast<u8>(parts[i][0]);
        }
    }
    if (!fine) {
        return Error{"marks are three values for empty, player 1 and player 2, such as '*,X,O' or 0,1,2; or auto"};
    }
    return BoardMarks{marks};
}

BoardCells cells_at(const Memory& memory, u32 address, const BoardLayout& layout) {
    BoardCells cells{};
    for (size_t i = 0; i < cells.size(); ++i) {
        const auto number = static_cast<int>(i);
        const i32 offset =
            layout.first + number % column_count * layout.column_step + number / column_count * layout.row_step;
        for (u32 byte = 0; byte < layout.cell_size; ++byte) {
            cells.at(i) |= static_cast<u32>(memory.peek_byte(address + static_cast<u32>(offset) + byte).value_or(0))
                           << (8 * byte);
        }
    }
    return cells;
}

std::optional<std::string> BoardComparer::compare(const Board& expected, const BoardCells& cells) {
    for (int row = 0; row < row_count; ++row) {
        for (int column = 0; column < column_count; ++column) {
            const Cell cell{column, row};
            const auto player = static_cast<size_t>(expected.at(cell));
            const u32 value = cells.at(static_cast<size_t>(row) * column_count + static_cast<size_t>(column));
            if ((m_known >> player & 1U) == 0) {
                m_marks[player] = value;
                m_known |= 1U << player;
            }
            bool differs = value != m_marks[player];
            for (size_t other = 0; other < 3; ++other) {
                differs = differs || (other != player && (m_known >> other & 1U) != 0 && value == m_marks[other]);
            }
            if (differs) {
                constexpr std::array<std::string_view, 3> wanted = {"be empty", "hold player 1's piece",
                                                                    "hold player 2's piece"};
                return "the cell in column " + std::to_string(column + 1) + ", row " + std::to_string(row + 1) +
                       " (from the floor) should " + std::string(wanted[player]) + " but " + describe(value);
            }
        }
    }
    return std::nullopt;
}

u8 BoardComparer::meaning_of(u32 value) const {
    for (size_t player = 0; player < m_marks.size(); ++player) {
        const bool is_known = (m_known >> player & 1U) != 0;
        if (is_known ? m_marks.at(player) == value : m_usual && m_usual->at(player) == value) {
            return static_cast<u8>(player);
        }
    }
    return 3;
}

std::string BoardComparer::describe(u32 value) const {
    constexpr std::array<std::string_view, 3> meanings = {"is empty", "holds player 1's piece",
                                                          "holds player 2's piece"};
    const std::string shown =
        value > ' ' && value < 0x7f ? "'" + std::string(1, static_cast<char>(value)) + "'" : std::to_string(value);
    const u8 meaning = meaning_of(value);
    return meaning < meanings.size() ? std::string(meanings.at(meaning))
                                     : "holds " + shown + ", which is nobody's piece";
}

std::array<u8, cell_count> BoardComparer::read(const BoardCells& cells) const {
    std::array<u8, cell_count> meanings{};
    std::ranges::transform(cells, meanings.begin(), [this](u32 value) { return meaning_of(value); });
    return meanings;
}

}  // namespace mariner::games

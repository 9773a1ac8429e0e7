#pragma once
// Tables as spreadsheets write them: cells between separators, in quotes where need be. Every cell knows where it
// stands, so that some can be changed and all other bytes stay as they are.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

struct CsvCell {
    size_t begin = 0;  // in the text, quotes included
    size_t end = 0;
    bool is_quoted = false;
};

class CsvTable {
public:
    /// UTF-8 or any other bytes in which a separator is one. A byte-order mark is no part of the first cell. The error
    /// names row and column.
    static Result<CsvTable> read(std::string text, char separator);
    /// Which of comma, semicolon and tab the first line with a cell in it is parted by.
    static char guess_separator(std::string_view text);

    [[nodiscard]] const std::string& bytes() const { return m_text; }
    [[nodiscard]] char separator() const { return m_separator; }
    [[nodiscard]] size_t size() const { return m_rows.size(); }
    [[nodiscard]] const std::vector<CsvCell>& row(size_t index) const { return m_rows[index]; }
    /// A line without anything in it.
    [[nodiscard]] bool is_empty_row(size_t row) const;
    /// Without its quotes; empty where the row has no such cell.
    [[nodiscard]] std::string cell(size_t row, size_t column) const;

private:
    std::string m_text;
    char m_separator = ',';
    std::vector<std::vector<CsvCell>> m_rows;
};

/// A line of text for a table. What a spreadsheet would take for a formula gets an apostrophe before it.
std::string csv_text(std::string_view text);
/// In quotes if a table needs them.
std::string csv_quoted(std::string_view text);
/// Both.
std::string csv_cell(std::string_view text);

}  // namespace mariner

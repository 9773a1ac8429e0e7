#include "emulator/grader/gradebook_columns.hpp"

#include <algorithm>

#include "emulator/grader/excerpt.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_titles = 20;

}  // namespace

size_t column_in_row(const CsvTable& table, size_t row, std::string_view title) {
    for (size_t column = 0; column < table.row(row).size(); ++column) {
        if (trim(table.cell(row, column)) == title) {
            return column;
        }
    }
    return no_column;
}

Result<std::vector<size_t>> rows_below(const CsvTable& table, size_t header) {
    std::vector<size_t> rows;
    for (size_t row = header + 1; row < table.size(); ++row) {
        if (table.is_empty_row(row)) {
            continue;
        }
        if (table.row(row).size() != table.row(header).size()) {
            return Error{"row " + std::to_string(row + 1) + " has " + std::to_string(table.row(row).size()) +
                         " cells, the header " + std::to_string(table.row(header).size())};
        }
        rows.push_back(row);
    }
    return rows;
}

std::string titles_text(const std::vector<std::string>& titles) {
    std::string text;
    for (size_t i = 0; i < std::min(titles.size(), most_titles); ++i) {
        text += (i == 0 ? "" : ", ") + in_quotes(titles[i]);
    }
    return titles.empty() ? "none" : text + (titles.size() > most_titles ? " and others" : "");
}

Result<size_t> choose_column(const CsvTable& table, size_t header, std::string_view title,
                             const TypedTitle& typed_title) {
    std::vector<std::string> titles;
    std::vector<size_t> grades;
    std::vector<size_t> whole;
    std::vector<size_t> typed;
    for (size_t column = 0; column < table.row(header).size(); ++column) {
        const std::string text = table.cell(header, column);
        const std::optional<std::string> name = typed_title(text);
        if (text == title) {
            whole.push_back(column);
        }
        if (name) {
            titles.push_back(*name);
            grades.push_back(column);
            if (*name == title) {
                typed.push_back(column);
            }
        }
    }
    const std::vector<size_t>& found = title.empty() ? grades : !whole.empty() ? whole : typed;
    const std::string quoted = in_quotes(title);
    if (found.size() == 1) {
        const bool holds_grades = std::ranges::find(grades, found[0]) != grades.end();
        return holds_grades ? Result<size_t>(found[0])
                            : Error{"the column " + quoted + " holds no grades that can be set"};
    }
    if (title.empty()) {
        return Error{"which column? --column TITLE, one of: " + titles_text(titles)};
    }
    return found.empty() ? Error{"there is no column " + quoted + "; with grades there are: " + titles_text(titles)}
                         : Error{"there are " + std::to_string(found.size()) + " columns " + quoted};
}

}  // namespace mariner::grader

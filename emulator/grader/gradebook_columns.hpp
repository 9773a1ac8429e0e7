#pragma once
// What the exports of gradebooks have in common: rows below a header, and a column that is asked for by its title. Each
// platform's layout is nothing for a table that it would not have written.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/gradebook_layout.hpp"

namespace mariner::grader {

inline constexpr size_t no_column = ~size_t{0};

size_t column_in_row(const CsvTable& table, size_t row, std::string_view title);

/// Rows below the header that hold something. One with another number of cells means that the file is damaged.
Result<std::vector<size_t>> rows_below(const CsvTable& table, size_t header);

std::string titles_text(const std::vector<std::string>& titles);

/// A column's title as the teacher typed it; nothing for a column without grades.
using TypedTitle = std::function<std::optional<std::string>(const std::string& header)>;

Result<size_t> choose_column(const CsvTable& table, size_t header, std::string_view title,
                             const TypedTitle& typed_title);

std::optional<Result<GradebookLayout>> brightspace_layout(const CsvTable& table, std::string_view title);
std::optional<Result<GradebookLayout>> moodle_layout(const CsvTable& table, std::string_view title);

}  // namespace mariner::grader

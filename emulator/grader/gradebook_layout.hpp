#pragma once
// Where a platform's gradebook keeps whose points.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/support/csv.hpp"
#include "emulator/support/result.hpp"

namespace mariner::grader {

struct GradebookRow {
    size_t row = 0;
    std::vector<std::string> ids;
    std::string name;    // "First Last", where the platform lets a name stand for a number
    std::string locked;  // why its cell stays as it is; empty if it doesn't
};

struct GradebookLayout {
    size_t column = 0;
    std::string maximum;  // as written there; empty if the file doesn't say
    std::vector<GradebookRow> rows;
};

/// The error says what is wrong with the column that is asked for, or with the file.
Result<GradebookLayout> find_gradebook_layout(const CsvTable& table, std::string_view title);

}  // namespace mariner::grader

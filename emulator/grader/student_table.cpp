#include "emulator/grader/student_table.hpp"

#include <algorithm>

#include "emulator/grader/excerpt.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/text_encoding.hpp"

namespace mariner::grader {

namespace {

constexpr Points most_adjusted = 100'000 * one_point;

std::string cell_of(const CsvTable& table, size_t row, std::optional<size_t> column) {
    return column ? std::string(trim(table.cell(row, *column))) : "";
}

Error row_error(const StudentRow& row, std::string_view column, const std::string& sentence) {
    return Error{"row " + std::to_string(row.row) + ", column " + std::string(column) + ": " + sentence};
}

std::string list_of(const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names) {
        text += ", " + std::string(name);
    }
    return text;
}

/// "1", "-2.5", "+0.25", with a comma, too: at most two decimals.
std::optional<Points> points_of(std::string text) {
    std::replace(text.begin(), text.end(), ',', '.');
    std::string_view rest = text;
    const bool is_negative = take_sign(rest);
    const size_t dot = rest.find('.');
    const std::string_view whole = rest.substr(0, dot);
    std::string decimals(dot == std::string_view::npos ? "" : rest.substr(dot + 1));
    const bool is_fine = !(whole.empty() && decimals.empty()) && decimals.size() <= 2 &&
                         (dot == std::string_view::npos || !decimals.empty());
    decimals.resize(2, '0');
    const std::optional<u32> units = whole.empty() ? std::optional<u32>(0) : parse_digits<u32>(whole);
    const std::optional<u32> hundredths = parse_digits<u32>(decimals);
    if (!is_fine || !units || !hundredths) {
        return std::nullopt;
    }
    const Points points = Points{*units} * one_point + *hundredths;
    return points > most_adjusted ? std::nullopt : std::optional(is_negative ? -points : points);
}

}  // namespace

std::optional<size_t> column_called(const CsvTable& table, std::string_view title) {
    for (size_t column = 0; table.size() > 0 && column < table.row(0).size(); ++column) {
        if (to_lower(trim(table.cell(0, column))) == title) {
            return column;
        }
    }
    return std::nullopt;
}

Result<std::vector<StudentRow>> read_student_table(std::string_view text, const std::vector<std::string_view>& wanted) {
    const std::string readable = readable_text(text);
    const Result<CsvTable> table = CsvTable::read(readable, CsvTable::guess_separator(readable));
    if (!table) {
        return table.error();
    }
    const std::optional<size_t> id = column_called(*table, "lms_id");
    const std::optional<size_t> name = column_called(*table, "student");
    std::vector<std::optional<size_t>> columns;
    columns.reserve(wanted.size());
    for (const std::string_view title : wanted) {
        columns.push_back(column_called(*table, title));
    }
    if ((!id && !name) || std::find(columns.begin(), columns.end(), std::nullopt) != columns.end()) {
        return Error{"row 1: such a table begins with the header lms_id" + list_of(wanted) +
                     " (or student in place of lms_id)"};
    }
    std::vector<StudentRow> rows;
    for (size_t i = 1; i < table->size(); ++i) {
        if (table->is_empty_row(i)) {
            continue;
        }
        StudentRow row{i + 1, cell_of(*table, i, id), cell_of(*table, i, name), {}};
        if (row.lms_id.empty() && row.student.empty()) {
            return row_error(row, id ? "lms_id" : "student", "nobody is named");
        }
        for (const std::optional<size_t>& column : columns) {
            row.cells.push_back(cell_of(*table, i, column));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<std::vector<Extension>> read_extensions(std::string_view text, const CalendarTime& due) {
    Result<std::vector<StudentRow>> rows = read_student_table(text, {"due"});
    if (!rows) {
        return rows.error();
    }
    std::vector<Extension> extensions;
    for (StudentRow& row : *rows) {
        std::string time = row.cells[0];
        time += time.size() == 16 ? ":00" : "";  // spreadsheets leave out the seconds
        std::optional<CalendarTime> own = parse_calendar_time(time);
        if (!own) {
            return row_error(row, "due", in_quotes(row.cells[0]) + " is no time such as 2026-03-05T23:59:00");
        }
        own->offset = own->offset ? own->offset : due.offset;
        extensions.push_back({std::move(row), *own});
    }
    return extensions;
}

Result<std::vector<Adjustment>> read_adjustments(std::string_view text) {
    Result<std::vector<StudentRow>> rows = read_student_table(text, {"points", "reason"});
    if (!rows) {
        return rows.error();
    }
    std::vector<Adjustment> adjustments;
    for (StudentRow& row : *rows) {
        const std::optional<Points> points = points_of(row.cells[0]);
        if (!points) {
            return row_error(row, "points", in_quotes(row.cells[0]) + " is no number such as 1.5 or -2");
        }
        if (row.cells[1].empty()) {
            return row_error(row, "reason", "an adjustment needs a reason, which the student reads");
        }
        AdjustmentResult change{*points, row.cells[1]};
        adjustments.push_back({std::move(row), std::move(change)});
    }
    return adjustments;
}

}  // namespace mariner::grader

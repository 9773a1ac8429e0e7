#include "emulator/grader/gradebook_layout.hpp"

#include "emulator/grader/download_form.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/gradebook_columns.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

// Canvas: Student, ID, ... Section, then "Title (502)" ...; rows without students, and "Points Possible".

struct CanvasColumns {
    size_t id = no_column;
    size_t points_row = no_column;
};

std::optional<std::string> canvas_title(const std::string& header) {
    const size_t open = header.rfind(" (");
    const bool fits = open != std::string::npos && open > 0 && header.ends_with(')') &&
                      is_digits(std::string_view(header).substr(open + 2, header.size() - open - 3));
    return fits ? std::optional(header.substr(0, open)) : std::nullopt;
}

/// With headers in another language: titles with numbers in brackets, user numbers in the second or third column, and
/// above the students a row without one that says the points.
std::optional<CanvasColumns> find_foreign_canvas(const CsvTable& table) {
    size_t titles = 0;
    for (size_t column = 0; column < table.row(0).size(); ++column) {
        titles += canvas_title(table.cell(0, column)) ? 1U : 0U;
    }
    for (size_t column = 1; titles != 0 && column < 3; ++column) {
        CanvasColumns columns{column, no_column};
        size_t students = 0;
        bool fits = true;
        for (size_t row = 1; row < table.size() && fits; ++row) {
            const std::string id(trim(table.cell(row, column)));
            const bool is_student = is_digits(id);
            fits = is_student || id.empty();
            students += is_student ? 1U : 0U;
            const bool says_points = students == 0 && !trim(table.cell(row, 0)).empty();
            columns.points_row = says_points ? row : columns.points_row;
        }
        if (fits && students != 0) {
            return columns;
        }
    }
    return std::nullopt;
}

std::optional<CanvasColumns> find_canvas(const CsvTable& table) {
    const std::string first = table.cell(0, 0);
    CanvasColumns columns;
    columns.id = column_in_row(table, 0, "ID");
    if (columns.id == no_column || columns.id > 2 ||
        (first.find("Student") == std::string::npos && trim(first) != "LastName")) {
        return std::nullopt;
    }
    for (size_t row = 1; row < table.size() && columns.points_row == no_column; ++row) {
        columns.points_row = table.cell(row, 0).find("Points Possible") != std::string::npos ? row : no_column;
    }
    return columns;
}

Result<GradebookLayout> canvas_layout(const CsvTable& table, const CanvasColumns& columns, std::string_view title) {
    const Result<std::vector<size_t>> rows = rows_below(table, 0);
    const Result<size_t> column = choose_column(table, 0, title, canvas_title);
    if (!rows || !column) {
        return rows ? column.error() : rows.error();
    }
    GradebookLayout layout{*column, columns.points_row == no_column ? "" : table.cell(columns.points_row, *column), {}};
    if (layout.maximum.find("read only") != std::string::npos) {
        return Error{"the column " + in_quotes(table.cell(0, *column)) + " can't be set: it is read only"};
    }
    for (const size_t row : *rows) {
        const std::string id(trim(table.cell(row, columns.id)));
        if (row == columns.points_row || id.empty()) {
            continue;
        }
        const std::string now(trim(table.cell(row, *column)));
        layout.rows.push_back({row,
                               {id},
                               {},
                               now == "EX"    ? "they are excused (EX)"
                               : now == "N/A" ? "it is not assigned to them (N/A)"
                                              : ""});
    }
    return layout;
}

// Blackboard: Last Name, First Name, Username, ..., "Title [Total Pts: 20 Score] |118854" ..., in the site's language.

std::optional<std::string> blackboard_title(const std::string& header) {
    const size_t bar = header.rfind('|');
    if (bar == std::string::npos || !is_digits(trim(std::string_view(header).substr(bar + 1)))) {
        return std::nullopt;
    }
    const size_t bracket = header.rfind(" [", bar);
    return std::string(trim(std::string_view(header).substr(0, std::min(bracket, bar))));
}

Result<GradebookLayout> blackboard_layout(const CsvTable& table, std::string_view title) {
    const Result<std::vector<size_t>> rows = rows_below(table, 0);
    const Result<size_t> column = choose_column(table, 0, title, blackboard_title);
    if (!rows || !column) {
        return rows ? column.error() : rows.error();
    }
    const std::string header = table.cell(0, *column);
    const size_t bracket = header.rfind(" [");
    GradebookLayout layout{*column, bracket == std::string::npos ? "" : header.substr(bracket), {}};
    const size_t named = column_in_row(table, 0, "Username");
    const size_t user = named == no_column ? 2 : named;  // the third, whatever it is called
    for (const size_t row : *rows) {
        layout.rows.push_back({row, {table.cell(row, user)}, {}, {}});
    }
    return layout;
}

// Sakai: a row with title and kind, an empty one, the header; then display ID, ID, last name, first name, grade, time,
// late (a team: its title, ID, members, grade, time, late).

/// Cells up to the last that holds something: a spreadsheet that saved the file has made all rows equally long.
size_t width_of(const CsvTable& table, size_t row) {
    size_t width = table.row(row).size();
    while (width > 0 && trim(table.cell(row, width - 1)).empty()) {
        --width;
    }
    return width;
}

std::optional<size_t> find_sakai(const CsvTable& table) {
    if (table.size() < 3 || width_of(table, 0) != 2 || !trim(table.cell(1, 0)).empty()) {
        return std::nullopt;
    }
    for (size_t row = 1; row < std::min<size_t>(table.size(), 4); ++row) {
        if (width_of(table, row) >= 6) {
            return row;
        }
    }
    return std::nullopt;
}

Result<GradebookLayout> sakai_layout(const CsvTable& table, size_t header, std::string_view title) {
    const Result<std::vector<size_t>> rows = rows_below(table, header);
    if (!rows) {
        return rows.error();
    }
    GradebookLayout layout{width_of(table, header) == 6 ? size_t{3} : size_t{4}, {}, {}};
    if (!title.empty() && title != table.cell(0, 0) && title != table.cell(header, layout.column)) {
        const size_t other = column_in_row(table, header, title);
        return Error{other == no_column ? "there is no column " + in_quotes(title) +
                                              "; with grades there are: " + titles_text({table.cell(0, 0)})
                                        : "the column " + in_quotes(title) + " holds no grades that can be set"};
    }
    for (const size_t row : *rows) {
        layout.rows.push_back({row, {table.cell(row, 1)}, {}, {}});
    }
    return layout;
}

bool has_blackboard_column(const CsvTable& table) {
    for (size_t column = 0; column < table.row(0).size(); ++column) {
        if (blackboard_title(table.cell(0, column))) {
            return true;
        }
    }
    return false;
}

}  // namespace

Result<GradebookLayout> find_gradebook_layout(const CsvTable& table, std::string_view title) {
    if (table.size() == 0) {
        return Error{"it is empty"};
    }
    if (const std::optional<CanvasColumns> canvas = find_canvas(table)) {
        return canvas_layout(table, *canvas, title);
    }
    if (has_blackboard_column(table)) {
        return blackboard_layout(table, title);
    }
    if (const std::optional<Result<GradebookLayout>> brightspace = brightspace_layout(table, title)) {
        return *brightspace;
    }
    if (const std::optional<size_t> sakai = find_sakai(table)) {
        return sakai_layout(table, *sakai, title);
    }
    if (const std::optional<Result<GradebookLayout>> moodle = moodle_layout(table, title)) {
        return *moodle;
    }
    if (const std::optional<CanvasColumns> canvas = find_foreign_canvas(table)) {
        return canvas_layout(table, *canvas, title);
    }
    return Error{"this is no gradebook of Canvas, Moodle, Blackboard, Brightspace or Sakai"};
}

}  // namespace mariner::grader

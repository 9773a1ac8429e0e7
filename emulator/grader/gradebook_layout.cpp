#include "emulator/grader/gradebook_layout.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "emulator/grader/download_form.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_titles = 20;
constexpr size_t no_column = ~size_t{0};

size_t column_called(const CsvTable& table, size_t row, std::string_view title) {
    for (size_t column = 0; column < table.row(row).size(); ++column) {
        if (trim(table.cell(row, column)) == title) {
            return column;
        }
    }
    return no_column;
}

/// Rows below the header that hold something. One with another number of cells means that the file is damaged.
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

/// A column's title as the teacher typed it; nothing for a column without grades.
using TypedTitle = std::function<std::optional<std::string>(const std::string& header)>;

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

std::optional<CanvasColumns> find_canvas(const CsvTable& table) {
    const std::string first = table.cell(0, 0);
    CanvasColumns columns;
    columns.id = column_called(table, 0, "ID");
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
    const size_t named = column_called(table, 0, "Username");
    const size_t user = named == no_column ? 2 : named;  // the third, whatever it is called
    for (const size_t row : *rows) {
        layout.rows.push_back({row, {table.cell(row, user)}, {}, {}});
    }
    return layout;
}

// Brightspace: OrgDefinedId and Username, "#" in front of them, "Title Points Grade <Numeric ...>" ..., and "#" at the
// end.

std::optional<std::string> brightspace_title(const std::string& header) {
    constexpr std::string_view kind = " Points Grade";
    const size_t bracket = header.ends_with('>') ? header.rfind(" <") : header.size();
    const std::string_view title = std::string_view(header).substr(0, bracket);
    const bool fits = bracket != std::string::npos && title.size() > kind.size() && title.ends_with(kind);
    return fits ? std::optional(std::string(title.substr(0, title.size() - kind.size()))) : std::nullopt;
}

std::string without_sign(const std::string& text) {
    return text.substr(text.starts_with('#') ? 1 : 0);
}

struct BrightspaceColumns {
    std::vector<size_t> ids;
    size_t first_name = no_column;
    size_t last_name = no_column;
};

std::optional<BrightspaceColumns> find_brightspace(const CsvTable& table) {
    BrightspaceColumns columns;
    for (const std::string_view title : {"OrgDefinedId", "Username"}) {
        const size_t column = column_called(table, 0, title);
        if (column != no_column) {
            columns.ids.push_back(column);
        }
    }
    columns.first_name = column_called(table, 0, "First Name");
    columns.last_name = column_called(table, 0, "Last Name");
    const bool has_end = column_called(table, 0, "End-of-Line Indicator") != no_column;
    const bool has_org = column_called(table, 0, "OrgDefinedId") != no_column;
    return columns.ids.empty() || !(has_end || has_org) ? std::nullopt : std::optional(columns);
}

Result<GradebookLayout> brightspace_layout(const CsvTable& table, const BrightspaceColumns& columns,
                                           std::string_view title) {
    const Result<std::vector<size_t>> rows = rows_below(table, 0);
    const Result<size_t> column = choose_column(table, 0, title, brightspace_title);
    if (!rows || !column) {
        return rows ? column.error() : rows.error();
    }
    const std::string header = table.cell(0, *column);
    const size_t bracket = header.rfind(" <");
    GradebookLayout layout{*column, bracket == std::string::npos ? "" : header.substr(bracket), {}};
    for (const size_t row : *rows) {
        GradebookRow student{row, {}, {}, {}};
        for (const size_t id : columns.ids) {
            student.ids.push_back(without_sign(table.cell(row, id)));
        }
        if (columns.first_name != no_column && columns.last_name != no_column) {
            student.name = table.cell(row, columns.first_name) + " " + table.cell(row, columns.last_name);
        }
        layout.rows.push_back(std::move(student));
    }
    return layout;
}

// Sakai: a row with title and kind, an empty one, the header; then display ID, ID, last name, first name, grade, time,
// late (a team: its title, ID, members, grade, time, late).

std::optional<size_t> find_sakai(const CsvTable& table) {
    if (table.size() < 3 || table.row(0).size() != 2 || !trim(table.cell(1, 0)).empty()) {
        return std::nullopt;
    }
    for (size_t row = 1; row < std::min<size_t>(table.size(), 4); ++row) {
        if (table.row(row).size() >= 6) {
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
    GradebookLayout layout{table.row(header).size() == 6 ? size_t{3} : size_t{4}, {}, {}};
    if (!title.empty() && title != table.cell(0, 0) && title != table.cell(header, layout.column)) {
        const size_t other = column_called(table, header, title);
        return Error{other == no_column ? "there is no column " + in_quotes(title) +
                                              "; with grades there are: " + titles_text({table.cell(0, 0)})
                                        : "the column " + in_quotes(title) + " holds no grades that can be set"};
    }
    for (const size_t row : *rows) {
        layout.rows.push_back({row, {table.cell(row, 1)}, {}, {}});
    }
    return layout;
}

// Moodle: "Participant 123" in front, and somewhere Grade, Maximum Grade, [workflow state], Grade can be changed, in
// the teacher's language.

bool is_number(std::string_view text) {
    text = trim(text);
    return !text.empty() && text.find_first_not_of("0123456789.,") == std::string_view::npos &&
           text.find_first_of("0123456789") != std::string_view::npos;
}

/// The digits that a cell ends with.
std::string number_at_end(const std::string& cell) {
    const size_t last = cell.find_last_not_of("0123456789");
    return cell.substr(last == std::string::npos ? 0 : last + 1);
}

bool is_no(std::string_view text) {
    static constexpr auto words = std::to_array<std::string_view>(
        {"no", "nein", "non",   "não", "nao", "nee",  "nej",   "nei",   "ne",    "nie",   "nem",    "ei",     "ez",
         "nu", "jo",   "hayır", "нет", "не",  "ні",   "όχι",   "不",    "否",    "不可",  "いいえ", "아니오", "아니요",
         "لا", "خیر",  "לא",    "नहीं", "ไม่",  "ไม่ใช่", "không", "tidak", "tiada", "hindi", "nage",   "na"});
    const std::string lower = to_lower(trim(text));
    return std::ranges::find(words, lower) != words.end() || lower == "НЕТ";
}

struct MoodleColumns {
    size_t grade = no_column;
    size_t changeable = no_column;
};

bool all_rows(const CsvTable& table, const std::function<bool(size_t)>& holds) {
    for (size_t row = 1; row < table.size(); ++row) {
        if (!table.is_empty_row(row) && !holds(row)) {
            return false;
        }
    }
    return true;
}

/// The first column with the same number in every row is the maximum; the grade stands before it.
std::optional<MoodleColumns> find_moodle(const CsvTable& table) {
    const size_t width = table.row(0).size();
    if (table.size() < 2 || !all_rows(table, [&](size_t row) { return !number_at_end(table.cell(row, 0)).empty(); })) {
        return std::nullopt;
    }
    MoodleColumns columns;
    const size_t named = column_called(table, 0, "Maximum Grade");
    for (size_t column = 3; column < width && columns.grade == no_column; ++column) {
        const std::string first = table.cell(1, column);
        const bool is_maximum =
            column == named ||
            (named == no_column && is_number(first) && all_rows(table, [&](size_t row) {
                 const std::string grade(trim(table.cell(row, column - 1)));
                 return table.cell(row, column) == first && (grade.empty() || grade == "-" || is_number(grade));
             }));
        columns.grade = is_maximum ? column - 1 : no_column;
    }
    if (columns.grade == no_column) {
        return std::nullopt;
    }
    const size_t english = column_called(table, 0, "Grade can be changed");
    columns.changeable = english;
    for (size_t column = columns.grade + 2;
         column < std::min(columns.grade + 4, width) && columns.changeable == no_column; ++column) {
        std::set<std::string> words;
        const bool is_short = all_rows(table, [&](size_t row) {
            words.insert(table.cell(row, column));
            return words.size() <= 2;
        });
        const bool says_no = std::ranges::any_of(words, [](const std::string& word) { return is_no(word); });
        columns.changeable = is_short && says_no ? column : no_column;
    }
    return columns;
}

Result<GradebookLayout> moodle_layout(const CsvTable& table, const MoodleColumns& columns, std::string_view title) {
    const Result<std::vector<size_t>> rows = rows_below(table, 0);
    if (!rows) {
        return rows.error();
    }
    if (!title.empty() && title != table.cell(0, columns.grade)) {
        const bool is_there = column_called(table, 0, title) != no_column;
        return Error{is_there ? "the column " + in_quotes(title) + " holds no grades that can be set"
                              : "there is no column " + in_quotes(title) +
                                    "; with grades there are: " + titles_text({table.cell(0, columns.grade)})};
    }
    GradebookLayout layout{columns.grade, table.cell(1, columns.grade + 1), {}};
    for (const size_t row : *rows) {
        const bool is_locked = columns.changeable != no_column && is_no(table.cell(row, columns.changeable));
        layout.rows.push_back(
            {row, {number_at_end(table.cell(row, 0))}, {}, is_locked ? "the grade is locked there" : ""});
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
    if (const std::optional<BrightspaceColumns> brightspace = find_brightspace(table)) {
        return brightspace_layout(table, *brightspace, title);
    }
    if (const std::optional<size_t> sakai = find_sakai(table)) {
        return sakai_layout(table, *sakai, title);
    }
    if (const std::optional<MoodleColumns> moodle = find_moodle(table)) {
        return moodle_layout(table, *moodle, title);
    }
    return Error{"this is no gradebook of Canvas, Moodle, Blackboard, Brightspace or Sakai"};
}

}  // namespace mariner::grader

// Brightspace: OrgDefinedId and Username, "#" in front of them, "Title Points Grade <Numeric ...>" ..., and "#" at the
// end.

#include <algorithm>

#include "emulator/grader/gradebook_columns.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

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

/// Whether every row has a '#' in front there.
bool is_signed(const CsvTable& table, size_t column) {
    for (size_t row = 1; row < table.size(); ++row) {
        if (!table.is_empty_row(row) && !table.cell(row, column).starts_with('#')) {
            return false;
        }
    }
    return table.size() > 1;
}

/// By the English headers, else by the signs: "#" alone ends every row, and stands in front of every id.
std::optional<BrightspaceColumns> find_brightspace(const CsvTable& table) {
    BrightspaceColumns columns;
    const size_t width = table.row(0).size();
    for (const std::string_view title : {"OrgDefinedId", "Username"}) {
        const size_t column = column_in_row(table, 0, title);
        if (column != no_column) {
            columns.ids.push_back(column);
        }
    }
    columns.first_name = column_in_row(table, 0, "First Name");
    columns.last_name = column_in_row(table, 0, "Last Name");
    const bool is_english = column_in_row(table, 0, "End-of-Line Indicator") != no_column;
    if (!is_english && width > 2 && is_signed(table, width - 1)) {
        for (size_t column = 0; column < width - 1 && is_signed(table, column); ++column) {
            if (std::ranges::find(columns.ids, column) == columns.ids.end()) {
                columns.ids.push_back(column);
            }
        }
        const size_t behind = columns.ids.size();
        if (columns.first_name == no_column && behind + 2 < width && !table.cell(0, behind + 1).ends_with('>')) {
            columns.last_name = behind;
            columns.first_name = behind + 1;
        }
        return columns.ids.empty() ? std::nullopt : std::optional(columns);
    }
    const bool has_org = column_in_row(table, 0, "OrgDefinedId") != no_column;
    return columns.ids.empty() || !(is_english || has_org) ? std::nullopt : std::optional(columns);
}

/// What stands before " <Numeric ...>" of a header, if anything does.
std::string_view before_bracket(std::string_view header) {
    const size_t bracket = header.ends_with('>') ? header.rfind(" <") : std::string_view::npos;
    return bracket == std::string_view::npos ? std::string_view() : header.substr(0, bracket);
}

/// " Points Grade" in the language of the file: what all titles with brackets end with. Of one alone what is behind the
/// title that is asked for.
std::string kind_of_grade(const CsvTable& table, std::string_view title) {
    std::optional<std::string> common;
    size_t count = 0;
    for (size_t column = 0; column < table.row(0).size(); ++column) {
        const std::string header = table.cell(0, column);
        const std::string_view typed = before_bracket(header);
        if (typed.empty()) {
            continue;
        }
        ++count;
        const std::string_view known = common ? std::string_view(*common) : typed;
        const auto same = std::ranges::mismatch(known.rbegin(), known.rend(), typed.rbegin(), typed.rend()).in1;
        common = std::string(known.substr(known.size() - static_cast<size_t>(same - known.rbegin())));
    }
    if (count == 1) {
        const bool fits = common->starts_with(title) && common->substr(title.size()).starts_with(' ');
        return fits ? common->substr(title.size()) : "";
    }
    const size_t blank = common ? common->find(' ') : std::string::npos;
    return blank == std::string::npos ? "" : common->substr(blank);
}

/// As brightspace_title, in other languages.
TypedTitle foreign_brightspace_title(const CsvTable& table, std::string_view title) {
    return [kind = kind_of_grade(table, title)](const std::string& header) -> std::optional<std::string> {
        const std::string_view typed = before_bracket(header);
        const bool fits = !kind.empty() && typed.size() > kind.size() && typed.ends_with(kind);
        return fits ? std::optional(std::string(typed.substr(0, typed.size() - kind.size()))) : std::nullopt;
    };
}

bool has_english_grades(const CsvTable& table) {
    for (size_t column = 0; column < table.row(0).size(); ++column) {
        if (brightspace_title(table.cell(0, column))) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<Result<GradebookLayout>> brightspace_layout(const CsvTable& table, std::string_view title) {
    const std::optional<BrightspaceColumns> columns = find_brightspace(table);
    if (!columns) {
        return std::nullopt;
    }
    const Result<std::vector<size_t>> rows = rows_below(table, 0);
    const TypedTitle typed =
        has_english_grades(table) ? TypedTitle(brightspace_title) : foreign_brightspace_title(table, title);
    const Result<size_t> column = choose_column(table, 0, title, typed);
    if (!rows || !column) {
        return rows ? column.error() : rows.error();
    }
    const std::string header = table.cell(0, *column);
    GradebookLayout layout{*column, header.substr(before_bracket(header).size()), {}};
    for (const size_t row : *rows) {
        GradebookRow student{row, {}, {}, {}};
        for (const size_t id : columns->ids) {
            student.ids.push_back(without_sign(table.cell(row, id)));
        }
        if (columns->first_name != no_column && columns->last_name != no_column) {
            student.name = table.cell(row, columns->first_name) + " " + table.cell(row, columns->last_name);
        }
        layout.rows.push_back(std::move(student));
    }
    return layout;
}

}  // namespace mariner::grader

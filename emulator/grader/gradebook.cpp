#include "emulator/grader/gradebook.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/gradebook_layout.hpp"
#include "emulator/support/json_reader.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/text_encoding.hpp"

namespace mariner::grader {

namespace {

/// Of the first number in it: "<Numeric MaxPoints:10 Category:Homework, labs>" has none.
bool uses_decimal_comma(std::string_view maximum) {
    maximum.remove_prefix(std::min(maximum.find_first_of("0123456789"), maximum.size()));
    const std::string_view number = maximum.substr(0, maximum.find_first_not_of("0123456789.,"));
    const size_t sign = number.find_last_of(".,");
    return sign != std::string_view::npos && sign + 1 < number.size() && number[sign] == ',';
}

std::string cell_text(Points points, bool has_comma, const CsvCell& cell, char separator) {
    std::string text = points_text(points);
    if (has_comma) {
        std::ranges::replace(text, '.', ',');
    }
    return cell.is_quoted || text.find(separator) != std::string::npos ? "\"" + text + "\"" : text;
}

/// Finds everybody's row, as far as it is one alone.
class RowFinder {
public:
    RowFinder(const GradebookLayout& layout, const std::vector<GradebookEntry>& entries) {
        for (const GradebookRow& row : layout.rows) {
            for (const std::string& id : row.ids) {
                add(m_by_id, id, row);
            }
            add(m_by_name, row.name, row);
        }
        for (const GradebookEntry& entry : entries) {
            ++m_bearers[entry.student];
            m_bearers_of_id[entry.lms_id] += entry.lms_id.empty() ? 0U : 1U;
        }
    }

    /// The row, or null and why there is none.
    std::pair<const GradebookRow*, std::string> find(const GradebookEntry& entry) const {
        if (!entry.lms_id.empty() && m_bearers_of_id.at(entry.lms_id) > 1) {
            return {nullptr, "several submissions have the id " + in_quotes(entry.lms_id)};
        }
        if (const auto found = m_by_id.find(entry.lms_id); !entry.lms_id.empty() && found != m_by_id.end()) {
            return only(found->second, "id " + in_quotes(entry.lms_id));
        }
        const auto named = m_by_name.find(entry.student);
        if (named != m_by_name.end() && m_bearers.at(entry.student) == 1) {
            return only(named->second, "name");
        }
        return {nullptr, entry.lms_id.empty() ? "they have no id that the file could know"
                                              : "the file has no row for the id " + in_quotes(entry.lms_id)};
    }

private:
    using RowsByKey = std::map<std::string, std::vector<const GradebookRow*>>;

    static void add(RowsByKey& rows, const std::string& key, const GradebookRow& row) {
        std::vector<const GradebookRow*>& same = rows[key];
        if (!key.empty() && (same.empty() || same.back() != &row)) {
            same.push_back(&row);
        }
    }
    static std::pair<const GradebookRow*, std::string> only(const std::vector<const GradebookRow*>& rows,
                                                            const std::string& what) {
        if (rows.size() == 1) {
            return {rows[0], {}};
        }
        return {nullptr, "the file has " + std::to_string(rows.size()) + " rows of that " + what};
    }

    RowsByKey m_by_id;
    RowsByKey m_by_name;
    std::map<std::string, size_t> m_bearers;
    std::map<std::string, size_t> m_bearers_of_id;
};

}  // namespace

Result<std::vector<GradebookEntry>> read_gradebook_entries(std::string_view results_json) {
    const Result<JsonValue> document = read_json(results_json, {size_t{1} << 30, 100'000'000, 100});
    if (!document) {
        return document.error();
    }
    const JsonValue* const submissions = document->find("submissions");
    if (submissions == nullptr || !submissions->is_array()) {
        return Error{"these are no results of mariner grade"};
    }
    std::vector<GradebookEntry> entries;
    for (const JsonValue& submission : submissions->items()) {
        const std::optional<double> points = submission["points"].number();
        if (!points || !(std::abs(*points) < 1e12) || !submission["student"].is_text()) {
            return Error{"these are no results of mariner grade: submission " + std::to_string(entries.size() + 1) +
                         " has no points or no student"};
        }
        entries.push_back({std::string(submission["student"].text()), std::string(submission["lms_id"].text()),
                           static_cast<Points>(std::llround(*points * one_point)), submission["handed_in"].flag(true)});
    }
    return entries;
}

Result<FilledGradebook> fill_gradebook(std::string_view exported, std::string_view title,
                                       const std::vector<GradebookEntry>& entries) {
    const TextEncoding encoding = guess_encoding(exported);
    Result<std::string> text = decode_text(exported, encoding);
    if (!text) {
        return text.error();
    }
    const char separator = CsvTable::guess_separator(*text);
    const Result<CsvTable> table = CsvTable::read(std::move(*text), separator);
    const Result<GradebookLayout> layout = table ? find_gradebook_layout(*table, title) : table.error();
    if (!layout) {
        return layout.error();
    }
    FilledGradebook filled;
    const RowFinder finder(*layout, entries);
    const bool has_comma = uses_decimal_comma(layout->maximum);
    std::vector<std::pair<const GradebookRow*, std::string>> found;
    std::map<const GradebookRow*, size_t> claims;
    for (const GradebookEntry& entry : entries) {
        found.push_back(entry.handed_in ? finder.find(entry) : std::pair<const GradebookRow*, std::string>());
        ++claims[found.back().first];
    }
    std::map<size_t, std::pair<CsvCell, std::string>> edits;  // by place
    for (size_t i = 0; i < entries.size(); ++i) {
        const auto& [row, reason] = found[i];
        if (!entries[i].handed_in) {
            continue;
        }
        const std::string why = row == nullptr    ? reason
                                : claims[row] > 1 ? "somebody else's points belong into the same row"
                                                  : row->locked;
        if (!why.empty()) {
            filled.notes.push_back(in_quotes(entries[i].student) + " (" + points_text(entries[i].points) +
                                   ") is not in it: " + why);
            continue;
        }
        const CsvCell& cell = table->row(row->row)[layout->column];
        edits[cell.begin] = {cell, cell_text(entries[i].points, has_comma, cell, separator)};
        ++filled.filled;
    }
    size_t at = 0;
    for (const auto& [begin, edit] : edits) {
        filled.bytes += table->bytes().substr(at, begin - at) + edit.second;
        at = edit.first.end;
    }
    filled.bytes += table->bytes().substr(at);
    filled.bytes = encode_text(filled.bytes, encoding);
    return filled;
}

}  // namespace mariner::grader

#include "emulator/support/csv.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

class CsvReader {
public:
    CsvReader(std::string_view text, char separator) : m_text(text), m_separator(separator) {
        m_at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    }

    Result<std::vector<std::vector<CsvCell>>> run() {
        while (m_at < m_text.size()) {
            m_rows.emplace_back();
            do {
                if (!take_cell()) {
                    return error();
                }
            } while (take(m_separator));
            take('\r');
            take('\n');
        }
        return std::move(m_rows);
    }

private:
    bool take(char c) {
        const bool is_there = m_at < m_text.size() && m_text[m_at] == c;
        m_at += is_there ? 1U : 0U;
        return is_there;
    }
    [[nodiscard]] bool is_at_cell_end() const {
        return m_at == m_text.size() || m_text[m_at] == m_separator || m_text[m_at] == '\n' || m_text[m_at] == '\r';
    }

    /// False if its quotes don't hold together.
    bool take_cell() {
        CsvCell cell{m_at, m_at, m_at < m_text.size() && m_text[m_at] == '"'};
        if (cell.is_quoted) {
            do {
                m_at = m_text.find('"', m_at + 1);
                if (m_at == std::string_view::npos) {
                    return false;
                }
                ++m_at;
            } while (m_at < m_text.size() && m_text[m_at] == '"');
        } else {
            while (!is_at_cell_end()) {
                ++m_at;
            }
        }
        cell.end = m_at;
        m_rows.back().push_back(cell);
        return is_at_cell_end();
    }

    [[nodiscard]] Error error() const {
        const std::string place =
            "row " + std::to_string(m_rows.size()) + ", column " + std::to_string(m_rows.back().size() + 1) + ": ";
        return Error{place + (m_at == std::string_view::npos ? "a quote that is opened here is never closed"
                                                             : "something stands behind a closing quote")};
    }

    std::string_view m_text;
    char m_separator;
    size_t m_at = 0;
    std::vector<std::vector<CsvCell>> m_rows;
};

/// Some spreadsheets take the wide forms of the four signs for the signs.
bool begins_formula(std::string_view text) {
    static constexpr std::array<std::string_view, 8> signs = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) { return text.starts_with(sign); });
}

}  // namespace

Result<CsvTable> CsvTable::read(std::string text, char separator) {
    CsvTable table;
    Result<std::vector<std::vector<CsvCell>>> rows = CsvReader(text, separator).run();
    if (!rows) {
        return rows.error();
    }
    table.m_rows = std::move(*rows);
    table.m_text = std::move(text);
    table.m_separator = separator;
    return table;
}

char CsvTable::guess_separator(std::string_view text) {
    static constexpr std::array<char, 3> known = {',', ';', '\t'};
    std::array<size_t, 3> counts{};
    bool is_in_quotes = false;
    bool has_cell = false;
    for (const char c : text) {
        is_in_quotes = is_in_quotes != (c == '"');
        if (!is_in_quotes && (c == '\n' || c == '\r')) {
            if (has_cell && *std::ranges::max_element(counts) > 0) {
                break;
            }
            continue;
        }
        has_cell = true;
        const auto* const found = std::ranges::find(known, c);
        if (!is_in_quotes && found != known.end()) {
            ++counts[static_cast<size_t>(found - known.begin())];
        }
    }
    return known[static_cast<size_t>(std::ranges::max_element(counts) - counts.begin())];
}

bool CsvTable::is_empty_row(size_t row) const {
    return m_rows[row].size() == 1 && cell(row, 0).find_first_not_of(" \t") == std::string::npos;
}

std::string CsvTable::cell(size_t row, size_t column) const {
    if (column >= m_rows[row].size()) {
        return {};
    }
    const CsvCell& cell = m_rows[row][column];
    if (!cell.is_quoted) {
        return m_text.substr(cell.begin, cell.end - cell.begin);
    }
    std::string text;
    for (size_t at = cell.begin + 1; at + 1 < cell.end; ++at) {
        text += m_text[at];
        at += m_text[at] == '"' ? 1U : 0U;  // the second of two
    }
    return text;
}

std::string csv_text(std::string_view text) {
    const std::string line = visible_line(text);
    return (begins_formula(line) ? "'" : "") + line;
}

std::string csv_quoted(std::string_view text) {
    std::string quoted;
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    const bool needs_quotes = quoted.find_first_of("\",;") != std::string::npos || text.starts_with(' ');
    return needs_quotes ? "\"" + quoted + "\"" : quoted;
}

std::string csv_cell(std::string_view text) {
    return csv_quoted(csv_text(text));
}

}  // namespace mariner

#include "emulator/tools/report.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "emulator/support/columns.hpp"
#include "emulator/support/overloaded.hpp"
#include "emulator/support/text.hpp"

namespace mariner::tools {

namespace {

/// Shown on a line of its own.
bool is_line(const ReportPart& part) {
    const bool is_single_grid = part.shape == PartShape::grid && part.value.list() == nullptr;
    return part.shape == PartShape::line || part.shape == PartShape::bar || part.shape == PartShape::pad ||
           is_single_grid;
}

bool has_lines(const ReportPart& part) {
    return part.shape == PartShape::lines || (part.shape == PartShape::grid && part.value.list() != nullptr);
}

std::string line_text(const ReportPart& part, size_t width) {
    return "  " + pad_right(std::string(part.label), width) + "  " + part.value.text() + "\n";
}

/// Columns as wide as they need to be.
std::string table_text(const ReportPart& part) {
    std::vector<std::vector<std::string>> rows{{part.heads.begin(), part.heads.end()}};
    for (const ReportValue& row : *part.value.list()) {
        rows.emplace_back();
        for (const ReportValue& cell : *row.list()) {
            rows.back().push_back(cell.text());
        }
    }
    std::vector<size_t> widths(part.heads.size());
    for (const std::vector<std::string>& row : rows) {
        for (size_t i = 0; i < row.size(); ++i) {
            widths.at(i) = std::max(widths.at(i), columns_of(row[i]));
        }
    }
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        std::string line = "   ";
        for (size_t i = 0; i < row.size(); ++i) {
            line += " " + pad_right(row[i], widths.at(i)) + " ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string lines_text(const ReportPart& part) {
    std::string text;
    for (const std::string& line : part.shown) {
        text += "    " + line + "\n";
    }
    if (!part.shown.empty()) {
        return text;
    }
    for (const ReportValue& line : *part.value.list()) {
        text += "    " + line.text() + "\n";
    }
    return text;
}

}  // namespace

std::vector<size_t> heaviest(const std::vector<u64>& weights) {
    constexpr size_t most_listed = 20;
    std::vector<size_t> order;
    for (size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] != 0) {
            order.push_back(i);
        }
    }
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return weights[a] != weights[b] ? weights[a] > weights[b] : a < b; });
    order.resize(std::min(order.size(), most_listed));
    return order;
}

std::string decimal_text(double number, int places) {
    std::array<char, 64> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.*f", places, number);
    return {text.data(), static_cast<size_t>(std::clamp(length, 0, 63))};
}

void cut_columns(ReportValue::List& rows, size_t columns) {
    for (ReportValue& row : rows) {
        row.list()->resize(std::min(row.list()->size(), columns));
    }
}

std::string ReportValue::text() const {
    return std::visit(
        Overloaded{[](std::nullptr_t) { return std::string("-"); },
                   [](bool flag) { return std::string(flag ? "yes" : "no"); },
                   [](i64 number) { return std::to_string(number); },
                   [](double number) { return decimal_text(number, 2); }, [](const std::string& text) { return text; },
                   [](const List& list) {
                       std::string joined;
                       for (const ReportValue& item : list) {
                           joined += (joined.empty() ? "" : " ") + item.text();
                       }
                       return joined;
                   }},
        m_content);
}

std::optional<double> ReportValue::number() const {
    if (const i64* const whole = std::get_if<i64>(&m_content)) {
        return static_cast<double>(*whole);
    }
    if (const double* const real = std::get_if<double>(&m_content)) {
        return *real;
    }
    const std::string* const text = std::get_if<std::string>(&m_content);
    const std::string digits = text == nullptr ? "" : text->substr(0, text->find('%'));
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    const bool is_plain = !digits.empty() && digits.find_first_not_of("0123456789.-") == std::string::npos;
    return is_plain && end == digits.c_str() + digits.size() ? std::optional(value) : std::nullopt;
}

bool same(const ReportValue& a, const ReportValue& b) {
    const ReportValue::List* const left = a.list();
    const ReportValue::List* const right = b.list();
    if (left != nullptr && right != nullptr) {
        return std::equal(left->begin(), left->end(), right->begin(), right->end(), same);
    }
    return (left == nullptr && right == nullptr) &&
           (a.text() == b.text() || (a.number() && b.number() && *a.number() == *b.number()));
}

void ReportValue::write(JsonWriter& json) const {
    std::visit(Overloaded{[&](std::nullptr_t) { json.null(); },
                          [&](const List& list) {
                              json.begin_array();
                              for (const ReportValue& item : list) {
                                  item.write(json);
                              }
                              json.end_array();
                          },
                          [&](const auto& scalar) { json.value(scalar); }},
               m_content);
}

std::string_view shape_name(PartShape shape) {
    static constexpr auto names = std::to_array<std::string_view>(
        {"hidden", "line", "bar", "table", "lines", "grid", "chart", "timeline", "pad", "lamps", "canvas"});
    static_assert(names.size() == static_cast<size_t>(PartShape::canvas) + 1);
    return names.at(static_cast<size_t>(shape));
}

void ToolReport::add(std::string_view key, std::string_view label, PartShape shape, ReportValue value,
                     std::vector<std::string_view> heads) {
    ReportPart& part = m_parts.emplace_back();
    part.key = key;
    part.label = label;
    part.shape = shape;
    part.value = std::move(value);
    part.heads = std::move(heads);
}

void ToolReport::hidden(std::string_view key, ReportValue value) {
    add(key, {}, PartShape::hidden, std::move(value));
}

void ToolReport::line(std::string_view key, std::string_view label, ReportValue value) {
    add(key, label, PartShape::line, std::move(value));
}

void ToolReport::bar(std::string_view key, std::string_view label, ReportValue value) {
    add(key, label, PartShape::bar, std::move(value));
}

void ToolReport::table(std::string_view key, std::string_view label, std::vector<std::string_view> heads,
                       ReportValue::List rows) {
    add(key, label, PartShape::table, std::move(rows), std::move(heads));
}

void ToolReport::grid(std::string_view key, std::string_view label, std::vector<std::string_view> letters,
                      ReportValue rows) {
    add(key, label, PartShape::grid, std::move(rows), std::move(letters));
}

void ToolReport::chart(std::string_view key, std::string_view label, std::vector<std::string_view> axes,
                       ReportValue::List points) {
    add(key, label, PartShape::chart, std::move(points), std::move(axes));
}

void ToolReport::timeline(std::string_view key, std::string_view label, std::vector<std::string_view> heads,
                          ReportValue::List rows) {
    add(key, label, PartShape::timeline, std::move(rows), std::move(heads));
}

void ToolReport::pad(std::string_view key, std::string_view label, std::vector<std::string_view> keys,
                     ReportValue held) {
    add(key, label, PartShape::pad, std::move(held), std::move(keys));
}

void ToolReport::lamps(std::string_view key, std::string_view label, std::vector<std::string_view> displays,
                       ReportValue::List lit) {
    add(key, label, PartShape::lamps, std::move(lit), std::move(displays));
}

void ToolReport::canvas(std::string_view key, std::string_view label, std::string svg) {
    add(key, label, PartShape::canvas, std::move(svg));
}

void ToolReport::lines(std::string_view key, std::string_view label, const std::vector<std::string>& lines,
                       std::vector<std::string> shown) {
    add(key, label, PartShape::lines, lines);
    m_parts.back().shown = std::move(shown);
}

void ToolReport::svg(const std::string& path, std::string text) {
    if (!path.empty()) {
        m_files.push_back({path, std::move(text)});
    }
}

void ToolReport::png(const std::string& path, ToolPicture picture) {
    if (!path.empty()) {
        m_files.push_back({path, {}, std::move(picture)});
    }
}

const ReportPart* ToolReport::find(std::string_view key) const {
    const auto found =
        std::find_if(m_parts.begin(), m_parts.end(), [&](const ReportPart& part) { return part.key == key; });
    return found == m_parts.end() ? nullptr : &*found;
}

std::string ToolReport::text() const {
    size_t width = 0;
    for (const ReportPart& part : m_parts) {
        width = std::max(width, is_line(part) ? part.label.size() : 0);
    }
    std::string text(m_title);
    text += "\n";
    for (const ReportPart& part : m_parts) {
        const bool is_table = part.shape == PartShape::table && !part.value.list()->empty();
        if (is_line(part)) {
            text += line_text(part, width);
        } else if (is_table || has_lines(part)) {
            text += "  " + std::string(part.label) + ":\n" + (is_table ? table_text(part) : lines_text(part));
        }
    }
    for (const std::string& note : m_notes) {
        text += "  note: " + note + "\n";
    }
    return text;
}

void ToolReport::write_members(JsonWriter& json) const {
    for (const ReportPart& part : m_parts) {
        if (part.shape != PartShape::canvas) {
            json.key(part.key);
            part.value.write(json);
        }
    }
    if (!m_notes.empty()) {
        json.values("notes", m_notes);
    }
}

void ToolReport::write_panel(JsonWriter& json) const {
    json.member("title", m_title);
    json.key("parts");
    json.begin_array();
    for (const ReportPart& part : m_parts) {
        if (part.shape == PartShape::hidden) {
            continue;
        }
        json.begin_object();
        json.member("key", part.key);
        json.member("label", part.label);
        json.member("shape", shape_name(part.shape));
        if (!part.heads.empty()) {
            json.values("heads", part.heads);
        }
        json.key("value");
        part.value.write(json);
        json.end_object();
    }
    json.end_array();
    json.values("notes", m_notes);
}

}  // namespace mariner::tools

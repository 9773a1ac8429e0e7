#include "emulator/tools/report.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "emulator/support/columns.hpp"
#include "emulator/support/text.hpp"

namespace mariner::tools {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

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
    for (const ReportValue& line : *part.value.list()) {
        text += "    " + line.text() + "\n";
    }
    return text;
}

}  // namespace

std::string decimal_text(double number, int places) {
    std::array<char, 64> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.*f", places, number);
    return {text.data(), static_cast<size_t>(std::clamp(length, 0, 63))};
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

std::string ToolReport::text() const {
    size_t width = 0;
    for (const ReportPart& part : m_parts) {
        width = std::max(width, part.shape == PartShape::line ? part.label.size() : 0);
    }
    std::string text(m_title);
    text += "\n";
    for (const ReportPart& part : m_parts) {
        const bool has_heading = part.shape == PartShape::table || part.shape == PartShape::lines;
        text += has_heading ? "  " + std::string(part.label) + ":\n" : "";
        text += part.shape == PartShape::line    ? line_text(part, width)
                : part.shape == PartShape::table ? table_text(part)
                : part.shape == PartShape::lines ? lines_text(part)
                                                 : "";
    }
    for (const std::string& note : m_notes) {
        text += "  note: " + note + "\n";
    }
    return text;
}

void ToolReport::write_members(JsonWriter& json) const {
    for (const ReportPart& part : m_parts) {
        json.key(part.key);
        part.value.write(json);
    }
    if (!m_notes.empty()) {
        json.values("notes", m_notes);
    }
}

}  // namespace mariner::tools

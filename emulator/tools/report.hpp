#pragma once
// What a tool has found out, as data: the text on a terminal, the members of a JSON report and the panel of a page are
// made from the same parts.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "emulator/support/json.hpp"
#include "emulator/support/types.hpp"

namespace mariner::tools {

/// Rounded half to even, as Java does.
std::string decimal_text(double number, int places);

class ReportValue {
public:
    using List = std::vector<ReportValue>;

    ReportValue() = default;
    ReportValue(bool flag) : m_content(flag) {}
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool>) ReportValue(Integer number) : m_content(static_cast<i64>(number)) {}
    ReportValue(double number) : m_content(number) {}
    ReportValue(std::string text) : m_content(std::move(text)) {}
    ReportValue(std::string_view text) : m_content(std::string(text)) {}
    ReportValue(const char* text) : m_content(std::string(text)) {}
    ReportValue(List list) : m_content(std::move(list)) {}
    ReportValue(const std::vector<std::string>& lines) : m_content(List(lines.begin(), lines.end())) {}

    [[nodiscard]] const List* list() const { return std::get_if<List>(&m_content); }
    /// A single value as people read it: yes and no, a dash for nothing.
    [[nodiscard]] std::string text() const;
    void write(JsonWriter& json) const;

private:
    std::variant<std::nullptr_t, bool, i64, double, std::string, List> m_content{nullptr};
};

/// How a part is shown.
enum class PartShape : u8 {
    hidden,  // in data only
    line,    // its label, and the value behind it
    table,   // a row a line, under `heads`
    lines,   // as they are
};

struct ReportPart {
    std::string_view key;
    std::string_view label;
    PartShape shape = PartShape::line;
    ReportValue value;
    std::vector<std::string_view> heads{};
};

class ToolReport {
public:
    explicit ToolReport(std::string_view title) : m_title(title) {}

    void hidden(std::string_view key, ReportValue value) {
        m_parts.push_back({key, {}, PartShape::hidden, std::move(value)});
    }
    void line(std::string_view key, std::string_view label, ReportValue value) {
        m_parts.push_back({key, label, PartShape::line, std::move(value)});
    }
    void table(std::string_view key, std::string_view label, std::vector<std::string_view> heads,
               ReportValue::List rows) {
        m_parts.push_back({key, label, PartShape::table, std::move(rows), std::move(heads)});
    }
    void lines(std::string_view key, std::string_view label, const std::vector<std::string>& lines) {
        m_parts.push_back({key, label, PartShape::lines, lines});
    }
    /// A sentence for people, such as why a figure isn't what one would count by hand.
    void note(std::string sentence) { m_notes.push_back(std::move(sentence)); }

    [[nodiscard]] const std::vector<ReportPart>& parts() const { return m_parts; }
    [[nodiscard]] std::string text() const;
    /// As members of the object that is open.
    void write_members(JsonWriter& json) const;

private:
    std::string_view m_title;
    std::vector<ReportPart> m_parts;
    std::vector<std::string> m_notes;
};

}  // namespace mariner::tools

#pragma once
// What a tool has found out, as data: the text on a terminal, the members of a JSON report and the panel of a page are
// made from the same parts.

#include <initializer_list>
#include <optional>
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
    [[nodiscard]] List* list() { return std::get_if<List>(&m_content); }
    /// Of a number, or of a text that begins with one: "83%".
    [[nodiscard]] std::optional<double> number() const;
    /// Numbers by their value, lists item by item, all else as people read it.
    friend bool same(const ReportValue& a, const ReportValue& b);
    /// A single value as people read it: yes and no, a dash for nothing.
    [[nodiscard]] std::string text() const;
    void write(JsonWriter& json) const;
    using Content = std::variant<std::nullptr_t, bool, i64, double, std::string, List>;
    [[nodiscard]] const Content& content() const { return m_content; }

private:
    Content m_content{nullptr};
};

/// Rows without what stands behind the first `columns` cells.
void cut_columns(ReportValue::List& rows, size_t columns);

/// Which of these weigh most: the heaviest first, of equals the first; none without weight, and no more than a table
/// has.
std::vector<size_t> heaviest(const std::vector<u64>& weights);

/// How a part is shown: on a terminal, and in the panel of a page.
enum class PartShape : u8 {
    hidden,    // in data only
    line,      // its label, and the value behind it
    bar,       // the same, of a text that begins with a percentage
    table,     // a row a line, under `heads`
    lines,     // as they are
    grid,      // a letter a block, row by row; `heads` say what each letter means
    chart,     // [x, y] a point; `heads` name both. Not on a terminal
    timeline,  // a row an instruction, [name, first cycle in F, in D, in X, why late]. Not on a terminal
    pad,       // keys, named by `heads`; the value is the one held down
    lamps,     // a number a display, bit 0 is segment a. Not on a terminal
    canvas,    // the text of an SVG. In panels only
};
std::string_view shape_name(PartShape shape);

struct ReportPart {
    std::string_view key;
    std::string_view label;
    PartShape shape = PartShape::line;
    ReportValue value;
    std::vector<std::string_view> heads{};
    std::vector<std::string> shown{};  // of lines: what people read in their place
};

struct ToolPicture {
    u32 width = 0;
    u32 height = 0;
    std::vector<u32> pixels{};  // 0xrrggbb, row by row
};

/// What somebody has asked for as a file. Whoever shows the report writes it.
struct ToolFile {
    std::string path;
    std::string text;                      // of an SVG
    std::optional<ToolPicture> picture{};  // of a PNG
};

class ToolReport {
public:
    explicit ToolReport(std::string_view title) : m_title(title) {}

    void hidden(std::string_view key, ReportValue value);
    void line(std::string_view key, std::string_view label, ReportValue value);
    void table(std::string_view key, std::string_view label, std::vector<std::string_view> heads,
               ReportValue::List rows);
    /// `shown`, unless empty, is what people read in place of the lines.
    void lines(std::string_view key, std::string_view label, const std::vector<std::string>& lines,
               std::vector<std::string> shown = {});
    void bar(std::string_view key, std::string_view label, ReportValue value);
    void grid(std::string_view key, std::string_view label, std::vector<std::string_view> letters, ReportValue rows);
    void chart(std::string_view key, std::string_view label, std::vector<std::string_view> axes,
               ReportValue::List points);
    void timeline(std::string_view key, std::string_view label, std::vector<std::string_view> heads,
                  ReportValue::List rows);
    void pad(std::string_view key, std::string_view label, std::vector<std::string_view> keys, ReportValue held);
    void lamps(std::string_view key, std::string_view label, std::vector<std::string_view> displays,
               ReportValue::List lit);
    void canvas(std::string_view key, std::string_view label, std::string svg);
    /// Nothing for an empty path.
    void svg(const std::string& path, std::string text);
    void png(const std::string& path, ToolPicture picture);
    /// A sentence for people, such as why a figure isn't what one would count by hand.
    void note(std::string sentence) { m_notes.push_back(std::move(sentence)); }

    [[nodiscard]] const std::vector<ReportPart>& parts() const { return m_parts; }
    [[nodiscard]] const std::vector<ToolFile>& files() const { return m_files; }
    /// Null if there is none.
    [[nodiscard]] const ReportPart* find(std::string_view key) const;
    [[nodiscard]] std::string text() const;
    /// As members of the object that is open.
    void write_members(JsonWriter& json) const;
    /// The same for whoever draws it, as members, too: the title, each part with its shape, the notes.
    void write_panel(JsonWriter& json) const;

private:
    void add(std::string_view key, std::string_view label, PartShape shape, ReportValue value,
             std::vector<std::string_view> heads = {});

    std::string_view m_title;
    std::vector<ReportPart> m_parts;
    std::vector<ToolFile> m_files;
    std::vector<std::string> m_notes;
};

}  // namespace mariner::tools

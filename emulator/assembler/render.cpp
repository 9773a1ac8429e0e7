#include "emulator/assembler/render.hpp"

#include <algorithm>

#include "emulator/platform/paths.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

/// Replaces {0} .. {9} and {line}.
std::string fill(std::string_view pattern, const Diagnostic& diagnostic) {
    std::string out;
    for (size_t at = 0; at < pattern.size();) {
        const size_t end = pattern[at] == '{' ? pattern.find('}', at) : std::string_view::npos;
        if (end == std::string_view::npos) {
            out += pattern[at++];
            continue;
        }
        const std::string_view name = pattern.substr(at + 1, end - at - 1);
        const size_t index = static_cast<size_t>(name[0] - '0');
        if (name == "line") {
            out += diagnostic.text;
        } else if (index < diagnostic.arguments.size()) {
            out += diagnostic.arguments[index];
        }
        at = end + 1;
    }
    return out;
}

std::string mars_line(const Diagnostics& all, const Diagnostic& diagnostic) {
    const MessageInfo& row = info(diagnostic.message);
    std::string out = row.severity == Severity::warning ? "Warning in " : "Error in ";
    if (diagnostic.file != Diagnostic::no_file) {
        out += platform::normalized(all.files()[diagnostic.file].path);
    }
    if (diagnostic.line > 0) {
        out += " line ";
        for (const u32 call : diagnostic.mars_knows_chain ? diagnostic.chain : std::vector<u32>()) {
            out += std::to_string(call) + "->";
        }
        out += std::to_string(diagnostic.line);
    }
    if (diagnostic.column > 0) {
        out += " column " + std::to_string(diagnostic.column);
    }
    return out + ": " + fill(row.mars, diagnostic) + "\n";
}

struct Colours {
    std::string_view error;
    std::string_view warning;
    std::string_view place;
    std::string_view hint;
    std::string_view end;
};

constexpr Colours no_colours;
constexpr Colours terminal_colours = {"\x1b[1;31m", "\x1b[1;35m", "\x1b[1m", "\x1b[36m", "\x1b[0m"};

/// One character of a line: what to print for it and how many UTF-16 units it stands for.
struct ShownCharacter {
    std::string text;
    u32 units = 1;
};

std::vector<ShownCharacter> cells_of(std::string_view utf8) {
    std::vector<ShownCharacter> cells;
    for_each_character(utf8, [&](std::string_view character) {
        ShownCharacter& cell = cells.emplace_back();
        cell.units = character.size() == 4 ? 2 : 1;
        if (character == "\t") {
            cell.text = character;
        } else {
            append_visible(cell.text, character);
        }
    });
    return cells;
}

std::string harmless(std::string_view utf8) {
    std::string out;
    for (const ShownCharacter& cell : cells_of(utf8)) {
        out += cell.text == "\t" ? " " : cell.text;
    }
    return out;
}

/// The cell that begins at or after a number of units.
size_t cell_at(const std::vector<ShownCharacter>& cells, u32 units) {
    size_t cell = 0;
    for (u32 passed = 0; cell < cells.size() && passed < units; ++cell) {
        passed += cells[cell].units;
    }
    return cell;
}

class PeopleReport {
public:
    PeopleReport(const Diagnostics& all, const ReportStyle& style)
        : m_all(&all), m_colours(style.colour ? terminal_colours : no_colours) {}

    void add(const Diagnostic& diagnostic) {
        m_diagnostic = &diagnostic;
        add_headline();
        add_source();
        add_calls();
        add_hint();
    }

    [[nodiscard]] std::string take() { return std::move(m_out); }

private:
    void add_headline() {
        const bool is_warning = severity_of(*m_diagnostic) == Severity::warning;
        std::string place;
        if (m_diagnostic->file != Diagnostic::no_file) {
            place = harmless(m_all->files()[m_diagnostic->file].name) + ":";
        }
        if (m_diagnostic->line > 0) {
            place += std::to_string(m_diagnostic->line) + ":";
        }
        if (m_diagnostic->column > 0) {
            place += std::to_string(m_diagnostic->column) + ":";
        }
        m_out += m_colours.place;
        m_out += place;
        m_out += m_colours.end;
        m_out += place.empty() ? "" : " ";
        m_out += is_warning ? m_colours.warning : m_colours.error;
        m_out += is_warning ? "warning:" : "error:";
        m_out += m_colours.end;
        m_out += " " + harmless(sentence(*m_diagnostic));
        if (m_diagnostic->repetitions > 1) {
            m_out += " (" + std::to_string(m_diagnostic->repetitions) + " times)";
        }
        m_out += '\n';
    }

    /// The line and below it the mark. Of a long line only the part around the mark.
    void add_source() {
        constexpr size_t widest = 140;
        constexpr size_t context = 60;
        if (m_diagnostic->text.empty() || m_diagnostic->line == 0) {
            return;
        }
        const std::vector<ShownCharacter> cells = cells_of(m_diagnostic->text);
        const bool has_mark = m_diagnostic->column > 0;
        const size_t first = has_mark ? cell_at(cells, m_diagnostic->column - 1) : 0;
        const size_t last = has_mark ? cell_at(cells, m_diagnostic->column - 1 + m_diagnostic->length) : 0;
        const size_t from = cells.size() <= widest || first < context ? 0 : first - context;
        const size_t to = std::min(cells.size(), from + widest);
        const std::string number = std::to_string(m_diagnostic->line);
        const std::string margin(std::max<size_t>(number.size(), 5), ' ');
        std::string line = from > 0 ? "..." : "";
        std::string mark = from > 0 ? "   " : "";
        for (size_t i = from; i < to; ++i) {
            line += cells[i].text;
            if (i < first) {
                mark += cells[i].text == "\t" ? '\t' : ' ';
            } else if (i == first || i < last) {
                mark += i == first ? '^' : '~';
            }
        }
        m_out += margin.substr(number.size()) + number + " | " + line + (to < cells.size() ? "..." : "") + "\n";
        if (has_mark) {
            m_out += margin + " | " + mark.substr(0, mark.find_last_not_of(" \t") + 1) + "\n";
        }
    }

    void add_calls() {
        if (m_diagnostic->chain.empty()) {
            return;
        }
        m_out += "      in the macro called in line ";
        for (size_t i = 0; i < m_diagnostic->chain.size(); ++i) {
            m_out += (i == 0 ? "" : ", from there in line ") + std::to_string(m_diagnostic->chain[i]);
        }
        m_out += '\n';
    }

    /// The way out, the other ways that were tried, why it is so, and where more is said.
    void add_hint() {
        const bool has_repair = !m_diagnostic->repairs.empty();
        add_advice("hint:", has_repair ? m_diagnostic->repairs[0].sentence : hint_of(*m_diagnostic));
        for (size_t i = 1; i < m_diagnostic->repairs.size(); ++i) {
            add_advice("or:", m_diagnostic->repairs[i].sentence);
        }
        add_advice("why:", m_diagnostic->why);
        add_advice("see:", m_diagnostic->see.empty() ? "" : "mariner ref " + m_diagnostic->see);
    }

    /// A sentence; the lines that it may bring stand below it.
    void add_advice(std::string_view word, std::string_view advice) {
        if (advice.empty()) {
            return;
        }
        m_out += "      ";
        m_out += m_colours.hint;
        m_out += word;
        m_out += m_colours.end;
        m_out += " ";
        for (size_t at = 0; at <= advice.size();) {
            const size_t end = std::min(advice.find('\n', at), advice.size());
            m_out += (at > 0 ? "\n            " : "") + harmless(advice.substr(at, end - at));
            at = end + 1;
        }
        m_out += '\n';
    }

    const Diagnostics* m_all;
    const Diagnostic* m_diagnostic = nullptr;
    Colours m_colours;
    std::string m_out;
};

std::string_view name_of(Trust trust) {
    return trust == Trust::certain ? "certain" : trust == Trust::likely ? "likely" : "sketch";
}

void write_edit(JsonWriter& json, const Diagnostics& all, const Edit& edit) {
    json.begin_object();
    json.member("file", all.files()[edit.file].name);
    json.member("line", edit.line);
    json.member("column", edit.column);
    json.member("length", edit.length);
    json.member("text", edit.text);
    json.end_object();
}

void write_repairs(JsonWriter& json, const Diagnostics& all, const Diagnostic& diagnostic) {
    json.key("repairs");
    json.begin_array();
    for (const Repair& repair : diagnostic.repairs) {
        json.begin_object();
        json.member("sentence", repair.sentence);
        json.member("trust", name_of(repair.trust));
        json.key("edits");
        json.begin_array();
        for (const Edit& edit : repair.edits) {
            write_edit(json, all, edit);
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

void write_one(JsonWriter& json, const Diagnostics& all, const Diagnostic& diagnostic) {
    const MessageInfo& row = info(diagnostic.message);
    json.begin_object();
    json.member("severity", severity_of(diagnostic) == Severity::warning ? "warning" : "error");
    json.member("id", row.id);
    if (!diagnostic.slip.empty()) {
        json.member("slip", diagnostic.slip);
    }
    json.member("message", sentence(diagnostic));
    const std::string hint = hint_of(diagnostic);
    if (!hint.empty()) {
        json.member("hint", hint);
    }
    if (!diagnostic.why.empty()) {
        json.member("why", diagnostic.why);
    }
    if (!diagnostic.see.empty()) {
        json.member("see", diagnostic.see);
    }
    if (diagnostic.file != Diagnostic::no_file) {
        json.member("file", all.files()[diagnostic.file].name);
    }
    if (diagnostic.line > 0) {
        json.member("line", diagnostic.line);
        json.member("text", diagnostic.text);
    }
    if (diagnostic.column > 0) {
        json.member("column", diagnostic.column);
        json.member("length", diagnostic.length);
    }
    if (!diagnostic.chain.empty()) {
        json.key("macro_calls");
        json.begin_array();
        for (const u32 line : diagnostic.chain) {
            json.value(line);
        }
        json.end_array();
    }
    if (diagnostic.repetitions > 1) {
        json.member("repetitions", diagnostic.repetitions);
    }
    if (!diagnostic.repairs.empty()) {
        write_repairs(json, all, diagnostic);
    }
    json.end_object();
}

}  // namespace

std::string sentence(const Diagnostic& diagnostic) {
    return !diagnostic.wrong.empty() ? diagnostic.wrong : fill(info(diagnostic.message).ours, diagnostic);
}

std::string hint_of(const Diagnostic& diagnostic) {
    return diagnostic.hint.empty() ? fill(info(diagnostic.message).hint, diagnostic) : diagnostic.hint;
}

std::string mars_lines(const Diagnostics& diagnostics, Severity severity) {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.audience == Audience::people_only || info(diagnostic.message).severity != severity) {
            continue;
        }
        const std::string line = mars_line(diagnostics, diagnostic);
        for (u32 i = 0; i < diagnostic.repetitions; ++i) {
            out += line;
        }
    }
    return out;
}

std::string mars_report(const Diagnostics& diagnostics) {
    return mars_lines(diagnostics, Severity::warning) + mars_lines(diagnostics, Severity::error);
}

std::string people_report(const Diagnostics& diagnostics, const ReportStyle& style) {
    PeopleReport report(diagnostics, style);
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        const bool is_wanted = style.warnings || severity_of(diagnostic) == Severity::error;
        if (is_wanted && diagnostic.audience != Audience::mars_only) {
            report.add(diagnostic);
        }
    }
    return report.take();
}

void write_json(JsonWriter& json, const Diagnostics& diagnostics) {
    json.begin_array();
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.audience != Audience::mars_only) {
            write_one(json, diagnostics, diagnostic);
        }
    }
    json.end_array();
}

}  // namespace mariner

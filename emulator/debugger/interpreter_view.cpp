// What a person sees at each stop: the parts of the view, how they share the screen, and the commands that choose them.

#include <algorithm>
#include <array>

#include "emulator/debugger/interpreter.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/support/columns.hpp"
#include "emulator/support/text.hpp"

namespace mariner::debugger {

namespace {

constexpr size_t label_width = 9;
constexpr size_t widest_code = 70;
constexpr u32 columns_for_two = 110;  // source and stack side by side
constexpr size_t stack_width = 54;

constexpr std::string_view bold = "\x1b[1m";
constexpr std::string_view yellow = "\x1b[33m";
constexpr std::string_view green = "\x1b[32m";
constexpr std::string_view cyan = "\x1b[36m";
constexpr std::string_view no_colour = "\x1b[0m";

/// Names for several parts at once.
struct ViewGroup {
    std::string_view name;
    std::string_view parts;
    std::string_view help;
};
constexpr auto groups = std::to_array<ViewGroup>({
    {"all", "output changed source next stack displays registers", "every part"},
    {"none", "", "one line at each stop, as in a script"},
    {"code", "source next", "the source and the next instruction"},
    {"data", "changed next stack displays", "values, without the source"},
});

/// As many items in a row as fit; the last row says how many are left out.
std::vector<std::string> in_rows(const std::vector<std::string>& items, size_t columns, size_t most_rows) {
    std::vector<std::string> rows(items.empty() ? 0 : 1);
    for (size_t i = 0; i < items.size(); ++i) {
        const std::string item = (rows.back().empty() ? "" : "   ") + items[i];
        const std::string more = "   +" + std::to_string(items.size() - i) + " more";
        const bool is_last_row = rows.size() >= most_rows;
        const size_t room = columns - std::min(columns, is_last_row && i + 1 < items.size() ? more.size() : 0);
        if (rows.back().empty() || columns_of(rows.back()) + columns_of(item) <= room) {
            rows.back() += item;
        } else if (is_last_row) {
            rows.back() += more;
            break;
        } else {
            rows.push_back(items[i]);
        }
    }
    return rows;
}

}  // namespace

std::span<const Interpreter::ViewPart> Interpreter::view_parts() {
    static constexpr auto parts = std::to_array<ViewPart>({
        {"output", "output", &Interpreter::draw_output, 1, green, true,
         "what the program has printed since the last stop"},
        {"changed", "changed", &Interpreter::draw_changed, 2, cyan, true, "registers that changed since the last stop"},
        {"source", "", &Interpreter::draw_source, 7, yellow, true, "the lines around the next one, or instructions"},
        {"next", "next", &Interpreter::draw_next, 2, bold, true, "the next instruction with its values"},
        {"stack", "stack", &Interpreter::draw_stack, 4, "", true, "the words at $sp and whose they are"},
        {"displays", "display", &Interpreter::draw_displays, 4, "", true, "what display EXPRESSION has asked for"},
        {"registers", "", &Interpreter::draw_registers, 16, "", false, "all integer registers"},
    });
    return parts;
}

Interpreter::Rows Interpreter::draw_output(size_t columns, u32 /*rows*/) {
    if (m_printed.bytes == 0) {
        return {};
    }
    const bool is_cut = m_printed.bytes > m_printed.end.size();
    std::string text = quoted(m_printed.end);
    const std::string count = is_cut ? with_thousands(m_printed.bytes) + " bytes, at the end " : "";
    const size_t room = std::max<size_t>(columns, 40) - count.size();
    if (is_cut && columns_of(text) > room) {  // the end is what counts
        size_t begin = text.size() - std::min(text.size(), room - 4);
        while (begin < text.size() && (static_cast<u8>(text[begin]) & 0xc0U) == 0x80U) {
            ++begin;
        }
        text = "\"..." + text.substr(begin);
    }
    return {count + text};
}

Interpreter::Rows Interpreter::draw_changed(size_t columns, u32 rows) {
    const CpuState& cpu = m_session.machine().cpu;
    const TextEntry* const entry = m_session.image().find_text(cpu.pc);
    std::vector<std::string> items = changes(m_before, cpu, m_before.pc, ~RegisterSet(), false);
    if (items.size() > 1 && items.front().starts_with("$at ") && entry != nullptr && entry->first_of_statement) {
        items.erase(items.begin());  // the assembler's own, between the parts of a statement
    }
    return in_rows(items, columns, rows);
}

/// Lines of a file with an arrow where the program is; fewer where the file ends.
Interpreter::Rows Interpreter::source_rows(u32 file, u32 first, u32 count) const {
    const std::string& text = file < m_sources.texts.size() ? m_sources.texts[file] : std::string();
    const auto lines = static_cast<u32>(lines_of(text).size());
    const Statement* const here = m_session.image().find_statement(m_session.machine().cpu.pc);
    Rows rows;
    for (u32 line = first; line <= lines && line - first < count; ++line) {
        const bool is_here = here != nullptr && here->file == file && here->line == line;
        rows.push_back((is_here ? "=>" : "  ") + pad_left(std::to_string(line), 6) + "  " +
                       source_line(m_sources, file, line));
    }
    return rows;
}

Interpreter::Rows Interpreter::draw_source(size_t /*columns*/, u32 rows) {
    const u32 pc = m_session.machine().cpu.pc;
    Rows lines;
    if (const Statement* const statement = m_session.image().find_statement(pc)) {
        lines = source_rows(statement->file, statement->line - std::min(statement->line - 1, rows / 2), rows);
    }
    return lines.empty() ? instruction_rows(pc, rows) : lines;
}

Interpreter::Rows Interpreter::instruction_rows(u32 pc, u32 count) const {
    Rows rows;
    for (u32 at = pc - 4 * (count / 2); at != pc + 4 * (count - count / 2); at += 4) {
        if (m_session.machine().text().find(at) == nullptr) {
            continue;
        }
        const std::string text = disassembly_line(at);
        const size_t label_end = text.find('\n');
        rows.push_back(label_end == std::string::npos
                           ? text
                           : text.substr(label_end + 1) + "   # " + text.substr(0, label_end - 1));
    }
    return rows;
}

Interpreter::Rows Interpreter::draw_next(size_t columns, u32 rows) {
    std::vector<std::string> items = next_items();
    items.front() = fit_columns(items.front(), std::min(widest_code, columns - 1));
    return in_rows(items, columns, rows);
}

/// The words from $sp up to where the outermost frame began.
Interpreter::Rows Interpreter::draw_stack(size_t /*columns*/, u32 rows) {
    const u32 sp = m_session.machine().cpu.gpr[reg::sp];
    const std::vector<Frame> frames = m_session.call_stack(rows + 2, false);
    Rows result;
    size_t owner = 0;
    for (u32 at = sp; result.size() < rows; at += 4) {
        while (owner < frames.size() && at - sp >= frames[owner].sp - sp) {
            ++owner;
        }
        const std::optional<u32> word = m_session.machine().memory().peek_word(at);
        if (owner == frames.size() || !word) {
            break;
        }
        const bool is_return = owner + 1 < frames.size() && *word == frames[owner + 1].pc;
        const std::string meaning =
            is_return ? hex32(*word) + " back to #" + std::to_string(owner + 1) : short_value(*word);
        const std::string name = "#" + std::to_string(owner) + " " + function_name(frames[owner].function);
        result.push_back(hex32(at) + "  " + pad_right(at == sp ? "$sp" : "+" + std::to_string(at - sp), 5) +
                         pad_right(fit_columns(name, 15), 16) + meaning);
    }
    return result;
}

Interpreter::Rows Interpreter::draw_displays(size_t /*columns*/, u32 rows) {
    Rows result;
    for (const Display& one : m_displays) {
        result.push_back(display_text(one));
    }
    if (result.size() > rows) {
        result.resize(rows);
        result.back() = "... (display shows all)";
    }
    return result;
}

Interpreter::Rows Interpreter::draw_registers(size_t /*columns*/, u32 rows) {
    Rows result = register_rows();
    result.resize(std::min<size_t>(result.size(), rows));
    return result;
}

void Interpreter::draw_view() {
    struct ViewRow {
        std::string text{};
        std::string_view colour{};
        std::string beside{};  // in the right half
    };
    const Screen screen = m_front_end.screen();
    const size_t columns = std::max(screen.columns, 20U);
    const std::string place = fit_columns(
        "-- step " + with_thousands(m_session.time()) + "  " + place_text(m_session.machine().cpu.pc) + " ", columns);
    std::vector<ViewRow> rows = {{place + std::string(columns - columns_of(place), '-'), bold}};
    size_t source = 0;  // rows that have room beside them
    size_t source_end = 0;
    u32 bits = shown_parts();
    for (const ViewPart& part : view_parts()) {
        const u32 most_rows = std::max(part.share * screen.lines / 24, std::min(part.share, 2U));
        const bool is_shown = (std::exchange(bits, bits / 2) & 1U) != 0;
        const Rows drawn = is_shown ? (this->*part.draw)(columns - label_width, most_rows) : Rows();
        const bool is_beside = columns >= columns_for_two && part.name == "stack" && source != source_end;
        if (part.name == "source") {
            source = rows.size();
            source_end = source + drawn.size();
        }
        std::string label = pad_right(std::string(part.label), part.label.empty() ? 0 : label_width);
        for (const std::string& text : drawn) {
            if (is_beside) {
                (source < source_end ? rows[source++] : rows.emplace_back()).beside = text;
            } else {
                const bool is_plain = part.name == "source" && !text.starts_with("=>");
                rows.push_back({label + text, is_plain ? "" : part.colour});
                label.assign(label.size(), ' ');
            }
        }
    }
    std::string text;
    for (const ViewRow& row : rows) {
        const size_t left = columns - (row.beside.empty() ? 0 : stack_width);
        const std::string shown = fit_columns(row.text, left);
        const bool is_coloured = screen.has_colours && !row.colour.empty() && !shown.empty();
        text += is_coloured ? std::string(row.colour) + shown + std::string(no_colour) : shown;
        if (!row.beside.empty()) {
            text += std::string(left - columns_of(shown), ' ') + fit_columns(row.beside, columns - left);
        }
        text += '\n';
    }
    m_front_end.draw(text);
}

u32 Interpreter::shown_parts() const {
    if (m_view) {
        return *m_view;
    }
    return m_front_end.screen().is_terminal ? parts_that([](const ViewPart& part) { return part.is_usual; }) : 0;
}

void Interpreter::show_position() {
    if (shown_parts() != 0) {
        draw_view();
    } else {
        print_line(position_text());
        for (const Display& one : m_displays) {
            print_line(display_text(one));
        }
    }
}

/// The bits of those that are meant.
u32 Interpreter::parts_that(const std::function<bool(const ViewPart& part)>& are_meant) {
    u32 bits = 0;
    u32 bit = 1;
    for (const ViewPart& part : view_parts()) {
        bits |= are_meant(part) ? bit : 0;
        bit *= 2;
    }
    return bits;
}

Result<void> Interpreter::view(const Call& call) {
    u32 shown = shown_parts();
    bool is_first = true;
    for (const std::string_view word : words_of(call.arguments)) {
        const bool is_change = word.front() == '+' || word.front() == '-';
        const std::string_view name = is_change ? word.substr(1) : word;
        const auto* const group = std::ranges::find(groups, name, &ViewGroup::name);
        const std::vector<std::string_view> names = words_of(group != groups.end() ? group->parts : name);
        const u32 bits = parts_that([&names](const ViewPart& part) {
            return std::ranges::any_of(names, [&](std::string_view one) { return part.name.starts_with(one); });
        });
        if (bits == 0 && group == groups.end()) {
            return Error{"view has no part \"" + std::string(name.substr(0, 40)) + "\"; help view lists them"};
        }
        shown = word.front() == '-' ? shown & ~bits : bits | (is_change || !is_first ? shown : 0);
        is_first = false;
    }
    m_view = call.arguments.empty() ? m_view : std::optional(shown);
    show_position();
    return {};
}

std::string Interpreter::view_help() {
    std::string text;
    for (const ViewPart& part : view_parts()) {
        text += "\n  " + pad_right(std::string(part.name), 11) + std::string(part.help) +
                (part.is_usual ? "" : " (off at first)");
    }
    for (const ViewGroup& group : groups) {
        text += "\n  " + pad_right(std::string(group.name), 11) + std::string(group.help);
    }
    return text;
}

std::string Interpreter::display_text(const Display& one) const {
    const Result<std::string> value = value_text(one.text);
    return std::to_string(one.number) + ": " + one.text + " = " + (value ? *value : "(" + value.error().message + ")");
}

Result<void> Interpreter::display(const Call& call) {
    if (call.arguments.ends_with(".png")) {
        return picture(call);
    }
    if (call.arguments.empty() && m_displays.empty()) {
        print_line("display EXPRESSION shows it at each stop; picture draws the bitmap display");
    }
    if (!call.arguments.empty()) {
        if (const Result<std::string> value = value_text(call.arguments); !value) {
            return value.error();
        }
        m_displays.push_back({++m_last_display, std::string(call.arguments)});
    }
    for (const Display& one : m_displays) {
        if (call.arguments.empty() || one.number == m_last_display) {
            print_line(display_text(one));
        }
    }
    return {};
}

Result<void> Interpreter::undisplay(const Call& call) {
    const size_t count = std::erase_if(m_displays, [&](const Display& one) {
        return call.arguments.empty() || std::to_string(one.number) == call.arguments || one.text == call.arguments;
    });
    return count != 0 || call.arguments.empty() ? Result<void>()
                                                : Error{"display lists what is shown, with its number"};
}

Result<void> Interpreter::stack(const Call& call) {
    constexpr u32 usual_words = 16;
    constexpr u32 most_words = 4096;
    const Result<u64> count = call.arguments.empty() ? Result<u64>(usual_words) : count_of(call.arguments);
    if (!count) {
        return count.error();
    }
    const Rows rows = draw_stack(0, static_cast<u32>(std::min<u64>(*count, most_words)));
    for (const std::string& row : rows) {
        print_line(row);
    }
    if (rows.empty()) {
        print_line("nothing is on the stack: $sp is " + hex32(m_session.machine().cpu.gpr[reg::sp]));
    }
    return {};
}

}  // namespace mariner::debugger

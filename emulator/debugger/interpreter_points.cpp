// The commands about breakpoints and watchpoints, `who`, and how places are read.

#include <algorithm>
#include <array>
#include <memory>

#include "emulator/debugger/interpreter.hpp"
#include "emulator/debugger/registers.hpp"
#include "emulator/support/text.hpp"

namespace mariner::debugger {

namespace {

struct Sized {
    std::string_view function;
    u32 size;
};
constexpr auto sized = std::to_array<Sized>({{"byte", 1}, {"half", 2}, {"word", 4}, {"float", 4}, {"double", 8}});

/// "PLACE if CONDITION" in its parts.
struct Conditional {
    std::string_view place;
    std::string_view condition;
};

Conditional split_condition(std::string_view text) {
    if (text.starts_with("if ")) {
        return {{}, trim(text.substr(3))};
    }
    const size_t at = text.find(" if ");
    return at == std::string_view::npos ? Conditional{text, {}}
                                        : Conditional{trim(text.substr(0, at)), trim(text.substr(at + 4))};
}

std::optional<u32> plain_number(std::string_view text) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string_view::npos) {
        return std::nullopt;
    }
    u32 number = 0;
    for (const char c : text) {
        number = number * 10 + static_cast<u32>(c - '0');
    }
    return number;
}

std::string_view file_name(std::string_view path) {
    const size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view kind_name(WatchKind kind) {
    switch (kind) {
        case WatchKind::write:
            return "wwatch";
        case WatchKind::change:
            return "watch";
        case WatchKind::read:
            return "rwatch";
        case WatchKind::access:
            break;
    }
    return "awatch";
}

}  // namespace

Result<Condition> Interpreter::condition_of(std::string_view text) const {
    Result<Expression> expression = Expression::parse(text, m_session.image());
    if (!expression) {
        return expression.error();
    }
    if (const Result<Value> value = expression->evaluate(m_session.machine());
        value && std::holds_alternative<std::string>(*value)) {
        return Error{"a condition is a number, not a string"};
    }
    return Condition([shared = std::make_shared<const Expression>(std::move(*expression))](const Machine& machine) {
        return shared->is_true(machine);
    });
}

Result<u32> Interpreter::line_address(std::string_view file, u32 line) const {
    const ProgramImage& image = m_session.image();
    u32 best_line = ~u32{0};
    u32 best_address = 0;
    for (const TextEntry& entry : image.text) {
        if (entry.statement == TextEntry::no_statement || !entry.first_of_statement) {
            continue;
        }
        const Statement& statement = image.statements[entry.statement];
        const std::string& name = image.files[statement.file];
        const bool fits = file.empty() ? statement.file == statement.main_file || image.files.size() == 1
                                       : name == file || file_name(name) == file;
        const u32 here = statement.chain.empty() ? statement.line : statement.chain.front();
        if (fits && here >= line && here < best_line) {
            best_line = here;
            best_address = entry.address;
        }
    }
    return best_line != ~u32{0} ? Result<u32>(best_address)
                                : Error{"there is no instruction at line " + std::to_string(line) + " or behind it"};
}

Result<u32> Interpreter::text_place(std::string_view text) const {
    if (text.empty()) {
        return m_session.machine().cpu.pc;
    }
    if (const std::optional<u32> line = plain_number(text)) {
        return line_address({}, *line);
    }
    if (const size_t colon = text.rfind(':'); colon != std::string_view::npos) {
        const std::optional<u32> line = plain_number(text.substr(colon + 1));
        return line ? line_address(text.substr(0, colon), *line) : Error{"a place in a file is FILE:LINE"};
    }
    const Result<u32> address = integer(text.front() == '*' ? text.substr(1) : text);
    if (!address) {
        return address.error();
    }
    return *address % 4 == 0 ? address : Error{hex32(*address) + " is not the address of an instruction"};
}

Result<Place> Interpreter::data_place(std::string_view text) const {
    if (text.starts_with('$') && text != "$pc") {
        if (const std::optional<u8> id = find_register(text)) {
            return Place::of_register(*id);
        }
    }
    u32 size = 4;
    for (const Sized& row : sized) {
        if (text.starts_with(row.function) && trim(text.substr(row.function.size())).starts_with('(')) {
            size = row.size;
            text = trim(text.substr(row.function.size()));
            break;
        }
    }
    if (text.starts_with('*')) {
        text.remove_prefix(1);
    }
    std::string_view rest;
    const Result<Expression> expression = Expression::parse(text, m_session.image(), &rest);
    if (!expression) {
        return expression.error();
    }
    const Result<u32> address = integer_of(expression->evaluate(m_session.machine()));
    if (!address) {
        return address.error();
    }
    if (rest.starts_with(',')) {
        const Result<u32> bytes = integer(rest.substr(1));
        if (!bytes) {
            return bytes.error();
        }
        size = *bytes;
    } else if (!rest.empty()) {
        return Error{"\"" + std::string(rest.substr(0, 20)) + "\" is not understood"};
    }
    const Memory& memory = m_session.machine().memory();
    if (size == 0 || u64{*address} + size > (u64{1} << 32U) || !memory.peek_byte(*address) ||
        !memory.peek_byte(*address + size - 1)) {
        return Error{"there is no data of " + std::to_string(size) + " bytes at " + hex32(*address)};
    }
    return Place::of_memory(*address, size);
}

std::string Interpreter::label_of(u32 address) const {
    const Symbol* const symbol = m_session.image().symbol_at(address);
    return symbol != nullptr ? symbol->name : std::string();
}

std::string Interpreter::name_of(const Place& place) const {
    if (place.kind == Place::Kind::register_) {
        return std::string(register_name(place.register_id));
    }
    const std::string label = label_of(place.address);
    std::string name = hex32(place.address) + (label.empty() ? "" : " <" + label + ">");
    return place.size == 4 ? name : name + " (" + std::to_string(place.size) + (place.size == 1 ? " byte)" : " bytes)");
}

Result<void> Interpreter::add_breakpoint(const Call& call) {
    const Conditional parts = split_condition(call.arguments);
    const Result<u32> address = text_place(parts.place);
    if (!address) {
        return address.error();
    }
    if (m_session.machine().text().find(*address) == nullptr) {
        return Error{"there is no instruction at " + hex32(*address)};
    }
    Breakpoint breakpoint;
    breakpoint.address = *address;
    breakpoint.temporary = call.name == "tbreak";
    breakpoint.note = parts.condition;
    if (!parts.condition.empty()) {
        Result<Condition> condition = condition_of(parts.condition);
        if (!condition) {
            return condition.error();
        }
        breakpoint.condition = std::move(*condition);
    }
    print_line(point_text(m_session.add(std::move(breakpoint))));
    return {};
}

Result<void> Interpreter::add_watchpoint(const Call& call) {
    const Conditional parts = split_condition(call.arguments);
    const Result<Place> place = data_place(parts.place);
    if (!place) {
        return place.error();
    }
    Watchpoint watchpoint;
    watchpoint.place = *place;
    watchpoint.kind = WatchKind::access;
    for (const WatchKind kind : {WatchKind::write, WatchKind::change, WatchKind::read}) {
        watchpoint.kind = kind_name(kind) == call.name ? kind : watchpoint.kind;
    }
    const bool sees_reads = watchpoint.kind == WatchKind::read || watchpoint.kind == WatchKind::access;
    if (place->kind == Place::Kind::register_ && sees_reads) {
        return Error{"only memory can be watched for reads"};
    }
    watchpoint.note = parts.condition;
    if (!parts.condition.empty()) {
        Result<Condition> condition = condition_of(parts.condition);
        if (!condition) {
            return condition.error();
        }
        watchpoint.condition = std::move(*condition);
    }
    print_line(point_text(m_session.add(std::move(watchpoint))));
    return {};
}

std::string Interpreter::point_text(int id) const {
    const auto tail = [](const auto& point) {
        std::string text;
        text += point.note.empty() ? "" : " if " + point.note;
        text += point.temporary ? ", once" : "";
        text += point.enabled ? "" : ", off";
        text += point.ignore != 0 ? ", the next " + std::to_string(point.ignore) + " pass by" : "";
        text += point.hits != 0 ? ", " + std::to_string(point.hits) + (point.hits == 1 ? " hit" : " hits") : "";
        return text;
    };
    if (const Breakpoint* const breakpoint = m_session.find_breakpoint(id)) {
        return "breakpoint " + std::to_string(id) + " at " + place_text(breakpoint->address) + tail(*breakpoint);
    }
    const Watchpoint* const watchpoint = m_session.find_watchpoint(id);
    return "watchpoint " + std::to_string(id) + ": " + std::string(kind_name(watchpoint->kind)) + " " +
           name_of(watchpoint->place) + tail(*watchpoint);
}

Result<void> Interpreter::set_condition(const Call& call) {
    const size_t end = std::min(call.arguments.find(' '), call.arguments.size());
    const int id = static_cast<int>(plain_number(call.arguments.substr(0, end)).value_or(0));
    const std::string_view text = trim(call.arguments.substr(end));
    Breakpoint* const breakpoint = m_session.find_breakpoint(id);
    Watchpoint* const watchpoint = m_session.find_watchpoint(id);
    if (breakpoint == nullptr && watchpoint == nullptr) {
        return Error{"condition takes the number of a breakpoint or watchpoint; info breakpoints lists them"};
    }
    Condition condition;
    if (!text.empty()) {
        Result<Condition> parsed = condition_of(text);
        if (!parsed) {
            return parsed.error();
        }
        condition = std::move(*parsed);
    }
    (breakpoint != nullptr ? breakpoint->condition : watchpoint->condition) = std::move(condition);
    (breakpoint != nullptr ? breakpoint->note : watchpoint->note) = text;
    print_line(point_text(id));
    return {};
}

Result<void> Interpreter::set_ignore(const Call& call) {
    const size_t end = std::min(call.arguments.find(' '), call.arguments.size());
    const int id = static_cast<int>(plain_number(call.arguments.substr(0, end)).value_or(0));
    const std::optional<u32> count = plain_number(trim(call.arguments.substr(end)));
    Breakpoint* const breakpoint = m_session.find_breakpoint(id);
    Watchpoint* const watchpoint = m_session.find_watchpoint(id);
    if (!count || (breakpoint == nullptr && watchpoint == nullptr)) {
        return Error{"ignore takes the number of a breakpoint or watchpoint and a count"};
    }
    (breakpoint != nullptr ? breakpoint->ignore : watchpoint->ignore) = *count;
    print_line(point_text(id));
    return {};
}

Result<void> Interpreter::set_enabled(const Call& call) {
    const bool on = call.name == "enable";
    const int id = static_cast<int>(plain_number(call.arguments).value_or(0));
    bool found = false;
    const auto switch_one = [&](int one) {
        if (!call.arguments.empty() && one != id) {
            return;
        }
        found = true;
        if (Breakpoint* const breakpoint = m_session.find_breakpoint(one)) {
            breakpoint->enabled = on;
        } else {
            m_session.find_watchpoint(one)->enabled = on;
        }
    };
    for (const Breakpoint& breakpoint : m_session.breakpoints()) {
        switch_one(breakpoint.id);
    }
    for (const Watchpoint& watchpoint : m_session.watchpoints()) {
        switch_one(watchpoint.id);
    }
    return found || call.arguments.empty() ? Result<void>() : Error{"there is no breakpoint with this number"};
}

Result<void> Interpreter::delete_points(const Call& call) {
    if (!call.arguments.empty()) {
        const bool removed = m_session.remove(static_cast<int>(plain_number(call.arguments).value_or(0)));
        return removed ? Result<void>() : Error{"there is no breakpoint with this number"};
    }
    while (!m_session.breakpoints().empty()) {
        m_session.remove(m_session.breakpoints().back().id);
    }
    while (!m_session.watchpoints().empty()) {
        m_session.remove(m_session.watchpoints().back().id);
    }
    return {};
}

/// Those at a place; without one, here.
Result<void> Interpreter::clear_points(const Call& call) {
    const Result<u32> address = text_place(call.arguments);
    if (!address) {
        return address.error();
    }
    std::vector<int> ids;
    for (const Breakpoint& one : m_session.breakpoints()) {
        if (one.address == *address) {
            ids.push_back(one.id);
        }
    }
    for (const int id : ids) {
        m_session.remove(id);
    }
    return ids.empty() ? Error{"there is no breakpoint at " + place_text(*address)} : Result<void>();
}

Result<void> Interpreter::who(const Call& call) {
    Result<Place> place = Error{"who takes a register, an address, a label, or pixel X,Y"};
    if (call.arguments.starts_with("pixel")) {
        const std::string_view numbers = trim(call.arguments.substr(5));
        const size_t comma = std::min(numbers.find(','), numbers.size());
        const std::optional<u32> x = plain_number(trim(numbers.substr(0, comma)));
        const std::optional<u32> y = plain_number(trim(numbers.substr(std::min(comma + 1, numbers.size()))));
        if (!x || !y) {
            return Error{"a pixel is named by its column and row: who pixel 10,20"};
        }
        const Result<u32> address = m_front_end.pixel_address(*x, *y);
        if (!address) {
            return address.error();
        }
        place = Place::of_memory(*address, 4);
    } else if (!call.arguments.empty()) {
        place = data_place(call.arguments);
    }
    if (!place) {
        return place.error();
    }
    const std::optional<Touch> touch = m_session.last_write(*place);
    if (!touch) {
        print_line("nothing has written " + name_of(*place) +
                   (m_session.history_begin() == 0 ? " since the start" : " since the earliest moment remembered"));
        return {};
    }
    print_line(describe_touch(*touch) + ", step " + with_thousands(touch->time) + "\n  " + instruction_text(touch->pc));
    return {};
}

Result<void> Interpreter::info_breakpoints(std::string_view /*rest*/) {
    if (m_session.breakpoints().empty() && m_session.watchpoints().empty()) {
        print_line("there are no breakpoints");
    }
    for (const Breakpoint& breakpoint : m_session.breakpoints()) {
        print_line(point_text(breakpoint.id));
    }
    for (const Watchpoint& watchpoint : m_session.watchpoints()) {
        print_line(point_text(watchpoint.id));
    }
    return {};
}

}  // namespace mariner::debugger

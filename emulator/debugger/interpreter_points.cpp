// The commands about breakpoints and watchpoints, `who`, and how places are read.

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

#include "emulator/debugger/interpreter.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/platform/paths.hpp"
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

struct KindOf {
    std::string_view name;
    WatchKind kind;
};
constexpr auto watch_kinds = std::to_array<KindOf>({
    {"watch", WatchKind::change},
    {"wwatch", WatchKind::write},
    {"rwatch", WatchKind::read},
    {"awatch", WatchKind::access},
});

}  // namespace

Result<Condition> Interpreter::condition_of(std::string_view text) const {
    Result<Expression> expression = Expression::parse(text, m_session.image());
    if (!expression) {
        return expression.error();
    }
    if (const Result<ExpressionValue> value = expression->evaluate(m_session.machine());
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
                                       : name == file || platform::file_name(name) == file;
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
    if (const std::optional<u32> line = parse_digits<u32>(text)) {
        return line_address({}, *line);
    }
    if (const size_t colon = text.rfind(':'); colon != std::string_view::npos) {
        const std::optional<u32> line = parse_digits<u32>(text.substr(colon + 1));
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
    const std::string_view function = trim(text.substr(0, text.find('(')));
    if (const auto* const row = std::ranges::find(sized, function, &Sized::function);
        row != sized.end() && function.size() < text.size()) {
        size = row->size;
        text = trim(text.substr(function.size()));
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
    if (place.kind == PlaceKind::register_) {
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
    return add_point(std::move(breakpoint), parts.condition);
}

Result<void> Interpreter::add_watchpoint(const Call& call) {
    const Conditional parts = split_condition(call.arguments);
    const Result<Place> place = data_place(parts.place);
    if (!place) {
        return place.error();
    }
    Watchpoint watchpoint;
    watchpoint.place = *place;
    watchpoint.kind = std::ranges::find(watch_kinds, call.name, &KindOf::name)->kind;
    if (place->kind == PlaceKind::register_ && sees_reads(watchpoint.kind)) {
        return Error{"only memory can be watched for reads"};
    }
    return add_point(std::move(watchpoint), parts.condition);
}

template <class Kind>
Result<void> Interpreter::add_point(Kind point, std::string_view condition) {
    if (Result<void> done = give_condition(point, condition); !done) {
        return done;
    }
    print_line(point_text(m_session.add(std::move(point))));
    return {};
}

/// Another condition, or none.
Result<void> Interpreter::give_condition(Point& point, std::string_view text) const {
    Result<Condition> condition = text.empty() ? Condition() : condition_of(text);
    if (!condition) {
        return condition.error();
    }
    point.condition = std::move(*condition);
    point.note = text;
    return {};
}

std::string Interpreter::point_text(int id) const {
    const auto breakpoint = std::ranges::find(m_session.breakpoints(), id, &Point::id);
    const auto watchpoint = std::ranges::find(m_session.watchpoints(), id, &Point::id);
    const bool is_breakpoint = breakpoint != m_session.breakpoints().end();
    const Point& point = is_breakpoint ? static_cast<const Point&>(*breakpoint) : *watchpoint;
    return (is_breakpoint ? "breakpoint " + std::to_string(id) + " at " + place_text(breakpoint->address)
                          : "watchpoint " + std::to_string(id) + ": " +
                                std::string(std::ranges::find(watch_kinds, watchpoint->kind, &KindOf::kind)->name) +
                                " " + name_of(watchpoint->place)) +
           (point.note.empty() ? "" : " if " + point.note) + (point.temporary ? ", once" : "") +
           (point.enabled ? "" : ", off") +
           (point.ignore != 0 ? ", the next " + std::to_string(point.ignore) + " pass by" : "") +
           (point.hits != 0 ? ", " + std::to_string(point.hits) + (point.hits == 1 ? " hit" : " hits") : "");
}

/// The one that a number names, and what stands behind the number.
std::pair<Point*, std::string_view> Interpreter::numbered_point(const Call& call) {
    const size_t end = std::min(call.arguments.find(' '), call.arguments.size());
    const int id = parse_digits<int>(call.arguments.substr(0, end)).value_or(0);
    return {m_session.find_point(id), trim(call.arguments.substr(end))};
}

Result<void> Interpreter::set_condition(const Call& call) {
    const auto [point, text] = numbered_point(call);
    if (point == nullptr) {
        return Error{"condition takes the number of a breakpoint or watchpoint; info breakpoints lists them"};
    }
    if (Result<void> done = give_condition(*point, text); !done) {
        return done;
    }
    print_line(point_text(point->id));
    return {};
}

Result<void> Interpreter::set_ignore(const Call& call) {
    const auto [point, text] = numbered_point(call);
    const std::optional<u32> count = parse_digits<u32>(text);
    if (!count || point == nullptr) {
        return Error{"ignore takes the number of a breakpoint or watchpoint and a count"};
    }
    point->ignore = *count;
    print_line(point_text(point->id));
    return {};
}

/// The number that is given, or all there are; an error if it is none of them.
Result<std::vector<int>> Interpreter::points_named(const Call& call) const {
    std::vector<int> ids;
    std::ranges::transform(m_session.breakpoints(), std::back_inserter(ids), &Point::id);
    std::ranges::transform(m_session.watchpoints(), std::back_inserter(ids), &Point::id);
    if (!call.arguments.empty()) {
        const int id = parse_digits<int>(call.arguments).value_or(0);
        std::erase_if(ids, [id](int one) { return one != id; });
        if (ids.empty()) {
            return Error{"there is no breakpoint with this number"};
        }
    }
    return ids;
}

/// `enable`, `disable`, `delete`.
Result<void> Interpreter::change_points(const Call& call) {
    const Result<std::vector<int>> ids = points_named(call);
    if (!ids) {
        return ids.error();
    }
    for (const int id : *ids) {
        m_session.find_point(id)->enabled = call.name == "enable";
        if (call.name == "delete") {
            m_session.remove(id);
        }
    }
    return {};
}

/// Those at a place; without one, here.
Result<void> Interpreter::clear_points(const Call& call) {
    const Result<u32> address = text_place(call.arguments);
    if (!address) {
        return address.error();
    }
    const std::vector<Breakpoint> all = m_session.breakpoints();
    bool is_there = false;
    for (const Breakpoint& one : all) {
        is_there |= one.address == *address && m_session.remove(one.id);
    }
    return is_there ? Result<void>() : Error{"there is no breakpoint at " + place_text(*address)};
}

Result<void> Interpreter::who(const Call& call) {
    Result<Place> place = Error{"who takes a register, an address, a label, or pixel X,Y"};
    if (call.arguments.starts_with("pixel")) {
        const std::vector<std::string_view> numbers = words_of(call.arguments.substr(5));
        const auto number = [&](size_t i) { return parse_digits<u32>(numbers.size() == 2 ? numbers[i] : ""); };
        const std::optional<u32> x = number(0);
        const std::optional<u32> y = number(1);
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
    const std::vector<int> ids = *points_named({});
    if (ids.empty()) {
        print_line("there are no breakpoints");
    }
    for (const int id : ids) {
        print_line(point_text(id));
    }
    return {};
}

}  // namespace mariner::debugger

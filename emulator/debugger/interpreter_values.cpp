// The commands that show and change values: registers, memory, expressions; and info.

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/debugger/interpreter.hpp"
#include "emulator/debugger/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::debugger {

namespace {

constexpr std::string_view formats = "xdutcfs";
constexpr u64 most_items = 65536;

std::string quoted(std::string_view text) {
    constexpr auto digits = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        const u8 byte = static_cast<u8>(c);
        if (c == '\n' || c == '\t') {
            result += c == '\n' ? "\\n" : "\\t";
        } else if (byte < 0x20 || byte == 0x7f) {
            result += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
        } else {
            result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
        }
    }
    return result + "\"";
}

std::string binary_digits(u32 value, u32 bits) {
    std::string text;
    for (u32 i = bits; i-- > 0;) {
        text += (value >> i & 1U) != 0 ? '1' : '0';
        text += i % 8 == 0 && i != 0 ? " " : "";
    }
    return text;
}

std::string hex_digits(u32 value, u32 bytes) {
    return "0x" + hex32(value).substr(2 + 8 - 2 * bytes);
}

/// A value of `bytes` bytes in one of the formats.
std::string number_text(u32 value, char format, u32 bytes) {
    switch (format) {
        case 'd': {
            const u32 shift = 32 - 8 * bytes;
            return std::to_string(static_cast<i32>(value << shift) >> shift);
        }
        case 'u':
            return std::to_string(value);
        case 't':
            return binary_digits(value, 8 * bytes);
        case 'c': {
            std::string character;
            append_latin1(character, static_cast<u8>(value));
            std::string text = quoted(character);
            text.front() = text.back() = '\'';
            return text;
        }
        case 'f':
            return java_text(std::bit_cast<float>(value));
        default:
            return hex_digits(value, bytes);
    }
}

}  // namespace

Result<Value> Interpreter::evaluate(std::string_view text) const {
    const Result<Expression> expression = Expression::parse(text, m_session.image());
    return expression ? expression->evaluate(m_session.machine()) : Result<Value>(expression.error());
}

Result<u32> Interpreter::integer(std::string_view text) const {
    return integer_of(evaluate(text));
}

Result<void> Interpreter::print_value(const Call& call) {
    std::string_view text = call.arguments;
    char format = 0;
    if (text.starts_with('/')) {
        format = text.size() > 1 ? text[1] : ' ';
        text = trim(text.substr(std::min<size_t>(2, text.size())));
        if (formats.find(format) == std::string_view::npos) {
            return Error{"a format is one of x d u t c f s"};
        }
    }
    const Result<Value> value = evaluate(text);
    if (!value) {
        return value.error();
    }
    if (const std::string* const string = std::get_if<std::string>(&*value)) {
        print_line(quoted(*string));
    } else if (const u32* const number = std::get_if<u32>(&*value)) {
        const std::string label = label_of(*number);
        if (format == 's') {
            const Result<Value> at = evaluate("string(" + std::to_string(*number) + ")");
            print_line(at ? quoted(std::get<std::string>(*at)) : at.error().message);
        } else if (format != 0) {
            print_line(number_text(*number, format, 4));
        } else {
            print_line(std::to_string(static_cast<i32>(*number)) + "  " + hex32(*number) +
                       (label.empty() ? "" : "  <" + label + ">"));
        }
    } else if (const float* const single = std::get_if<float>(&*value)) {
        const u32 bits = std::bit_cast<u32>(*single);
        print_line(format != 0 && format != 'f' ? number_text(bits, format, 4)
                                                : java_text(*single) + "  " + hex32(bits));
    } else {
        print_line(java_text(std::get<double>(*value)));
    }
    return {};
}

Result<Interpreter::Examination> Interpreter::read_examination(std::string_view letters) {
    Examination result;
    u64 count = 0;
    for (const char c : letters) {
        if (c >= '0' && c <= '9') {
            count = std::min<u64>(count * 10 + static_cast<u64>(c - '0'), most_items);
        } else if (c == 'b' || c == 'h' || c == 'w') {
            result.size = c == 'b' ? 1 : (c == 'h' ? 2 : 4);
        } else if (formats.find(c) != std::string_view::npos || c == 'i') {
            result.format = c;
            result.size = c == 'c' ? 1 : result.size;
        } else {
            return Error{"after x/ stand a count, a format x d u t c f s i, a size b h w"};
        }
    }
    result.count = static_cast<u32>(count != 0 ? count : 1);
    return result;
}

Result<void> Interpreter::examine(const Call& call) {
    std::string_view text = call.arguments;
    Result<Examination> what = Examination{};
    if (text.starts_with('/')) {
        const size_t end = std::min(text.find(' '), text.size());
        what = read_examination(text.substr(1, end - 1));
        text = trim(text.substr(end));
    }
    if (!what) {
        return what.error();
    }
    const Result<u32> address = integer(text);
    if (!address) {
        return address.error();
    }
    if (what->format == 's') {
        return examine_strings(*address, what->count);
    }
    if (what->format != 'i') {
        return examine_numbers(*address, *what);
    }
    for (u32 i = 0; i < what->count; ++i) {
        print_line(disassembly_line(*address + 4 * i));
    }
    return {};
}

Result<void> Interpreter::examine_strings(u32 address, u32 count) {
    for (u32 i = 0; i < count; ++i) {
        const Result<Value> string = evaluate("string(" + std::to_string(address) + ")");
        if (!string || m_session.read_memory(address, 1).empty()) {
            return Error{"there is no memory at " + hex32(address)};
        }
        print_line(hex32(address) + ": " + quoted(std::get<std::string>(*string)));
        address += static_cast<u32>(utf16_of(std::get<std::string>(*string)).size()) + 1;
    }
    return {};
}

Result<void> Interpreter::examine_numbers(u32 address, const Examination& what) {
    const std::vector<u8> bytes = m_session.read_memory(address, what.count * what.size);
    const u32 in_row = what.format == 't' ? 4 / what.size : 16 / what.size;
    const u32 there = static_cast<u32>(bytes.size()) / what.size;
    std::string row;
    for (u32 i = 0; i < there; ++i) {
        const u32 at = address + i * what.size;
        u32 value = 0;
        std::memcpy(&value, bytes.data() + size_t{i} * what.size, what.size);
        if (i % in_row == 0) {
            const std::string label = label_of(at);
            row = hex32(at) + (label.empty() ? "" : " <" + label + ">") + ":";
        }
        row += " " + number_text(value, what.format, what.size);
        if (i % in_row == in_row - 1 || i + 1 == there) {
            print_line(std::exchange(row, {}));
        }
    }
    return there == what.count ? Result<void>()
                               : Error{"there is no memory at " + hex32(address + static_cast<u32>(bytes.size()))};
}

namespace {

u32 bits_of_single(const Value& value) {
    if (const u32* const integer = std::get_if<u32>(&value)) {
        return std::bit_cast<u32>(static_cast<float>(static_cast<i32>(*integer)));
    }
    const float* const single = std::get_if<float>(&value);
    return std::bit_cast<u32>(single != nullptr ? *single : static_cast<float>(std::get<double>(value)));
}

u64 bits_of_double(const Value& value) {
    if (const u32* const integer = std::get_if<u32>(&value)) {
        return std::bit_cast<u64>(static_cast<double>(static_cast<i32>(*integer)));
    }
    const float* const single = std::get_if<float>(&value);
    return std::bit_cast<u64>(single != nullptr ? static_cast<double>(*single) : std::get<double>(value));
}

/// The = of an assignment, not one of a comparison.
size_t find_assignment(std::string_view text) {
    for (size_t i = 1; i + 1 < text.size(); ++i) {
        const bool is_comparison =
            text[i + 1] == '=' || std::string_view("=!<>").find(text[i - 1]) != std::string_view::npos;
        if (text[i] == '=' && !is_comparison) {
            return i;
        }
    }
    return std::string_view::npos;
}

}  // namespace

Result<void> Interpreter::set(const Call& call) {
    const size_t at = find_assignment(call.arguments);
    if (at == std::string_view::npos) {
        return Error{"set takes PLACE = EXPRESSION, such as set $t0 = 5"};
    }
    const std::string_view left = trim(call.arguments.substr(0, at));
    const Result<Value> value = evaluate(trim(call.arguments.substr(at + 1)));
    if (!value) {
        return value.error();
    }
    if (std::holds_alternative<std::string>(*value)) {
        return Error{"a string can't be stored"};
    }
    const bool was_past = m_session.is_in_past();
    const Result<bool> is_set = assign(left, *value);
    if (!is_set) {
        return is_set.error();
    }
    if (!*is_set) {
        return Error{std::string(left) + " can't be set to this"};
    }
    if (was_past) {
        print_line("what came after this moment is forgotten");
    }
    return {};
}

Result<bool> Interpreter::assign(std::string_view left, const Value& value) {
    constexpr std::string_view pair_of = "double(";
    const bool is_pair = left.starts_with(pair_of) && left.ends_with(')');
    const std::string_view inner = is_pair ? trim(left.substr(pair_of.size(), left.size() - pair_of.size() - 1)) : left;
    const u8 id = inner.starts_with('$') ? find_register(inner).value_or(reg::bin) : reg::bin;
    if (id >= register_id::float_base) {
        const u64 bits = is_pair ? bits_of_double(value) : bits_of_single(value);
        return m_session.set_register(id, static_cast<u32>(bits)) &&
               (!is_pair || m_session.set_register(static_cast<u8>(id + 1), static_cast<u32>(bits >> 32U)));
    }
    if (left == "$pc" || (id != reg::bin && !is_pair)) {
        const Result<u32> integer = integer_of(value);
        if (!integer) {
            return integer.error();
        }
        return left == "$pc" ? m_session.set_pc(*integer) : m_session.set_register(id, *integer);
    }
    return assign_memory(left, value);
}

Result<bool> Interpreter::assign_memory(std::string_view left, const Value& value) {
    const Result<Place> place = data_place(left);
    if (!place) {
        return place.error();
    }
    const u32* const integer = std::get_if<u32>(&value);
    u64 bits = 0;
    if (left.starts_with("double(")) {
        bits = bits_of_double(value);
    } else {
        bits = integer != nullptr && !left.starts_with("float(") ? *integer : bits_of_single(value);
    }
    std::vector<u8> bytes(place->size);
    std::memcpy(bytes.data(), &bits, std::min<size_t>(bytes.size(), sizeof bits));
    return m_session.write_memory(place->address, bytes);
}

Result<void> Interpreter::info(const Call& call) {
    const size_t end = std::min(call.arguments.find(' '), call.arguments.size());
    const std::string_view topic = call.arguments.substr(0, end);
    const std::string_view rest = trim(call.arguments.substr(end));
    const auto is = [topic](std::string_view name) { return !topic.empty() && name.starts_with(topic); };
    if (is("registers")) {
        info_registers();
    } else if (is("floats")) {
        info_floats();
    } else if (is("symbols")) {
        info_symbols(rest);
    } else if (is("breakpoints")) {
        info_breakpoints();
    } else if (is("map")) {
        info_map();
    } else if (is("history")) {
        info_history();
    } else {
        return Error{"info takes registers, floats, symbols, breakpoints, map or history"};
    }
    return {};
}

void Interpreter::info_registers() {
    const auto cell = [](std::string_view name, u32 value) {
        std::string text = std::string(name);
        text.resize(8, ' ');
        text += hex32(value) + " ";
        std::string decimal = std::to_string(static_cast<i32>(value));
        decimal.insert(0, 12 - std::min<size_t>(decimal.size(), 12), ' ');
        return text + decimal;
    };
    const CpuState& cpu = m_session.machine().cpu;
    for (u8 row = 0; row < 16; ++row) {
        const u8 other = static_cast<u8>(row + 16);
        print_line(cell(register_name(row), cpu.gpr[row]) + "    " + cell(register_name(other), cpu.gpr[other]));
    }
    print_line(cell("$pc", cpu.pc) + "    " + cell("$fcc", cpu.condition_flags));
    print_line(cell("$hi", cpu.hi) + "    " + cell("$lo", cpu.lo));
    print_line(cell("$status", cpu.status) + "    " + cell("$cause", cpu.cause));
    print_line(cell("$epc", cpu.epc) + "    " + cell("$vaddr", cpu.bad_address));
}

void Interpreter::info_floats() {
    const auto& fpr = m_session.machine().cpu.fpr;
    for (size_t i = 0; i < fpr.size(); i += 2) {
        std::string row = "$f" + std::to_string(i);
        row.resize(6, ' ');
        row += hex32(fpr[i]) + "  " + java_text(std::bit_cast<float>(fpr[i]));
        row.resize(std::max<size_t>(row.size() + 1, 34), ' ');
        row += "$f" + std::to_string(i + 1) + " ";
        row += hex32(fpr[i + 1]) + "  " + java_text(std::bit_cast<float>(fpr[i + 1]));
        row.resize(std::max<size_t>(row.size() + 1, 68), ' ');
        print_line(row + "double " + java_text(std::bit_cast<double>((u64{fpr[i + 1]} << 32U) | fpr[i])));
    }
}

void Interpreter::info_symbols(std::string_view part) {
    std::vector<const Symbol*> symbols;
    for (const Symbol& symbol : m_session.image().symbols) {
        if (symbol.name.find(part) != std::string::npos) {
            symbols.push_back(&symbol);
        }
    }
    std::stable_sort(symbols.begin(), symbols.end(),
                     [](const Symbol* a, const Symbol* b) { return a->address < b->address; });
    for (const Symbol* const symbol : symbols) {
        print_line(hex32(symbol->address) + "  " + (symbol->is_data ? "data  " : "text  ") + symbol->name +
                   (symbol->is_global ? "  (global)" : ""));
    }
    if (symbols.empty()) {
        print_line(part.empty() ? "the program has no labels" : "no label has \"" + std::string(part) + "\" in it");
    }
}

void Interpreter::info_map() {
    const Machine& machine = m_session.machine();
    const MemoryMap& map = machine.map();
    const auto row = [this](std::string_view name, u32 begin, u32 limit) {
        std::string text(name);
        text.resize(18, ' ');
        if (begin != limit) {
            print_line(text + hex32(begin) + " to " + hex32(limit - 1));
        }
    };
    const u32 text_size = 4 * static_cast<u32>(machine.text().user().slots.size());
    row("text", map.text.base, map.text.limit);
    row("  of the program", machine.text().user().base, machine.text().user().base + text_size);
    row("data", map.data.base, map.data.limit);
    row("  heap so far", map.heap_base, machine.heap_pointer);
    row("stack", map.stack.base, map.stack.limit);
    row("kernel text", map.kernel_text.base, map.kernel_text.limit);
    row("kernel data", map.kernel_data.base, map.kernel_data.limit);
    row("memory-mapped", map.mmio.base, map.mmio.limit);
    print_line("$sp " + hex32(machine.cpu.gpr[reg::sp]) + ", $gp " + hex32(machine.cpu.gpr[reg::gp]) + "; " +
               with_thousands(machine.memory().touched_bytes()) + " bytes in pages written so far");
}

void Interpreter::info_history() {
    print_line("step " + with_thousands(m_session.time()) + " of " + with_thousands(m_session.history_begin()) +
               " to " + with_thousands(m_session.history_end()) + "; " + std::to_string(m_session.snapshot_count()) +
               " snapshots, " + with_thousands(m_session.history_bytes()) + " bytes");
}

}  // namespace mariner::debugger

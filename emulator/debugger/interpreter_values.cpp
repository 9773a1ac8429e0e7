// The commands that show and change values: registers, memory, expressions; and info.

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/debugger/interpreter.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner::debugger {

namespace {

constexpr std::string_view formats = "xdutcfs";
constexpr u64 most_items = 65536;

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

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view blanks = " \t,";
    std::vector<std::string_view> words;
    while (text.find_first_not_of(blanks) != std::string_view::npos) {
        text.remove_prefix(text.find_first_not_of(blanks));
        words.push_back(text.substr(0, text.find_first_of(blanks)));
        text.remove_prefix(words.back().size());
    }
    return words;
}

Result<ExpressionValue> Interpreter::evaluate(std::string_view text) const {
    const Result<Expression> expression = Expression::parse(text, m_session.image());
    return expression ? expression->evaluate(m_session.machine()) : Result<ExpressionValue>(expression.error());
}

Result<u32> Interpreter::integer(std::string_view text) const {
    return integer_of(evaluate(text));
}

Result<void> Interpreter::print_value(const Call& call) {
    const Result<std::string> text = value_text(call.arguments);
    if (!text) {
        return text.error();
    }
    print_line(*text);
    return {};
}

Result<std::string> Interpreter::value_text(std::string_view text) const {
    char format = 0;
    if (text.starts_with('/')) {
        format = text.size() > 1 ? text[1] : ' ';
        text = trim(text.substr(std::min<size_t>(2, text.size())));
        if (formats.find(format) == std::string_view::npos && format != 'i') {
            return Error{"a format is one of x d u t c f s i"};
        }
    }
    const Result<ExpressionValue> value = evaluate(text);
    if (!value) {
        return value.error();
    }
    if (const std::string* const string = std::get_if<std::string>(&*value)) {
        return quoted(*string);
    }
    if (const float* const single = std::get_if<float>(&*value)) {
        const u32 bits = std::bit_cast<u32>(*single);
        return format != 0 && format != 'f' ? number_text(bits, format, 4) : java_text(*single) + "  " + hex32(bits);
    }
    if (const double* const real = std::get_if<double>(&*value)) {
        return java_text(*real);
    }
    const u32 number = std::get<u32>(*value);
    if (format == 's') {
        const Result<ExpressionValue> at = evaluate("string(" + std::to_string(number) + ")");
        return at ? Result<std::string>(quoted(std::get<std::string>(*at))) : at.error();
    }
    if (format == 'i') {
        return instruction_text(number);
    }
    const std::string label = label_of(number);
    return format != 0 ? number_text(number, format, 4)
                       : std::to_string(static_cast<i32>(number)) + "  " + hex32(number) +
                             (label.empty() ? "" : "  <" + label + ">");
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
    const u32 next = m_examined != 0 ? m_examined : m_session.machine().map().data_base;
    const Result<u32> address = text.empty() ? Result<u32>(next) : integer(text);
    if (!address) {
        return address.error();
    }
    m_examined = *address + what->count * (what->format == 'i' ? 4 : what->size);
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
        const Result<ExpressionValue> string = evaluate("string(" + std::to_string(address) + ")");
        if (!string || m_session.read_memory(address, 1).empty()) {
            return Error{"there is no memory at " + hex32(address)};
        }
        print_line(hex32(address) + ": " + quoted(std::get<std::string>(*string)));
        address += static_cast<u32>(utf16_of(std::get<std::string>(*string)).size()) + 1;
    }
    m_examined = address;
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

u64 bits_of_real(const ExpressionValue& value, bool is_double) {
    const double real = real_of(value);
    const float* const single = std::get_if<float>(&value);  // a NaN keeps its bits
    return is_double ? std::bit_cast<u64>(real)
                     : std::bit_cast<u32>(single != nullptr ? *single : static_cast<float>(real));
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
    size_t at = find_assignment(call.arguments);
    if (call.arguments.find('=') == std::string_view::npos) {
        at = call.arguments.find(' ');  // set $t0 5
    }
    if (at == std::string_view::npos) {
        return Error{"set takes PLACE = EXPRESSION, such as set $t0 = 5"};
    }
    const std::string_view left = trim(call.arguments.substr(0, at));
    const Result<ExpressionValue> value = evaluate(trim(call.arguments.substr(at + 1)));
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

Result<bool> Interpreter::assign(std::string_view left, const ExpressionValue& value) {
    constexpr std::string_view pair_of = "double(";
    const bool is_pair = left.starts_with(pair_of) && left.ends_with(')');
    const std::string_view inner = is_pair ? trim(left.substr(pair_of.size(), left.size() - pair_of.size() - 1)) : left;
    const u8 id = inner.starts_with('$') ? find_register(inner).value_or(reg::bin) : reg::bin;
    if (id >= register_id::float_base) {
        const u64 bits = bits_of_real(value, is_pair);
        return m_session.set_register(id, static_cast<u32>(bits)) &&
               (!is_pair || m_session.set_register(static_cast<u8>(id + 1), static_cast<u32>(bits >> 32U)));
    }
    if (left == "$pc" || (id != reg::bin && !is_pair)) {
        const Result<u32> bits = integer_of(value);
        if (!bits) {
            return bits.error();
        }
        return left == "$pc" ? m_session.set_pc(*bits) : m_session.set_register(id, *bits);
    }
    const Result<Place> place = data_place(left);
    if (!place) {
        return place.error();
    }
    const u32* const integer = std::get_if<u32>(&value);
    const bool is_real = integer == nullptr || is_pair || left.starts_with("float(");
    const u64 bits = is_real ? bits_of_real(value, is_pair) : *integer;
    std::vector<u8> bytes(place->size);
    std::memcpy(bytes.data(), &bits, std::min<size_t>(bytes.size(), sizeof bits));
    return m_session.write_memory(place->address, bytes);
}

std::span<const Interpreter::Topic> Interpreter::topics() {
    static constexpr auto table = std::to_array<Topic>({
        {"registers", &Interpreter::info_registers},
        {"floats", &Interpreter::info_floats},
        {"symbols", &Interpreter::info_symbols},
        {"breakpoints", &Interpreter::info_breakpoints},
        {"map", &Interpreter::info_map},
        {"history", &Interpreter::info_history},
    });
    return table;
}

Result<void> Interpreter::info(const Call& call) {
    const std::string_view name = call.arguments.substr(0, call.arguments.find(' '));
    const auto all = topics();
    const auto topic = std::ranges::find_if(all, [&](const Topic& one) { return one.name.starts_with(name); });
    return topic != all.end() && !name.empty()
               ? (this->*topic->show)(trim(call.arguments.substr(name.size())))
               : Error{"info takes registers, floats, symbols, breakpoints, map or history"};
}

namespace {

std::string register_cell(std::string_view name, u32 value) {
    return pad_right(std::string(name), 8) + hex32(value) + " " + pad_left(std::to_string(static_cast<i32>(value)), 12);
}

}  // namespace

Result<void> Interpreter::info_registers(std::string_view names) {
    const CpuState& cpu = m_session.machine().cpu;
    for (const std::string_view name : words_of(names)) {
        const bool is_pc = name == "$pc" || name == "pc";
        const std::optional<u8> id = find_register(name);
        if (!id && !is_pc) {
            return Error{"there is no register \"" + std::string(name) + "\""};
        }
        const u32 value = is_pc ? cpu.pc : register_value(cpu, *id).value_or(0);
        print_line(register_cell(is_pc ? "$pc" : register_name(*id), value) +
                   (id && *id >= register_id::float_base ? "  " + java_text(std::bit_cast<float>(value)) : ""));
    }
    for (const std::string& row : names.empty() ? register_rows() : std::vector<std::string>()) {
        print_line(row);
    }
    return {};
}

std::vector<std::string> Interpreter::register_rows() const {
    const CpuState& cpu = m_session.machine().cpu;
    std::vector<std::string> rows;
    const auto add = [&rows](std::string_view left, u32 value, std::string_view right, u32 other) {
        rows.push_back(register_cell(left, value) + "    " + register_cell(right, other));
    };
    for (u8 row = 0; row < 16; ++row) {
        const u8 other = static_cast<u8>(row + 16);
        add(register_name(row), cpu.gpr[row], register_name(other), cpu.gpr[other]);
    }
    add("$pc", cpu.pc, "$fcc", cpu.condition_flags);
    add("$hi", cpu.hi, "$lo", cpu.lo);
    add("$status", cpu.status, "$cause", cpu.cause);
    add("$epc", cpu.epc, "$vaddr", cpu.bad_address);
    return rows;
}

Result<void> Interpreter::info_floats(std::string_view names) {
    if (!names.empty()) {
        return info_registers(names);
    }
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
    return {};
}

Result<void> Interpreter::info_symbols(std::string_view part) {
    std::vector<const Symbol*> symbols;
    for (const Symbol& symbol : m_session.image().symbols) {
        if (symbol.name.find(part) != std::string::npos) {
            symbols.push_back(&symbol);
        }
    }
    std::ranges::stable_sort(symbols, {}, &Symbol::address);
    for (const Symbol* const symbol : symbols) {
        print_line(hex32(symbol->address) + "  " + (symbol->is_data ? "data  " : "text  ") + symbol->name +
                   (symbol->is_global ? "  (global)" : ""));
    }
    if (symbols.empty()) {
        print_line(part.empty() ? "the program has no labels" : "no label has \"" + std::string(part) + "\" in it");
    }
    return {};
}

Result<void> Interpreter::info_map(std::string_view /*rest*/) {
    const Machine& machine = m_session.machine();
    const MemoryMap& map = machine.map();
    const auto row = [this](std::string_view name, u32 begin, u32 limit) {
        if (begin != limit) {
            print_line(pad_right(std::string(name), 18) + hex32(begin) + " to " + hex32(limit - 1));
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
    return {};
}

Result<void> Interpreter::info_history(std::string_view /*rest*/) {
    print_line("step " + with_thousands(m_session.time()) + " of " + with_thousands(m_session.history_begin()) +
               " to " + with_thousands(m_session.history_end()) + "; " + std::to_string(m_session.snapshot_count()) +
               " snapshots, " + with_thousands(m_session.history_bytes()) + " bytes");
    return {};
}

Result<void> Interpreter::tool(const Call& call) {
    ToolView& view = m_session.tools();
    const std::string wanted(call.arguments);
    if (wanted.starts_with("press ")) {
        const std::string_view key = trim(std::string_view(wanted).substr(6));
        return m_session.press("dlab", key) ? Result<void>()
                                            : Error{"a key of dlab's pad is pressed, 0 to f; --tool dlab connects it"};
    }
    if (wanted == "list") {
        print(tools::tools_help());
        return {};
    }
    if (wanted == "off") {
        return view.choose({});
    }
    std::vector<std::string> all = view.specifications();
    if (!wanted.empty() && std::find(all.begin(), all.end(), wanted) == all.end()) {
        all.push_back(wanted);
        if (Result<void> chosen = view.choose(std::move(all)); !chosen) {
            return chosen;
        }
    }
    const tools::ToolSet* const acting = m_session.acting_tools();
    if (acting != nullptr) {
        print(acting->text());
    }
    if (view.specifications().empty() && acting != nullptr) {
        return {};
    }
    if (view.specifications().empty()) {
        return Error{"no tool is connected: tool cache connects one, tool list shows all"};
    }
    const tools::ToolSet* const now = view.now();
    if (now == nullptr) {
        return Error{"interrupted"};
    }
    print(now->text());
    if (view.since() != 0) {
        print_line("counted from step " + with_thousands(view.since()) + " on: what was before is forgotten");
    }
    return {};
}

}  // namespace mariner::debugger

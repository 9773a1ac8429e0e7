// What the next instruction will do with its values, and values as the view shows them: short, with what they mean.

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <utility>

#include "emulator/analysis/service_memory.hpp"
#include "emulator/debugger/interpreter.hpp"
#include "emulator/debugger/preview.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/columns.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner::debugger {

namespace {

constexpr size_t longest_label = 24;
constexpr size_t longest_quote = 40;

/// Without labels in front and the remark behind.
std::string_view code_of(std::string_view line) {
    char quote = 0;
    size_t begin = 0;
    for (size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0) {
            i += c == '\\' ? 1 : 0;
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '#') {
            return trim(line.substr(begin, i - begin));
        } else if (c == ':' && trim(line.substr(begin, i - begin)).find_first_of(" \t") == std::string_view::npos) {
            begin = i + 1;
        }
    }
    return trim(line.substr(begin));
}

}  // namespace

/// "list+4" for what lies in data, "main+8" for text; empty if nothing is near.
std::string Interpreter::near_label(u32 address) const {
    constexpr u32 far = 4096;
    const Symbol* const symbol = m_session.image().symbol_at(address, true);
    if (symbol == nullptr || address - symbol->address >= far) {
        return {};
    }
    const u32 offset = address - symbol->address;
    return fit_columns(symbol->name, longest_label) + (offset == 0 ? "" : "+" + std::to_string(offset));
}

/// An address with its label, else a number: decimal where people would read it so.
std::string Interpreter::short_value(u32 value) const {
    constexpr u32 least_address = 0x1000;
    constexpr i32 most_digits = 99'999'999;
    const Machine& machine = m_session.machine();
    const bool is_address =
        value >= least_address && (machine.memory().peek_byte(value) || machine.text().find(value) != nullptr);
    const i32 number = static_cast<i32>(value);
    if (!is_address) {
        return number >= -most_digits && number <= most_digits ? std::to_string(number) : hex32(value);
    }
    const std::string label = near_label(value);
    return hex32(value) + (label.empty() ? "" : " " + label);
}

std::string Interpreter::register_text(const CpuState& cpu, u8 id, bool is_pair) const {
    const u32 bits = register_value(cpu, id).value_or(0);
    if (id >= register_id::float_base) {
        return float_register_text(cpu, id, is_pair);
    }
    return id == register_id::status || id == register_id::cause ? hex32(bits) : short_value(bits);
}

/// What the program has only doubles in, but for moves of their halves.
RegisterSet Interpreter::doubles_of(const ProgramImage& image) {
    RegisterSet doubles;
    RegisterSet singles;
    for (const TextEntry& entry : image.text) {
        const bool is_move = entry.instruction.op == isa::Op::mtc1 || entry.instruction.op == isa::Op::mfc1;
        doubles = doubles | double_registers(entry.instruction);
        singles = singles | (is_move ? RegisterSet() : single_registers(entry.instruction));
    }
    return doubles & ~singles;
}

/// The registers of a set, the halves of a double as one, with what `text` has to say of each.
std::vector<std::string> Interpreter::register_items(const RegisterSet& among, u32 pc,
                                                     const RegisterTeller& text) const {
    RegisterSet pairs = m_doubles;
    for (u32 at = pc; at != statement_end(pc); at += 4) {
        if (const TextSlot* const slot = m_session.machine().text().find(at)) {
            pairs = pairs | double_registers(slot->instruction);
        }
    }
    std::vector<std::string> items;
    for_each_register(among & ~RegisterSet::only(reg::zero), pairs, [&](u8 id, bool is_pair) {
        if (!register_name(id).empty()) {
            const std::string item = text(id, is_pair);
            items.insert(items.end(), item.empty() ? 0 : 1, std::string(register_name(id)) + " " + item);
        }
    });
    return items;
}

std::vector<std::string> Interpreter::changes(const CpuState& before, const CpuState& after, u32 pc,
                                              const RegisterSet& among, bool says_equal) const {
    return register_items(among, pc, [&](u8 id, bool is_pair) {
        const std::string old = register_text(before, id, is_pair);
        const std::string now = register_text(after, id, is_pair);
        const bool is_changed = register_value(before, id) != register_value(after, id) || old != now;
        return is_changed ? old + " -> " + now : (says_equal ? "stays " + now : std::string());
    });
}

/// "[0x10010004 list+4] = 7", or with what is written there.
std::string Interpreter::access_text(u32 address, u32 size, u64 value, bool is_write, bool is_float) const {
    const auto text = [&](u64 bits) {
        const u32 word = static_cast<u32>(bits);
        if (is_float) {
            return size == 8 ? java_text(std::bit_cast<double>(bits)) : java_text(std::bit_cast<float>(word));
        }
        const bool is_letter = size == 1 && word > 0x20 && word < 0x7f;
        return short_value(word) + (is_letter ? std::string(" '") + static_cast<char>(word) + "'" : "");
    };
    const std::string label = near_label(address);
    std::string item = "[" + hex32(address) + (label.empty() ? "" : " " + label) + "] ";
    if (!is_write) {
        return item + "= " + text(value);
    }
    u64 old = 0;
    const std::vector<u8> bytes = m_session.read_memory(address, size);
    for (size_t i = 0; i < bytes.size(); ++i) {
        old |= u64{bytes[i]} << (8 * i);
    }
    return item + text(old) + " -> " + text(value);
}

/// "print string", "address = 0x10010000 hello \"hello, \"": the row of the table says which registers mean what.
std::vector<std::string> Interpreter::service_items(const CpuState& cpu) const {
    const u32 service = cpu.gpr[reg::v0];
    const SyscallInfo* const row = find_syscall(service);
    if (row == nullptr) {
        return {"$v0 = " + std::to_string(static_cast<i32>(service)) + " is no service"};
    }
    std::vector<std::string> items = {std::to_string(service) + " " + std::string(row->name)};
    std::string_view left = row->arguments;
    while (left.starts_with('$')) {
        const size_t end = std::min(left.find(", $"), left.size());
        const std::string_view argument = left.substr(0, end);
        left.remove_prefix(std::min(end + 2, left.size()));
        const std::string_view name = argument.substr(0, argument.find_first_of("/ "));
        const bool is_pair = argument.find('/') < argument.find(' ');
        std::string_view meaning = trim(argument.substr(argument.find('=') + 1));
        meaning = meaning.substr(0, meaning.find(':'));
        const u8 id = find_register(name).value_or(reg::bin);
        std::string item = std::string(meaning) + " " + std::string(name) + " = " + register_text(cpu, id, is_pair);
        if (is_text_argument(service, id)) {
            const Result<ExpressionValue> text = evaluate("string(" + std::to_string(cpu.gpr[id]) + ")");
            item += text ? " " + fit_columns(quoted(std::get<std::string>(*text)), longest_quote) : "";
        }
        items.push_back(std::move(item));
    }
    return items;
}

std::string Interpreter::destination(u32 pc) const {
    const std::string label = near_label(pc);
    if (m_session.machine().text().find(pc) == nullptr) {
        return "to " + hex32(pc) + ", where no instruction is";
    }
    return "to " + (label.empty() ? std::string() : label + " ") + place_of(m_session.image(), pc);
}

/// Where the instruction's own values come from, what it changes, where it goes.
std::vector<std::string> Interpreter::next_items() const {
    const Machine& machine = m_session.machine();
    const Preview next = preview(machine, m_session.has_delayed_branching());
    if (next.count == 0) {
        return {"no instruction is here"};
    }
    const TextEntry* const entry = m_session.image().find_text(machine.cpu.pc);
    const bool is_whole =
        entry != nullptr && entry->first_of_statement && !machine.text().find(machine.cpu.pc)->is_stored;
    const isa::InstructionInfo& row = isa::info(next.instruction.op);
    const meaning::Facts& facts = meaning::facts(next.instruction.op);
    std::vector<std::string> items = {is_whole ? std::string(code_of(instruction_text(machine.cpu.pc)))
                                               : basic_text(machine.cpu.pc)};
    const auto add = [&items](std::vector<std::string> more) {
        std::move(more.begin(), more.end(), std::back_inserter(items));
    };
    if (next.accesses.empty()) {
        add(register_items(next.read & ~next.written, next.address,
                           [&](u8 id, bool is_pair) { return "= " + register_text(machine.cpu, id, is_pair); }));
    }
    if (next.exception) {
        items.push_back("exception: " + std::string(trim(mars_text(next.exception))));
        return items;
    }
    const bool is_double = (facts.loads == 8 || facts.stores == 8) && next.accesses.size() == 2;
    for (const Preview::MemoryAccess& access : next.accesses) {
        const bool is_unknown = next.flow == Flow::leave && &access == &next.accesses.back();
        const u64 high = is_double ? next.accesses[1].value : 0;
        items.push_back(is_unknown
                            ? "[" + hex32(access.address) + "] is asked of a device"
                            : access_text(access.address, is_double ? 8 : access.size, (high << 32U) | access.value,
                                          access.is_write, meaning::facts(row.op).is_float()));
        if (is_double) {
            break;
        }
    }
    if (next.flow == Flow::leave) {
        return items;
    }
    RegisterSet shown = next.written;
    if (next.count > 1) {
        shown.remove(reg::at);
    }
    add(changes(machine.cpu, next.cpu, next.address, shown, next.flow == Flow::next));
    if (next.flow == Flow::syscall) {
        add(service_items(next.cpu));
    } else if (next.flow != Flow::next) {
        items.push_back((next.flow == Flow::branch && meaning::facts(row.op).is_branch ? "taken, " : "") +
                        destination(next.cpu.pc));
    } else if (meaning::facts(row.op).is_branch) {
        items.emplace_back("not taken");
    }
    return items;
}

}  // namespace mariner::debugger

#include "emulator/runtime/explain.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "emulator/execute/registers.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

/// What stands behind an exception in most programs; {address} becomes the address, {where} a remark about it.
struct Reason {
    ExceptionKind kind;
    std::string_view text;
};

constexpr auto reasons = std::to_array<Reason>({
    {ExceptionKind::overflow,
     "the signed result does not fit into 32 bits; addu, addiu and subu wrap around instead of trapping"},
    {ExceptionKind::trap, "the condition of this trap instruction holds"},
    {ExceptionKind::break_without_code,
     "break stops the program; division by zero makes one in div and rem with three operands"},
    {ExceptionKind::break_with_code, "break stops the program; its code says what its author meant"},
    {ExceptionKind::address_load, "no memory segment holds this address{where}"},
    {ExceptionKind::address_store, "no memory segment holds this address{where}"},
    {ExceptionKind::misaligned_word_load, "the address of a word must be divisible by 4{align}"},
    {ExceptionKind::misaligned_word_store, "the address of a word must be divisible by 4{align}"},
    {ExceptionKind::misaligned_half_load, "the address of a halfword must be divisible by 2"},
    {ExceptionKind::misaligned_half_store, "the address of a halfword must be divisible by 2"},
    {ExceptionKind::misaligned_double_load,
     "the address of a double must be divisible by 8; put .align 3 before its label"},
    {ExceptionKind::misaligned_double_store,
     "the address of a double must be divisible by 8; put .align 3 before its label"},
    {ExceptionKind::text_load, "instructions can't be read as data{where}; --self-modifying allows it"},
    {ExceptionKind::text_store, "instructions can't be overwritten{where}; --self-modifying allows it"},
    {ExceptionKind::kernel_text_load, "the kernel's instructions can't be read as data"},
    {ExceptionKind::kernel_text_store, "the kernel's instructions can't be overwritten"},
    {ExceptionKind::misaligned_text_access, "text is read and written by whole words, at addresses divisible by 4"},
    {ExceptionKind::odd_all, "a double lives in a pair of registers and is named by the even one"},
    {ExceptionKind::odd_both, "a double lives in a pair of registers and is named by the even one"},
    {ExceptionKind::odd_first, "a double lives in a pair of registers and is named by the even one"},
    {ExceptionKind::odd_second, "a double lives in a pair of registers and is named by the even one"},
    {ExceptionKind::undefined_instruction,
     "this word is no instruction: the program ran into data or overwrote itself"},
    {ExceptionKind::external_interrupt, "a device asked for attention, and the program has no handler at 0x80000180"},
});

constexpr u32 near_zero = 0x1000;

/// A remark about an address that nothing holds.
std::string where(const MemoryMap& map, u32 address) {
    if (map.text.contains(address)) {
        return "; the label of an instruction is no place for data";
    }
    if (address < near_zero) {
        return "; so close to 0 it looks like an index or a register that was never set";
    }
    if (address - map.data.limit < near_zero) {
        return "; it lies just behind the data segment, which ends at " + hex32(map.data.limit);
    }
    if (map.stack.base != 0 && map.stack.base - address < near_zero) {
        return "; the stack is full: endless recursion?";
    }
    if (map.stack.base != 0 && address - map.stack.limit < near_zero) {
        return "; it lies above the stack: more was taken from it than was put on it";
    }
    return "";
}

std::string align_remark(const Exception& exception) {
    return exception.value < near_zero ? "; so close to 0 it looks like an index or a register that was never set"
                                       : "; are elements counted in words, or does .align 2 before the label help?";
}

std::string why(const Exception& exception, const MemoryMap& map) {
    const auto* const found = std::ranges::find(reasons, exception.kind, &Reason::kind);
    if (found == reasons.end()) {
        return "";
    }
    std::string text(found->text);
    if (const size_t at = text.find("{where}"); at != std::string::npos) {
        text.replace(at, 7, where(map, exception.value));
    }
    if (const size_t at = text.find("{align}"); at != std::string::npos) {
        text.replace(at, 7, align_remark(exception));
    }
    return text;
}

/// A number was to be read, and something else came.
Cause cause_of_input(const std::string& input, u32 service) {
    constexpr u32 read_integer = 5;
    constexpr u32 read_character = 12;
    if (service == read_character) {
        return {"an empty line was read, where a character belongs", "type a character in front of Enter"};
    }
    const std::string what =
        trim(input).empty() ? "an empty line was read" : "\"" + input.substr(0, 60) + "\" was read";
    return service == read_integer
               ? Cause{what + ", where a whole number belongs",
                       "type a whole number from -2147483648 to 2147483647, alone on its line; text is read by syscall "
                       "8"}
               : Cause{what + ", where a number belongs",
                       "type a number such as 1.5 (with a point), alone on its line; text is read by syscall 8"};
}

std::string decimal_and_hex(u32 value) {
    return hex32(value) + " (" + std::to_string(static_cast<i32>(value)) + ")";
}

/// The registers that the instruction reads, each once.
std::string operand_values(const isa::Instruction& instruction, const CpuState& cpu) {
    std::string text;
    for_each_register(registers_read(instruction), double_registers(instruction), [&](u8 id, bool is_pair) {
        text += (text.empty() ? "" : ", ") + std::string(register_name(id)) + " = " +
                (id >= register_id::float_base ? float_register_text(cpu, id, is_pair)
                                               : decimal_and_hex(register_value(cpu, id).value_or(0)));
    });
    return text;
}

/// "5, read integer"; only the number if there is no such service.
std::string service_name(const CpuState& cpu) {
    const SyscallInfo* const row = find_syscall(cpu.gpr[reg::v0]);
    const std::string number = std::to_string(static_cast<i32>(cpu.gpr[reg::v0]));
    return row == nullptr ? number + " (in $v0), which MARS doesn't have" : number + ", " + std::string(row->name);
}

/// The argument registers that the service reads.
std::string service_arguments(const CpuState& cpu) {
    const SyscallInfo* const row = find_syscall(cpu.gpr[reg::v0]);
    std::string text;
    for (const u8 number : {reg::a0, reg::a1, reg::a2, reg::a3}) {
        const std::string_view name = isa::register_name(number);
        if (row != nullptr && row->takes(name)) {
            text += (text.empty() ? "" : ", ") + std::string(name) + " = " + decimal_and_hex(cpu.gpr[number]);
        }
    }
    return text;
}

std::string_view without_indent(std::string_view line) {
    line = trim(line);
    return line.substr(0, 200);
}

void add_row(std::string& report, std::string_view title, std::string_view text) {
    if (!text.empty()) {
        report += "  " + std::string(title);
        report.append(13 - title.size(), ' ');
        report += std::string(text) + "\n";
    }
}

void add_source(std::string& report, const ProgramImage& image, u32 address) {
    const Statement* const statement = image.find_statement(address);
    if (statement == nullptr) {
        return;
    }
    add_row(report, "source", without_indent(statement->source));
    if (!statement->chain.empty()) {
        add_row(report, "in a macro", "called in line " + std::to_string(statement->chain.front()));
    }
}

void add_instruction(std::string& report, const Machine& machine, u32 address, bool has_bad_address) {
    const TextSlot* const slot = machine.text().find(address);
    if (slot == nullptr || slot->state != TextState::present) {
        return;
    }
    const auto label_at = [&](u32 target) {
        const Symbol* const symbol = machine.image().symbol_at(target);
        return symbol != nullptr ? symbol->name : std::string();
    };
    add_row(report, "instruction", isa::assembly_text(slot->instruction, address, label_at));
    const bool is_syscall = slot->instruction.op == isa::Op::syscall;
    // A service may have put its result into $v0 before it failed.
    const bool is_number_gone = is_syscall && find_syscall(machine.cpu.gpr[reg::v0]) == nullptr && has_bad_address;
    if (is_syscall && !is_number_gone) {
        add_row(report, "service", service_name(machine.cpu));
    }
    add_row(report, "operands",
            is_syscall ? service_arguments(machine.cpu) : operand_values(slot->instruction, machine.cpu));
}

}  // namespace

std::string place_of(const ProgramImage& image, u32 address) {
    const Statement* const statement = image.find_statement(address);
    if (statement == nullptr) {
        return hex32(address);
    }
    return visible_line(image.files[statement->file]) + ":" + std::to_string(statement->line);
}

std::string code_of(std::string_view source) {
    bool is_text = false;
    size_t end = 0;
    while (end < source.size() && (is_text || source[end] != '#')) {
        is_text ^= source[end++] == '"';
    }
    std::string_view code = trim(source.substr(0, end));
    const size_t colon = code.find(':');
    if (colon != std::string_view::npos && code.substr(0, colon).find_first_of(" \t\"'(,") == std::string_view::npos) {
        code = trim(code.substr(colon + 1));
    }
    constexpr size_t longest = 60;
    return std::string(code.substr(0, longest));
}

std::string line_text(const ProgramImage& image, u32 address) {
    const Statement* const statement = image.find_statement(address);
    return place_of(image, address) + (statement != nullptr ? " (" + code_of(statement->source) + ")" : std::string());
}

std::string trouble_of(const RunResult& result, u64 steps) {
    switch (result.ending) {
        case RunEnding::exception:
            return std::string(trim(mars_text(result.exception)));
        case RunEnding::invalid_pc:
            return "invalid program counter value: " + hex32(result.pc);
        case RunEnding::host_failure:
        case RunEnding::end_of_input:
            return result.exception.message;
        case RunEnding::limit:
            return result.message;
        case RunEnding::step_limit:
            return "stopped after " + with_thousands(steps) + " instructions (--max-steps)";
        case RunEnding::time_limit:
            return "stopped when its time was up (--time-limit), after " + with_thousands(steps) + " instructions";
        case RunEnding::stopped:
            return "interrupted after " + with_thousands(steps) + " instructions";
        case RunEnding::output_lost:
            return "stopped after " + with_thousands(steps) + " instructions: its output can't be written";
        case RunEnding::paused:
        case RunEnding::exited:
        case RunEnding::dropped_off:
        case RunEnding::hook:
            break;
    }
    return "";
}

Cause usual_cause(const Machine& machine, const RunResult& result) {
    switch (result.ending) {
        case RunEnding::exception:
            if (result.has_refused_input) {
                return cause_of_input(result.message, machine.cpu.gpr[reg::v0]);
            }
            return {why(result.exception, machine.map()), ""};
        case RunEnding::invalid_pc:
            return result.pc == 0
                       ? Cause{"0 is what $ra holds at the start: main was never called, so it can't return",
                               "end the program with li $v0, 10 and syscall; call functions with jal"}
                       : Cause{"a jump went to where no instructions are",
                               "look at the register that it used: only jal sets $ra, only la gives addresses"};
        case RunEnding::end_of_input:
            return {"the input has fewer lines than the program reads",
                    "give it one line for every read, or let it end when a certain line comes, such as 0"};
        default:
            return {};
    }
}

std::string explain(const Machine& machine, const RunResult& result, u64 steps) {
    return explain(machine, result, steps, usual_cause(machine, result));
}

std::string explain(const Machine& machine, const RunResult& result, u64 steps, const Cause& cause) {
    const std::string trouble = trouble_of(result, steps);
    if (trouble.empty()) {
        return "";
    }
    // After a limit the program counter says where it would have gone on.
    const bool at_instruction = result.ending != RunEnding::step_limit && result.ending != RunEnding::time_limit &&
                                result.ending != RunEnding::stopped && result.ending != RunEnding::output_lost;
    const u32 address = at_instruction ? result.pc : machine.cpu.pc;
    std::string report;
    if (result.ending == RunEnding::invalid_pc) {
        report = "runtime error: " + trouble + "\n";
    } else {
        const std::string kind = result.ending == RunEnding::exception ? "runtime error: " : "";
        report = place_of(machine.image(), address) + ": " + kind + trouble + " (at " + hex32(address) + ")\n";
        add_source(report, machine.image(), address);
        if (at_instruction) {
            const ExceptionKind exception = result.exception.kind;
            const bool has_bad_address =
                exception == ExceptionKind::address_load || exception == ExceptionKind::address_store;
            add_instruction(report, machine, address, has_bad_address);
        }
    }
    add_row(report, "why", cause.why);
    add_row(report, "remedy", cause.remedy);
    return visible_text(report);
}

}  // namespace mariner

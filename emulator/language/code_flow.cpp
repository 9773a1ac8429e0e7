#include "emulator/language/code_flow.hpp"

#include <span>
#include <utility>

#include "emulator/isa/disassemble.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner::language {

namespace {

/// `b` and its like: a branch whose condition compares a register with itself.
bool always_branches(const isa::Instruction& instruction) {
    return (instruction.op == isa::Op::beq && instruction.rs == instruction.rt) ||
           (instruction.op == isa::Op::bgez && instruction.rs == 0);
}

bool goes_by_register(const isa::Instruction& instruction) {
    return meaning::facts(instruction.op).is_indirect && !is_return(instruction);
}

}  // namespace

bool is_call(const isa::Instruction& instruction) {
    return meaning::facts(instruction.op).links;
}

bool is_return(const isa::Instruction& instruction) {
    return instruction.op == isa::Op::jr && instruction.rs == reg::ra;
}

CodeFlow::CodeFlow(const ProgramImage& image, size_t first, size_t past) : m_image(&image) {
    for (size_t i = first; i < past; ++i) {
        m_at[image.text[i].address] = i;
    }
    const auto mark = [&](u32 address) {
        if (m_at.contains(address)) {
            m_marked.insert(address);
        }
    };
    for (const Symbol& symbol : image.symbols) {
        mark(symbol.address);
    }
    for (const TextEntry& entry : std::span(image.text).subspan(first, past - first)) {
        const isa::InstructionInfo& row = isa::info(entry.instruction.op);
        if (meaning::facts(row.op).is_transfer() && !meaning::facts(row.op).is_indirect) {
            mark(isa::transfer_target(entry.instruction, entry.address));
        }
    }
    mark(image.entry);
}

std::optional<size_t> CodeFlow::find(u32 address) const {
    const auto found = m_at.find(address);
    return found != m_at.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<size_t> CodeFlow::called_by(size_t number) const {
    const std::optional<u32> target = isa::call_target(entry(number).instruction, entry(number).address);
    return target ? find(*target) : std::nullopt;
}

bool CodeFlow::goes_elsewhere(size_t number) const {
    const isa::Instruction& instruction = entry(number).instruction;
    const bool jumps = meaning::facts(instruction.op).is_jump && !is_call(instruction);
    return jumps || always_branches(instruction) || instruction.op == isa::Op::eret || ends_program(number);
}

std::vector<size_t> CodeFlow::successors(size_t number) const {
    const isa::Instruction& instruction = entry(number).instruction;
    const isa::InstructionInfo& row = isa::info(instruction.op);
    std::vector<size_t> next;
    if (!goes_elsewhere(number)) {
        if (const auto following = behind(number)) {
            next.push_back(*following);
        }
    }
    if (meaning::facts(row.op).is_transfer() && !meaning::facts(row.op).is_indirect && !is_call(instruction)) {
        if (const auto target = find(isa::transfer_target(instruction, entry(number).address))) {
            next.push_back(*target);
        }
    }
    return next;
}

std::vector<bool> CodeFlow::later_than(const std::function<bool(size_t)>& begins) const {
    std::vector<bool> is_later(size());
    std::vector<size_t> waiting;
    const auto reach = [&](size_t number) {
        if (!is_later[number]) {
            is_later[number] = true;
            waiting.push_back(number);
        }
    };
    const auto reach_all = [&](const auto& is_one) {
        for (size_t i = 0; i < size(); ++i) {
            if (is_one(i)) {
                reach(i);
            }
        }
    };
    bool has_returned = false;
    bool has_gone_by_register = false;
    const auto leave = [&](size_t number) {
        const isa::Instruction& instruction = entry(number).instruction;
        for (const size_t next : successors(number)) {
            reach(next);
        }
        if (const std::optional<size_t> routine = called_by(number)) {
            reach(*routine);
        }
        // Any return may lead behind any call, any jump by a register to any label.
        if (is_return(instruction) && !std::exchange(has_returned, true)) {
            reach_all([&](size_t i) { return i > 0 && is_call(entry(i - 1).instruction); });
        }
        if (goes_by_register(instruction) && !std::exchange(has_gone_by_register, true)) {
            reach_all([&](size_t i) { return is_marked(i); });
        }
    };
    for (size_t i = 0; i < size(); ++i) {
        if (begins(i)) {
            leave(i);
        }
    }
    while (!waiting.empty()) {
        const size_t number = waiting.back();
        waiting.pop_back();
        leave(number);
    }
    return is_later;
}

std::optional<i32> CodeFlow::service_of(size_t number) const {
    constexpr size_t furthest = 12;
    for (size_t i = number; i > 0 && number - i < furthest && !is_marked(i); --i) {
        const isa::Instruction& before = entry(i - 1).instruction;
        const bool is_constant = (before.op == isa::Op::addiu || before.op == isa::Op::ori) && before.rs == 0;
        if (registers_written(before).contains(reg::v0)) {
            return is_constant ? std::optional(before.imm) : std::nullopt;
        }
        if (meaning::facts(before.op).is_transfer() || before.op == isa::Op::syscall) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

bool CodeFlow::ends_program(size_t number) const {
    constexpr i32 exit_program = 10;
    constexpr i32 exit_with_code = 17;
    if (entry(number).instruction.op != isa::Op::syscall) {
        return false;
    }
    const std::optional<i32> service = service_of(number);
    return service == exit_program || service == exit_with_code;
}

}  // namespace mariner::language

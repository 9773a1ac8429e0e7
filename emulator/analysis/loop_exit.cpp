#include "emulator/analysis/loop_exit.hpp"

#include <algorithm>

#include "emulator/isa/disassemble.hpp"
#include "emulator/runtime/explain.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

bool sets_if_less(Op op) {
    return is_one_of(op, Op::slt, Op::sltu, Op::slti, Op::sltiu);
}

std::string number_text(u32 value) {
    return std::to_string(static_cast<i32>(value));
}

}  // namespace

bool LoopExit::holds(u32 address) const {
    return std::ranges::binary_search(m_addresses, address);
}

bool LoopExit::leads_out(u32 pc, const isa::Instruction& instruction) const {
    const bool is_branch = isa::info(instruction.op).has(isa::flag::Branch);
    const bool always = instruction.op == Op::bgez && instruction.rs == reg::zero;
    return is_branch && !always && (!holds(isa::transfer_target(instruction, pc)) || !holds(pc + 4));
}

/// By all instructions of a statement, but for what they keep in $at.
RegisterSet LoopExit::read_by_statement(u32 pc) const {
    RegisterSet set;
    const ProgramImage& image = m_machine.image();
    const TextEntry* entry = image.find_text(pc);
    while (entry != nullptr) {
        set = set | registers_read(entry->instruction);
        entry = entry->first_of_statement ? nullptr : image.find_text(entry->address - 4);
    }
    set.remove(reg::at);
    set.remove(reg::zero);
    return set;
}

/// A branch on what slt (or c.lt.s) has found compares what that one compares.
RegisterSet LoopExit::compared_by(u32 pc) const {
    const RegisterSet direct = read_by_statement(pc);
    constexpr u32 farthest = 16;
    for (u32 back = pc - 4; back >= pc - farthest && holds(back); back -= 4) {
        const isa::Instruction* const instruction = at(back);
        const bool is_flag = instruction != nullptr && isa::info(instruction->op).id.starts_with("c_");
        const bool feeds = instruction != nullptr && (sets_if_less(instruction->op) || is_flag) &&
                           registers_written(*instruction).meets(direct);
        if (feeds) {
            return registers_read(*instruction);
        }
    }
    return direct;
}

void LoopExit::see(u32 pc, const CpuState& cpu) {
    const isa::Instruction* const instruction = at(pc);
    if (instruction == nullptr) {
        return;
    }
    if (instruction->op == Op::jr) {
        m_returns[pc] = cpu.gpr[instruction->rs];
    }
    if (isa::info(instruction->op).has(isa::flag::Load)) {
        SeenRegister& base = m_bases[pc];
        base.changes |= base.last != 0 && base.last != cpu.gpr[instruction->rs];
        base.last = cpu.gpr[instruction->rs];
    }
    if (!leads_out(pc, *instruction)) {
        return;
    }
    SeenBranch& branch = m_branches[pc];
    for_each_register(compared_by(pc), {}, [&](u8 id, bool /*is_double*/) {
        const u32 value = register_value(cpu, id).value_or(0);
        SeenRegister& seen = branch.registers[id];
        seen.first = branch.times == 0 ? value : seen.first;
        seen.changes |= value != seen.first;
        seen.before_last = branch.times == 0 ? value : seen.last;
        seen.last = value;
    });
    ++branch.times;
}

LoopExit::EndlessReason LoopExit::reason(const std::vector<std::string>& counters) const {
    const auto often = std::ranges::max_element(m_branches, {}, [](const auto& entry) { return entry.second.times; });
    return often != m_branches.end() ? reason_of_branch(often->first, often->second, counters) : reason_without_exit();
}

LoopExit::EndlessReason LoopExit::reason_of_branch(u32 pc, const SeenBranch& branch,
                                                   const std::vector<std::string>& counters) const {
    const bool is_still =
        std::ranges::none_of(branch.registers, [](const auto& entry) { return entry.second.changes; });
    if (is_still) {
        return reason_of_still(pc, branch, counters);
    }
    std::string course;
    for (const auto& [id, seen] : branch.registers) {
        course += (course.empty() ? "" : ", ") + std::string(register_name(id)) +
                  (id >= register_id::float_base ? (seen.changes ? " changes" : " stays")
                   : seen.changes ? " goes on from " + number_text(seen.before_last) + " to " + number_text(seen.last)
                                  : " stays " + number_text(seen.last));
    }
    const isa::Instruction* const instruction = at(pc);
    const bool is_equality = is_one_of(instruction->op, Op::beq, Op::bne) &&
                             read_by_statement(pc).low == compared_by(pc).low &&
                             !is_fed_by(pc, {Op::slt, Op::sltu, Op::slti, Op::sltiu});
    return {"only " + line(pc) + " can end the loop, and it never does: " + course,
            is_equality
                ? "the values pass each other without ever being equal: compare with bge or ble (blt, bgt), or begin "
                  "and step so that they meet"
            : is_fed_by(pc, {Op::sltu, Op::sltiu})
                ? "comparisons that end in u know no number below 0: use bge or blt, and check the direction"
                : "check the direction: does the register step towards the limit, and is the comparison the right "
                  "one (blt or bgt)?"};
}

/// One of these in the same statement.
bool LoopExit::is_fed_by(u32 pc, std::initializer_list<Op> ops) const {
    const ProgramImage& image = m_machine.image();
    const TextEntry* entry = image.find_text(pc);
    while (entry != nullptr && std::ranges::find(ops, entry->instruction.op) == ops.end()) {
        entry = entry->first_of_statement ? nullptr : image.find_text(entry->address - 4);
    }
    return entry != nullptr;
}

LoopExit::EndlessReason LoopExit::reason_of_still(u32 pc, const SeenBranch& branch,
                                                  const std::vector<std::string>& counters) const {
    std::string values;
    std::string first;
    for (const auto& [id, seen] : branch.registers) {
        values += (values.empty() ? "" : " and ") + std::string(register_name(id)) +
                  (id < 32 ? " is " + number_text(seen.last) : std::string(" is the same"));
        first = first.empty() ? std::string(register_name(id)) : first;
    }
    const std::string head = "only " + line(pc) + " can end the loop, and in every round ";
    for (const u32 address : m_addresses) {
        const isa::Instruction* const writer = at(address);
        for (const auto& [id, seen] : branch.registers) {
            if (writer == nullptr || address == pc || !registers_written(*writer).contains(id) ||
                sets_if_less(writer->op)) {
                continue;
            }
            const bool is_walk = m_bases.contains(address) && m_bases.at(address).changes;
            if (is_walk) {
                return {head + values + ": " + line(address) + " reads on and on, far behind its data",
                        "test for what really ends the data: the number of elements, or the 0 behind a string (beqz)"};
            }
            const bool is_constant = (registers_read(*writer).low & ~u64{1}) == 0;
            const std::string it(register_name(id));
            return {head + values + ": " + line(address) + " gives " + it + " the same value again",
                    is_constant
                        ? "set " + it + " once, in front of the loop's label"
                        : "let the loop make another value of it: store the new one, or step to the next element"};
        }
    }
    const std::string counter = counters.empty() ? std::string() : counters.front();
    return {
        head + values + ": nothing in the loop changes " + (branch.registers.size() > 1 ? "either" : "it"),
        (counter.empty() ? "change " + (first.empty() ? std::string("what it compares") : first) +
                               " in the loop (addi " + first + ", " + first + ", 1)"
                         : "the loop changes " + counter + ": compare that register, or change what is compared now")};
}

/// Is the return a function's that calls another, is it main's, or that of a function which main ran into?
std::string LoopExit::remedy_for_return(u32 pc, u32 call) const {
    const ProgramImage& image = m_machine.image();
    u32 function = 0;
    for (const TextEntry& entry : image.text) {
        const u32 target = isa::call_target(entry.instruction, entry.address).value_or(0);
        function = target <= pc ? std::max(function, target) : function;
    }
    const Symbol* const name = image.symbol_at(function);
    if (function > call && name != nullptr) {
        return "end what stands in front of " + name->name +
               " with li $v0, 10 and syscall: the program runs on into it";
    }
    return function != 0 ? "a function that calls others saves $ra on the stack first and restores it before jr $ra"
                         : "end main with li $v0, 10 and syscall in place of jr $ra";
}

/// No branch leads out.
LoopExit::EndlessReason LoopExit::reason_without_exit() const {
    for (const auto& [pc, target] : m_returns) {
        const isa::Instruction* const call = at(target - 4);
        const bool is_call = call != nullptr && isa::info(call->op).has(isa::flag::Link);
        if (is_call && !holds(target - 4)) {
            return {line(pc) + " goes back behind the call in " + line(target - 4) +
                        " again and again: $ra still holds what that call left there",
                    remedy_for_return(pc, target - 4)};
        }
    }
    for (const u32 pc : m_addresses) {
        const isa::Instruction* const call = at(pc);
        const bool is_call = call != nullptr && call->op == Op::jal && holds(isa::transfer_target(*call, pc));
        if (is_call && m_returns.empty()) {
            const Symbol* const function = m_machine.image().symbol_at(isa::transfer_target(*call, pc));
            const std::string name = function != nullptr ? function->name : "the function";
            return {name + " calls itself in " + line(pc) +
                        " without end: there is no test in front of the call that returns",
                    "begin " + name + " with its base case: a branch to a jr $ra that makes no further call"};
        }
    }
    for (const u32 pc : m_addresses) {
        const isa::Instruction* const jump = at(pc);
        const bool is_back = jump != nullptr && isa::info(jump->op).is_transfer() &&
                             !isa::info(jump->op).has(isa::flag::Indirect | isa::flag::Link) &&
                             isa::transfer_target(*jump, pc) <= pc;
        if (is_back) {
            return {line(pc) + " always goes back, and no branch leads out of the loop",
                    "write a branch to a label behind the loop, for when the work is done"};
        }
    }
    return {};
}

}  // namespace mariner

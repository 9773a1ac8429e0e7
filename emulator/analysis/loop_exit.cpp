#include "emulator/analysis/loop_exit.hpp"

#include <algorithm>
#include <bit>

#include "emulator/analysis/loop_exit_words.hpp"
#include "emulator/analysis/objects.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/java_number.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

}  // namespace

bool LoopExit::holds(u32 address) const {
    return std::ranges::binary_search(m_addresses, address);
}

bool LoopExit::leads_out(u32 pc, const isa::Instruction& instruction) const {
    const bool is_branch = meaning::facts(instruction.op).is_branch;
    const bool always = instruction.op == Op::bgez && instruction.rs == reg::zero;
    return is_branch && !always && (!comes_back(isa::transfer_target(instruction, pc)) || !comes_back(pc + 4));
}

/// A place of the loop, or one between its lines that it didn't come to just now, and from where it goes on.
bool LoopExit::comes_back(u32 address) const {
    constexpr int farthest = 64;
    u32 service = 0;
    for (int i = 0; i < farthest && !holds(address); ++i) {
        const isa::Instruction* const instruction = at(address);
        const bool is_between = address > m_addresses.front() && address < m_addresses.back();
        if (!is_between || instruction == nullptr || meaning::facts(instruction->op).is_indirect) {
            return false;
        }
        const bool chooses = instruction->rt == reg::v0 && instruction->rs == reg::zero;
        service = chooses ? static_cast<u32>(instruction->imm) : service;
        if (instruction->op == Op::syscall && (service == 10 || service == 17)) {
            return false;
        }
        const bool goes = instruction->op == Op::j || (instruction->op == Op::bgez && instruction->rs == reg::zero);
        address = goes ? isa::transfer_target(*instruction, address) : address + 4;
    }
    return holds(address);
}

RegisterSet read_by_statement(const ProgramImage& image, u32 pc) {
    RegisterSet set;
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
    const RegisterSet direct = read_by_statement(m_machine.image(), pc);
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
    m_last = cpu;
    if (instruction == nullptr) {
        return;
    }
    if (instruction->op == Op::jr) {
        m_returns[pc] = cpu.gpr[instruction->rs];
    }
    if (meaning::facts(instruction->op).loads != 0) {
        SeenRegister& base = m_bases[pc];
        base.changes |= base.last != 0 && base.last != cpu.gpr[instruction->rs];
        base.last = cpu.gpr[instruction->rs];
    }
    const bool is_always = instruction->op == Op::bgez && instruction->rs == reg::zero;
    const bool has_side = !is_always && meaning::facts(instruction->op).is_branch &&
                          (!holds(isa::transfer_target(*instruction, pc)) || !holds(pc + 4));
    const bool is_exit = leads_out(pc, *instruction);
    if (!is_exit && !has_side) {
        return;
    }
    SeenBranch& branch = (is_exit ? m_branches : m_side_branches)[pc];
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

LoopExit::EndlessReason LoopExit::reason(const std::vector<std::string>& counters) {
    if (m_branches.empty()) {
        m_branches.swap(m_side_branches);
    }
    // The walk may have begun anywhere in a round: those that came once less came as often.
    u64 most = 0;
    for (const auto& [pc, branch] : m_branches) {
        most = std::max(most, branch.times);
    }
    const auto often =
        std::ranges::find_if(m_branches, [most](const auto& entry) { return entry.second.times + 1 >= most; });
    return often != m_branches.end() ? reason_of_branch(often->first, often->second, counters) : reason_without_exit();
}

LoopExit::EndlessReason LoopExit::reason_of_branch(u32 pc, const SeenBranch& branch,
                                                   const std::vector<std::string>& counters) const {
    const bool is_still =
        std::ranges::none_of(branch.registers, [](const auto& entry) { return entry.second.changes; });
    if (is_still) {
        EndlessReason reason = reason_of_still(pc, branch, counters);
        reason.is_certain = std::ranges::all_of(m_branches, [](const auto& entry) {
            return std::ranges::none_of(entry.second.registers, [](const auto& seen) { return seen.second.changes; });
        });
        return reason;
    }
    std::string course;
    for (const auto& [id, seen] : branch.registers) {
        const bool is_float = id >= register_id::float_base;
        const auto number = [is_float](u32 value) {
            return is_float ? java_text(std::bit_cast<float>(value)) : number_text(value);
        };
        course += (course.empty() ? "" : ", ") + std::string(register_name(id)) +
                  (seen.changes ? " goes on from " + number(seen.before_last) + " to " + number(seen.last)
                                : " stays " + number(seen.last));
    }
    RegisterSet moving;
    for (const auto& [id, seen] : branch.registers) {
        if (seen.changes && m_branches.size() == 1) {
            moving.add(id);
        }
    }
    if (comes_to_an_end(pc, branch)) {
        return {"this loop would end in " + line(pc) + ", after many more rounds: " + course,
                "check what it counts to" + maker_of_limit(branch) + ", and whether the loop around it ever ends",
                false, moving};
    }
    if (std::optional<EndlessReason> same = reason_of_same_place(pc, branch)) {
        return {head(pc) + "and it never does: " + same->why, same->remedy};
    }
    const Approach approach = approach_of(pc, branch);
    const bool is_passed =
        is_equality(pc) && approach.is_known && approach.step != 0 && !approach.comes_nearer() && !approach.meets();
    const bool is_hopeless = m_branches.size() == 1 && (is_passed || moves_away(pc, branch));
    EndlessReason reason{head(pc) + "and it never does: " + course, remedy_for_course(pc, branch), false, {}};
    reason.is_hopeless = is_hopeless;
    reason.moving = moving;
    return reason;
}

/// What is compared is loaded from one and the same place in every round, whose content the loop changes.
std::optional<LoopExit::EndlessReason> LoopExit::reason_of_same_place(u32 pc, const SeenBranch& branch) const {
    for (u32 before = pc - 4; holds(before); before -= 4) {
        const isa::Instruction* const load = at(before);
        const auto is_writer = [&](const auto& entry) { return registers_written(*load).contains(entry.first); };
        if (load == nullptr || std::ranges::none_of(branch.registers, is_writer)) {
            continue;
        }
        const auto base = m_bases.find(before);
        const bool is_variable =
            load->rs == reg::at || load->rs == reg::gp || load->rs == reg::sp || load->rs == reg::fp;
        const bool is_element = meaning::facts(load->op).loads != 0 && load->rs != load->rt && !is_variable;
        if (!is_element || base == m_bases.end() || base->second.changes ||
            m_machine.map().mmio.contains(base->second.last)) {
            return std::nullopt;
        }
        const std::string pointer(register_name(load->rs));
        return EndlessReason{
            line(before) + " reads the same place in every round, for nothing in the loop changes " + pointer,
            "move on to the next element in the loop: addi " + pointer + ", " + pointer + ", " + step_of(*load)};
    }
    return std::nullopt;
}

/// "only hw.asm:7 (bnez $t0, loop) can end the loop, "
std::string LoopExit::head(u32 pc) const {
    return m_branches.size() == 1 ? "only " + line(pc) + " can end the loop, " : line(pc) + " should end the loop, ";
}

bool LoopExit::is_equality(u32 pc) const {
    return is_one_of(at(pc)->op, Op::beq, Op::bne) &&
           read_by_statement(m_machine.image(), pc).low == compared_by(pc).low &&
           !is_fed_by(pc, {Op::slt, Op::sltu, Op::slti, Op::sltiu});
}

std::string LoopExit::remedy_for_course(u32 pc, const SeenBranch& branch) const {
    for (const auto& [id, seen] : branch.registers) {
        if (seen.changes && is_followed_list(id)) {
            return "the links lead back to an element that came before: the last one must hold 0 where the others hold "
                   "the next one's address";
        }
    }
    if (compares_floats_for_equality(pc)) {
        return "sums of floats hardly ever meet a number exactly: compare with c.lt.s or c.le.s (for doubles c.lt.d)";
    }
    if (is_equality(pc)) {
        return moves_away(pc, branch)
                   ? "the values move away from each other: step the other way, or begin on the other side"
                   : "the values pass each other without ever being equal: compare with bge or ble (blt, bgt), or "
                     "begin "
                     "and step so that they meet";
    }
    return is_fed_by(pc, {Op::sltu, Op::sltiu})
               ? "comparisons that end in u know no number below 0: use bge or blt, and check the direction"
               : "check the direction: does the register step towards the limit, and is the comparison the right "
                 "one (blt or bgt)?";
}

/// What is compared: one value that steps, and one that stays or is a constant.
LoopExit::Approach LoopExit::approach_of(u32 pc, const SeenBranch& branch) const {
    const isa::Instruction* const before = at(pc - 4);
    const bool has_constant =
        at(pc)->rs == reg::at && before != nullptr && before->rt == reg::at && before->rs == reg::zero;
    const isa::Instruction& exit = *at(pc);
    const bool is_fed = before != nullptr && holds(pc - 4) && registers_written(*before).contains(exit.rs) &&
                        (sets_if_less(before->op) || exit.rs == reg::at);
    const bool has_immediate = is_fed && is_one_of(before->op, Op::slti, Op::sltiu);
    const bool is_direct = is_one_of(exit.op, Op::beq, Op::bne, Op::bgtz, Op::blez, Op::bgez, Op::bltz) && !is_fed;
    Approach course;
    course.limit = has_constant || has_immediate ? before->imm : 0;
    course.is_known = branch.registers.size() == 2 || has_constant || has_immediate || is_direct;
    for (const auto& [id, seen] : branch.registers) {
        if (seen.changes) {
            course.now = static_cast<i32>(seen.last);
            course.step = course.now - static_cast<i32>(seen.before_last);
        } else {
            course.limit = static_cast<i32>(seen.last);
        }
    }
    return course;
}

/// One value steps away from the other, which it would meet if it went the other way.
bool LoopExit::moves_away(u32 pc, const SeenBranch& branch) const {
    const Approach course = approach_of(pc, branch);
    return course.meets() && !course.comes_nearer();
}

/// The two values come nearer to each other, and will meet.
bool LoopExit::comes_to_an_end(u32 pc, const SeenBranch& branch) const {
    const auto moving = std::ranges::count_if(branch.registers, [](const auto& entry) { return entry.second.changes; });
    const bool compares_itself = is_one_of(at(pc)->op, Op::beq, Op::bne, Op::bgtz, Op::blez, Op::bgez, Op::bltz);
    if (compares_itself && moving == 1 && !is_fed_by(pc, {Op::slt, Op::sltu, Op::slti, Op::sltiu})) {
        const Approach course = approach_of(pc, branch);
        return course.meets() && course.comes_nearer();
    }
    if (branch.registers.size() != 2 || !is_fed_by(pc, {Op::slt, Op::sltu})) {
        return false;
    }
    const SeenRegister& a = branch.registers.begin()->second;
    const SeenRegister& b = std::next(branch.registers.begin())->second;
    const auto distance = [](u32 from, u32 to) { return i64{static_cast<i32>(to)} - static_cast<i32>(from); };
    const i64 before = distance(a.before_last, b.before_last);
    const i64 now = distance(a.last, b.last);
    const i64 first = distance(a.first, b.first);
    return (now > 0 && now < before && before <= first) || (now < 0 && now > before && before >= first);
}

/// "($t9, made by hw.asm:17 (sub $t9, $s1, $s2))"
std::string LoopExit::maker_of_limit(const SeenBranch& branch) const {
    for (const auto& [id, seen] : branch.registers) {
        for (u32 pc = m_addresses.front(); !seen.changes && id < 32 && at(pc - 4) != nullptr; pc -= 4) {
            if (registers_written(*at(pc - 4)).contains(id)) {
                return " (" + std::string(register_name(id)) + ", made by " + line(pc - 4) + ")";
            }
        }
    }
    return {};
}

/// A load in the loop takes the register's next value from where the register points: lw $t0, 4($t0).
bool LoopExit::is_followed_list(u8 id) const {
    return std::ranges::any_of(m_addresses, [&](u32 address) {
        const isa::Instruction* const load = at(address);
        return load != nullptr && meaning::facts(load->op).loads != 0 && load->rs == id && load->rt == id;
    });
}

bool LoopExit::compares_floats_for_equality(u32 pc) const {
    constexpr u32 farthest = 16;
    for (u32 back = pc - 4; back >= pc - farthest && holds(back); back -= 4) {
        const isa::Instruction* const instruction = at(back);
        if (instruction != nullptr && isa::info(instruction->op).id.starts_with("c_")) {
            return isa::info(instruction->op).id.starts_with("c_eq");
        }
    }
    return false;
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
    constexpr bool is_certain = true;
    for (const auto& [pc, target] : m_returns) {
        const isa::Instruction* const call = at(target - 4);
        const bool is_call = call != nullptr && meaning::facts(call->op).links;
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
        const bool is_back = jump != nullptr && meaning::facts(jump->op).is_transfer() &&
                             !(meaning::facts(jump->op).is_indirect || meaning::facts(jump->op).links) &&
                             isa::transfer_target(*jump, pc) <= pc;
        if (is_back) {
            return {line(pc) + " always goes back, and no branch leads out of the loop",
                    "write a branch to a label behind the loop, for when the work is done",
                    is_certain,
                    {}};
        }
    }
    return {};
}

}  // namespace mariner

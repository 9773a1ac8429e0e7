// LoopExit: a loop in which nothing that its exit looks at changes, and what would change it.

#include "emulator/analysis/loop_exit.hpp"

#include <algorithm>

#include "emulator/analysis/cause_words.hpp"
#include "emulator/analysis/loop_exit_words.hpp"
#include "emulator/analysis/objects.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/explain.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

}  // namespace

LoopExit::EndlessReason LoopExit::reason_of_still(u32 pc, const SeenBranch& branch,
                                                  const std::vector<std::string>& counters) const {
    std::string values;
    for (const auto& [id, seen] : branch.registers) {
        values += (values.empty() ? "" : " and ") + std::string(register_name(id)) +
                  (id < 32 ? " is " + number_text(seen.last) : std::string(" is the same"));
    }
    const std::string begin = head(pc) + (m_branches.size() == 1 ? "and" : "but") + " in every round " + values + ": ";
    for (const u32 address : m_addresses) {
        const isa::Instruction* const writer = at(address);
        for (const auto& [id, seen] : branch.registers) {
            const bool is_undone = writer != nullptr && registers_read(*writer).contains(id) && is_set_in_loop(id);
            if (writer != nullptr && address != pc && registers_written(*writer).contains(id) && !is_undone &&
                !sets_if_less(writer->op)) {
                EndlessReason reason = reason_of_writer(address, *writer, id);
                return {begin + reason.why, reason.remedy};
            }
        }
    }
    if (std::optional<EndlessReason> near = reason_of_other_counter(pc, branch, counters)) {
        return {begin + near->why, near->remedy};
    }
    if (std::optional<EndlessReason> near = reason_of_near_miss(branch)) {
        return {begin + near->why, near->remedy};
    }
    return {begin + "nothing in the loop changes " + (branch.registers.size() > 1 ? "either" : "it"),
            remedy_for_still(pc, branch) + (counters.empty() || compares_address(branch)
                                                ? ""
                                                : ", or compare " + counters.front() + ", which the loop changes")};
}

/// The test looks at the counter of the loop around this one, which is what the program never comes to; this one counts
/// in another register.
std::optional<LoopExit::EndlessReason> LoopExit::reason_of_other_counter(
    u32 pc, const SeenBranch& branch, const std::vector<std::string>& counters) const {
    constexpr u32 smallest_address = 0x400000;
    if (!reason_of_skipped_step(branch)) {
        return std::nullopt;
    }
    const std::string still = first_named(pc, branch);
    for (u8 id = reg::v1; id < reg::k0; ++id) {
        const std::string name(register_name(id));
        const bool counts =
            m_last.gpr[id] < smallest_address && std::ranges::any_of(counters, [&](const std::string& one) {
                return one == name + " (+1)" || one == name + " (-1)";
            });
        if (counts && !still.empty()) {
            return EndlessReason{"nothing in the loop changes it; what the loop counts is " + name,
                                 "compare " + name + " in " + line(pc) + ", in place of " + still};
        }
    }
    return std::nullopt;
}

/// A counter is no way out where an address is compared.
bool LoopExit::compares_address(const SeenBranch& branch) {
    return std::ranges::any_of(branch.registers,
                               [](const auto& entry) { return static_cast<i32>(entry.second.last) >= i32{near_zero}; });
}

/// "change $t0 in the loop, as in addi $t0, $t0, -1"
std::string LoopExit::remedy_for_still(u32 pc, const SeenBranch& branch) const {
    const std::string first = first_named(pc, branch);
    if (first.empty()) {
        return "change what it compares";
    }
    i64 value = 0;
    i64 limit = 0;
    for (const auto& [id, seen] : branch.registers) {
        (register_name(id) == first ? value : limit) = static_cast<i32>(seen.last);
    }
    const bool is_pointer = value >= i64{near_zero};
    const std::string step =
        is_pointer ? std::string() : ", as in addi " + first + ", " + first + (value > limit ? ", -1" : ", 1");
    return "change " + first + " in the loop" + step;
}

/// The register that is compared and that the statement names first: rather the counter than the limit.
std::string LoopExit::first_named(u32 pc, const SeenBranch& branch) const {
    const Statement* const statement = m_machine.image().find_statement(pc);
    const std::string code = statement != nullptr ? code_of(statement->source) : std::string();
    std::string first;
    size_t place = std::string::npos;
    for (const auto& [id, seen] : branch.registers) {
        const std::string name(register_name(id));
        const size_t found = code.find(name);
        if (first.empty() || found < place) {
            first = name;
            place = found;
        }
    }
    return first;
}

/// Something in the loop writes the register, and always the same value.
LoopExit::EndlessReason LoopExit::reason_of_writer(u32 address, const isa::Instruction& writer, u8 id) const {
    const std::string it(register_name(id));
    const std::string again = line(address) + " gives " + it + " the same value again";
    const bool is_constant = (registers_read(writer).low & ~u64{1}) == 0;
    if (meaning::facts(writer.op).loads != 0) {
        return reason_of_load(address, writer, id);
    }
    if (is_constant && id == reg::v0) {
        return {line(address) + " puts the number of a system call into $v0 in every round",
                "count in another register, such as $s0: $v0 is needed for system calls"};
    }
    constexpr u32 near = 64;
    bool is_set_before = false;
    for (u32 above = m_addresses.front() - near; above < m_addresses.front(); above += 4) {
        is_set_before |= at(above) != nullptr && registers_written(*at(above)).contains(id);
    }
    const bool writes_over = is_constant && is_set_before && address != m_addresses.front();
    if (const std::optional<u32> step = writes_over ? step_in_loop(id) : std::nullopt) {
        return {line(address) + " writes over " + it + ", in which the loop counts (" + line(*step) + ")",
                "use another register than " + it + " in " + line(address) + " and the lines that belong to it"};
    }
    if (is_constant) {
        return {again, "set " + it + " once, in front of the loop's label"};
    }
    const u8 operand = writer.rs == id ? writer.rt : writer.rs;
    const bool is_by_zero = is_one_of(writer.op, Op::add, Op::addu, Op::sub, Op::subu, Op::sllv, Op::srlv, Op::srav) &&
                            operand != reg::zero && (writer.rs == id || writer.rt == id) && m_last.gpr[operand] == 0;
    if (is_by_zero) {
        const std::string zero(register_name(operand));
        return {line(address) + " changes " + it + " by " + zero + ", which is 0",
                "see to it that " + zero + " isn't 0: give it a value before the loop, or test it there (beqz " + zero +
                    ", and a label for that case)"};
    }
    if (is_one_of(writer.op, Op::sra, Op::srav) && static_cast<i32>(m_last.gpr[id]) < 0) {
        return {line(address) + " copies the sign: " + number_text(m_last.gpr[id]) + " stays negative",
                "shift zeros in: srl in place of sra"};
    }
    if (is_one_of(writer.op, Op::sll, Op::mul) && m_last.gpr[id] == 0) {
        return {line(address) + " has made " + it + " larger and larger, until no bit of it was left",
                "the values pass each other without ever being equal: compare with bge or ble (blt, bgt) in place of "
                "beq or bne"};
    }
    const bool is_copy =
        is_one_of(writer.op, Op::addu, Op::add, Op::or_) && (writer.rt == reg::zero || writer.rs == reg::zero);
    const std::string source(register_name(writer.rt == reg::zero ? writer.rs : writer.rt));
    return {again, is_copy
                       ? "step on with it, as in addi " + it + ", " + source + ", 1, or let the loop change " + source
                       : "let the loop make another value of it: check what " + line(address) + " starts from"};
}

/// By a line that makes it of nothing else.
bool LoopExit::is_set_in_loop(u8 id) const {
    return std::ranges::any_of(m_addresses, [&](u32 address) {
        const isa::Instruction* const one = at(address);
        return one != nullptr && one->op != Op::syscall && registers_written(*one).contains(id) &&
               read_by_statement(m_machine.image(), address).low == 0;
    });
}

/// `addi $t0, $t0, 4`
std::optional<u32> LoopExit::step_in_loop(u8 id) const {
    const auto found = std::ranges::find_if(m_addresses, [&](u32 address) {
        const isa::Instruction* const one = at(address);
        const bool adds = one != nullptr && is_one_of(one->op, Op::addi, Op::addiu) && one->rt == id;
        const bool takes = one != nullptr && is_one_of(one->op, Op::sub, Op::subu) && one->rd == id;
        return (adds || takes) && one->rs == id;
    });
    return found != m_addresses.end() ? std::optional(*found) : std::nullopt;
}

/// The loop makes the address of a load anew in every round: from a label, or from an index that stays as it is.
std::optional<LoopExit::EndlessReason> LoopExit::reason_of_way(const isa::Instruction& load) const {
    constexpr int most_steps = 6;
    u8 id = load.rs;
    const bool is_stepped = id != reg::at && step_in_loop(id);
    for (const u32 address : m_addresses) {
        const bool is_set = is_stepped && at(address) != nullptr && registers_written(*at(address)).contains(id) &&
                            read_by_statement(m_machine.image(), address).low == 0;
        if (is_set) {
            return EndlessReason{line(address) + " sets " + std::string(register_name(id)) + " back in every round",
                                 "put " + line(address) + " in front of the loop's label"};
        }
    }
    std::string step = step_of(load);
    for (int i = 0; i < most_steps; ++i) {
        const auto writer = std::find_if(m_addresses.rbegin(), m_addresses.rend(), [&](u32 address) {
            return at(address) != nullptr && registers_written(*at(address)).contains(id);
        });
        const std::string it(register_name(id));
        if (writer == m_addresses.rend() && (i == 0 || id == reg::at)) {
            return std::nullopt;
        }
        if (writer == m_addresses.rend()) {
            SeenBranch index;
            index.registers[id].last = m_last.gpr[id];
            const std::optional<EndlessReason> near = reason_of_near_miss(index);
            return near ? near
                        : EndlessReason{"the address is made from " + it + ", which nothing in the loop changes",
                                        "count on in the loop: addi " + it + ", " + it + ", " + step};
        }
        const isa::Instruction& maker = *at(*writer);
        if (maker.op == Op::sll) {
            step = "1";
            id = maker.rt;
        } else if (is_one_of(maker.op, Op::add, Op::addu)) {
            id = m_last.gpr[maker.rs] < near_zero && maker.rs != reg::zero ? maker.rs : maker.rt;
        } else {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

LoopExit::EndlessReason LoopExit::reason_of_load(u32 address, const isa::Instruction& load, u8 id) const {
    const std::string it(register_name(id));
    const std::string again = line(address) + " gives " + it + " the same value again";
    if (m_bases.contains(address) && m_bases.at(address).changes) {
        return {line(address) + " reads on and on, far behind its data",
                "test for what really ends the data: the number of elements, or the 0 behind a string (beqz)"};
    }
    if (std::optional<EndlessReason> way = reason_of_way(load)) {
        return *way;
    }
    const std::string base(register_name(load.rs));
    const bool is_variable = load.rs == reg::at || load.rs == reg::gp || load.rs == reg::sp || load.rs == reg::fp;
    const DataItem* const item = item_at(m_machine.image(), m_last.gpr[load.rs] + static_cast<u32>(load.imm));
    if (item != nullptr && item->kind == DataKind::words && item->size == 4 && !is_variable) {
        return {again, "let the loop store another value there (sw " + it + ", " + std::to_string(load.imm) + "(" +
                           base + ")): nothing else will"};
    }
    const u32 value = m_last.gpr[id];
    const bool is_link = load.op == Op::lw && value % 4 == 0 && m_machine.map().data.contains(value);
    if (is_link && !is_variable) {
        return {again + ", for " + base + " stays as it is",
                "follow the links: load from where the last one led, as in lw " + it + ", " + std::to_string(load.imm) +
                    "(" + it + ")"};
    }
    return {again, is_variable
                       ? "store the new value in the loop, where this line reads it (sw " + it + ", ...)"
                       : "move on to the next element in the loop: addi " + base + ", " + base + ", " + step_of(load)};
}

/// Nothing in the loop writes what is compared, but something nearly does.
std::optional<LoopExit::EndlessReason> LoopExit::reason_of_near_miss(const SeenBranch& branch) const {
    for (const u32 address : m_addresses) {
        const isa::Instruction* const one = at(address);
        for (const auto& [id, seen] : branch.registers) {
            const std::string it(register_name(id));
            const bool is_step = one != nullptr && is_one_of(one->op, Op::addi, Op::addiu) && one->rs == id &&
                                 one->imm != 0 && one->rt != reg::at;
            if (is_step) {
                return EndlessReason{"nothing in the loop changes it, for " + line(address) +
                                         " puts the next value into " + std::string(register_name(one->rt)),
                                     "write addi " + it + ", " + it + ", " + std::to_string(one->imm) + " there"};
            }
            const bool is_division = one != nullptr && is_one_of(one->op, Op::div, Op::divu, Op::mult) && one->rs == id;
            if (is_division) {
                return EndlessReason{"nothing in the loop changes it; " + line(address) + " leaves its result in $lo",
                                     "fetch it behind the division: mflo " + it};
            }
        }
    }
    const std::optional<EndlessReason> skipped = reason_of_skipped_step(branch);
    return skipped ? skipped : reason_of_unread_value(branch);
}

/// The loop makes a value that nothing in the program reads: it may be meant for what is compared.
std::optional<LoopExit::EndlessReason> LoopExit::reason_of_unread_value(const SeenBranch& branch) const {
    constexpr RegisterSet variables{0x03ffff00, 0};  // $t0 to $t9, $s0 to $s7
    RegisterSet unread = variables;
    for (const TextEntry& entry : m_machine.image().text) {
        unread = unread & ~registers_read(entry.instruction);
    }
    for (const u32 address : m_addresses) {
        const isa::Instruction* const one = at(address);
        if (one == nullptr || branch.registers.size() != 1 || !registers_written(*one).meets(unread)) {
            continue;
        }
        const std::string it(register_name(branch.registers.begin()->first));
        std::string other;
        for_each_register(registers_written(*one) & unread, {},
                          [&](u8 id, bool /*is_double*/) { other = register_name(id); });
        return EndlessReason{"nothing in the loop changes it; " + line(address) + " puts a value into " + other +
                                 ", which nothing reads",
                             "if that is meant for " + it + ", write " + it + " in place of " + other +
                                 " there, or copy it at the end of the round: move " + it + ", " + other};
    }
    return std::nullopt;
}

/// The step stands in the loop's lines, but the program always goes past it.
std::optional<LoopExit::EndlessReason> LoopExit::reason_of_skipped_step(const SeenBranch& branch) const {
    constexpr u32 farthest = 64;
    for (u32 address = m_addresses.front(); address < m_addresses.back() + farthest; address += 4) {
        const isa::Instruction* const step = at(address);
        const bool is_step = step != nullptr && !holds(address) && is_one_of(step->op, Op::addi, Op::addiu) &&
                             step->rs == step->rt && branch.registers.contains(step->rt);
        if (is_step) {
            return EndlessReason{
                "nothing in the loop changes it, for the program never comes to " + line(address),
                "let every round come by " + line(address) +
                    ": put a label in front of it, and branch there instead of to the loop's beginning"};
        }
    }
    return std::nullopt;
}

}  // namespace mariner

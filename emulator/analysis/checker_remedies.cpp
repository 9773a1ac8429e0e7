// Checker: ways out that depend on where the value is that was meant: in another register, at another label, in a
// result that nothing took.

#include <algorithm>
#include <optional>

#include "emulator/analysis/cause_words.hpp"
#include "emulator/analysis/checker.hpp"
#include "emulator/analysis/loop_exit.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

constexpr u8 second_result_float = register_id::float_base + 1;
constexpr u8 printed_float = register_id::float_base + 12;

bool is_move(const isa::Instruction* instruction) {
    return instruction != nullptr && is_one_of(instruction->op, Op::addu, Op::add, Op::or_) &&
           (instruction->rs == reg::zero) != (instruction->rt == reg::zero);
}

}  // namespace

/// The last register of these to be written whose value nothing has read yet; bin if there is none.
u8 Checker::unread_result_in(RegisterSet registers) const {
    u8 found = reg::bin;
    for_each_id(registers & m_unread & ~m_unwritten, [&](u8 id) {
        const bool is_later = found == reg::bin || m_writer[id] > m_writer[found];
        found = m_writer[id] != no_address && is_later ? id : found;
    });
    return found;
}

/// A register that nothing wrote, and another one with a result that nothing took.
std::optional<std::string> Checker::remedy_for_unwritten(u8 id) const {
    const std::string no_result = ", which nothing reads";
    if (id == printed_float) {
        const u8 other = unread_result_in(RegisterSet{0, ~0U});
        return other == reg::bin || other == second_result_float
                   ? std::nullopt
                   : std::optional("bring the number over first: " + std::string(m_service == 3 ? "mov.d" : "mov.s") +
                                   " $f12, " + name(other) + "; " + line_of(m_writer[other]) + " put it into " +
                                   name(other) + no_result);
    }
    const isa::Instruction* const product = instruction_at(m_writer[register_id::lo]);
    if (id < 32 && product != nullptr && m_unread.contains(register_id::lo) &&
        is_one_of(product->op, Op::mult, Op::multu, Op::div, Op::divu)) {
        return "fetch the result of " + line_of(m_writer[register_id::lo]) + " behind it: mflo " + name(id);
    }
    const isa::Instruction* const giver = m_result_at != no_address ? instruction_at(m_result_at) : nullptr;
    if (giver != nullptr && giver->op == Op::syscall && id != reg::v0 && m_unread.contains(reg::v0)) {
        return "name $v0 in place of " + name(id) + ": what " + line_of(m_result_at) + " has read is there";
    }
    const CheckedCall& frame = m_frames.back();
    if ((id == reg::v0 || id == reg::v1) && frame.inner_link != no_address) {
        const std::string routine =
            function_name(isa::call_target(*instruction_at(frame.inner_site), frame.inner_site).value_or(0));
        const bool is_other = id != reg::v0 && m_unread.contains(reg::v0);
        return is_other ? "name $v0 in place of " + name(id) + ": " + line_of(m_writer[reg::v0]) +
                              " leaves the result of " + routine + " there"
                        : remedy_for_missing_result(routine);
    }
    return std::nullopt;
}

/// The function that was called last has left its result in another register.
std::string Checker::remedy_for_missing_result(const std::string& routine) const {
    const u8 result =
        unread_result_in(((temporaries | arguments) & m_frames.back().written) | RegisterSet::only(reg::v1));
    if (result == reg::bin || result == reg::v0) {
        return "let " + routine + " put its result into $v0 before jr $ra, as in move $v0, $t0";
    }
    return "let " + routine + " leave its result in $v0: " + line_of(m_writer[result]) + " puts it into " +
           name(result) + ", which nothing reads; name $v0 in its place, or end with move $v0, " + name(result);
}

/// What is compared with an address was loaded from the label at which to stop.
std::string Checker::remedy_for_loaded_limit(u8 address, u8 other) const {
    const u32 writer = m_writer[other];
    const Symbol* const label = is_load(instruction_at(writer)) ? label_named_in(writer) : nullptr;
    const ValueMark mark = m_marks[address];
    const bool is_behind = label != nullptr && mark.nature() == Nature::object && m_objects[mark.number()].size > 4 &&
                           label->address >= m_objects[mark.number()].begin + m_objects[mark.number()].size;
    return is_behind ? "compare with where " + label->name + " is, not with what stands there: la " + name(other) +
                           ", " + label->name + " in " + line_of(writer)
                     : std::string();
}

/// Two arguments that have changed places, or the place of one.
std::optional<std::string> Checker::remedy_for_swapped(u8 id, u8 size_id) const {
    if (size_id == reg::zero || !m_marks[size_id].is_address()) {
        return std::nullopt;
    }
    return "exchange the two: the address belongs into " + name(id) + ", the length into " + name(size_id) +
           " (now the other way round, by " + line_of(m_writer[id]) + " and " + line_of(m_writer[size_id]) + ")";
}

/// A file's descriptor that isn't where the service looks for it, or that opening the file could not give.
std::optional<Cause> Checker::cause_of_bad_descriptor(u32 service) const {
    const u32 given = m_machine.cpu.gpr[reg::a0];
    if (m_opened.site == no_address) {
        return std::nullopt;
    }
    if (given != m_opened.descriptor && static_cast<i32>(m_opened.descriptor) >= 0) {
        u8 holder = reg::bin;
        for (u8 id = reg::v0; id < reg::k0; ++id) {
            const bool holds = id != reg::a0 && m_machine.cpu.gpr[id] == m_opened.descriptor &&
                               (m_writer[id] == m_opened.site || is_move(instruction_at(m_writer[id])));
            holder = holds && holder == reg::bin ? id : holder;
        }
        const std::string kept = "the descriptor that " + line_of(m_opened.site) + " gave";
        return Cause{"no file has this descriptor: $a0 holds what is left from something else" + writer_clause(reg::a0),
                     holder != reg::bin ? kept + " is in " + name(holder) + ": write move $a0, " + name(holder) +
                                              " in front of this system call"
                                        : "keep " + kept + " (move $s0, $v0), and put it into $a0: move $a0, $s0"};
    }
    const bool reads = m_opened.flags == 0;
    return given == m_opened.descriptor && service != 16 && reads == (service == 15)
               ? std::optional(cause_of_direction(m_opened))
               : std::nullopt;
}

Cause Checker::cause_of_direction(const OpenedFile& file) const {
    const bool reads = file.flags == 0;
    const u32 writer = writer_above(file.site, reg::a1);
    const std::string place = writer != no_address ? " in place of " + line_of(writer) : std::string();
    return {line_of(file.site) + " opened it for " + (reads ? "reading" : "writing") + ", for $a1 was " +
                std::to_string(file.flags) + " there" +
                (static_cast<i32>(file.descriptor) < 0 ? "; and that failed" : std::string()),
            reads ? "to write, open it with li $a1, 1" + place + " (9 appends)"
                  : "to read, open it with li $a1, 0" + place};
}

/// What another system call has given stands in $v0 still, where the number of this one belongs.
bool Checker::judge_service_left_over() {
    const isa::Instruction* const giver = instruction_at(m_writer[reg::v0]);
    if (giver == nullptr || giver->op != Op::syscall) {
        return false;
    }
    if (m_findings.is_new(FindingKind::syscall_number, m_pc, 0)) {
        m_findings.add({FindingKind::syscall_number, m_pc,
                        "makes syscall " + decimal(m_service) + ", which no line has chosen",
                        "$v0 still holds what " + line_of(m_writer[reg::v0]) + " gave",
                        "choose the service right in front of this line: li $v0, 1 prints an integer"});
    }
    return true;
}

/// The number of a service that nobody chose: it is what a function gave.
void Checker::judge_service_number(const std::string& title) {
    const CheckedCall& frame = m_frames.back();
    const u32 writer = m_writer[reg::v0];
    const isa::Instruction* const maker = instruction_at(writer);
    const bool is_own = writer >= frame.inner_link && writer < m_pc;
    const bool is_result = frame.inner_link != no_address && frame.inner_link <= m_pc && writer != no_address &&
                           !is_own && maker != nullptr && maker->op != Op::syscall && !is_load(maker) &&
                           (registers_read(*maker).low & ~u64{1}) != 0;
    if (!is_result || !m_findings.is_new(FindingKind::syscall_number, m_pc, 0)) {
        return;
    }
    m_findings.add({FindingKind::syscall_number, m_pc, "makes " + title + ", which no line has chosen",
                    "$v0 holds what " + line_of(frame.inner_site) + " gave; " + line_of(writer) + " made it",
                    "choose the service first, behind the line that takes the result: li $v0, 1 prints an integer"});
}

/// The digit among what was added: the register that a byte was loaded into.
std::string Checker::digit_of_sum(u32 sum) const {
    const isa::Instruction* const instruction = instruction_at(sum);
    for (const u8 id : {instruction->rt, instruction->rs}) {
        const isa::Instruction* const maker = instruction_at(m_writer[id]);
        if (is_load(maker)) {
            return "subtract 48 behind " + line_of(m_writer[id]) + ", before the character is used: addi " + name(id) +
                   ", " + name(id) + ", -48";
        }
    }
    return "subtract 48 from each character first, as in addi $t0, $t0, -48";
}

/// Who made the index of an access such as lw $t0, list($t1).
std::string Checker::index_clause(const isa::Instruction& access) const {
    RegisterSet named = read_by_statement(m_machine.image(), m_pc);
    if (!is_load(&access)) {
        named.remove(access.rt);
    }
    std::string clause;
    for_each_id(RegisterSet{named.low, 0}, [&](u8 id) {
        if (m_writer[id] != no_address && id < 32) {
            clause = "; " + line_of(m_writer[id]) + " made the index, " + name(id) + " = " +
                     std::to_string(static_cast<i32>(m_machine.cpu.gpr[id]));
        }
    });
    return clause;
}

/// A byte from 128 on that lb has made a negative index.
std::string Checker::remedy_for_signed_index(u8 base) const {
    const isa::Instruction* const sum = instruction_at(m_writer[base]);
    for (const u8 id : {sum != nullptr ? sum->rt : reg::zero, sum != nullptr ? sum->rs : reg::zero}) {
        const isa::Instruction* const load = instruction_at(m_writer[id]);
        const auto value = static_cast<i32>(m_machine.cpu.gpr[id]);
        if (is_load(load) && load->op == Op::lb && value < 0) {
            return "use lbu in place of lb in " + line_of(m_writer[id]) +
                   ": lb takes bytes from 128 on for negative, " + std::to_string(value) + " here";
        }
    }
    return {};
}

/// A function lost its return address to the next call of itself: nothing moved $sp between.
std::optional<std::string> Checker::remedy_for_missing_room(const CheckedCall& frame) const {
    const isa::Instruction* const saver = instruction_at(frame.ra_saver);
    if (saver == nullptr || saver->rs != reg::sp || frame.ra_slot < frame.sp || m_forgotten_frames > 0) {
        return std::nullopt;
    }
    return "take room on the stack in front of " + line_of(frame.ra_saver) +
           ", or each call writes over what the one before saved: addi $sp, $sp, -8, and addi $sp, $sp, 8 right before "
           "jr $ra (4 for each register saved)";
}

/// In a straight line a syscall follows, and no number is put into $v0 before it.
bool Checker::calls_system_unchosen(u32 from) const {
    constexpr u32 farthest = 32;
    for (u32 pc = from; pc < from + farthest; pc += 4) {
        const isa::Instruction* const instruction = instruction_at(pc);
        if (instruction == nullptr || meaning::facts(instruction->op).is_transfer() ||
            registers_written(*instruction).contains(reg::v0) || instruction->op == Op::syscall) {
            return instruction != nullptr && instruction->op == Op::syscall;
        }
    }
    return false;
}

/// The call that alone leads to a routine, from among the lines that follow its label: a jump was meant.
u32 Checker::call_from_inside(u32 routine) const {
    u32 call = no_address;
    for (const TextEntry& entry : m_machine.image().text) {
        if (isa::call_target(entry.instruction, entry.address) == routine) {
            if (call != no_address || entry.address < routine) {
                return no_address;
            }
            call = entry.address;
        }
    }
    for (u32 pc = routine; call != no_address && pc < call; pc += 4) {
        const isa::Instruction* const instruction = instruction_at(pc);
        const bool saves_return = instruction != nullptr && instruction->op == Op::sw && instruction->rt == reg::ra;
        if (instruction == nullptr || instruction->op == Op::jr || saves_return) {
            return no_address;
        }
    }
    return call;
}

/// In front of mfhi or mflo, in a straight line: the mul that has overwritten what a division left in hi and lo.
u32 Checker::product_between(u32 pc) const {
    constexpr u32 farthest = 64;
    const auto is_reader = [](const isa::Instruction& one) { return is_one_of(one.op, Op::mfhi, Op::mflo); };
    const isa::Instruction* const reader = instruction_at(pc);
    if (reader == nullptr || !is_reader(*reader)) {
        return no_address;
    }
    u32 product = no_address;
    for (u32 at = pc - 4; pc - at <= farthest; at -= 4) {
        const isa::Instruction* const instruction = instruction_at(at);
        if (instruction == nullptr || meaning::facts(instruction->op).is_transfer() || is_reader(*instruction)) {
            return no_address;
        }
        if (is_one_of(instruction->op, Op::div, Op::divu, Op::mult, Op::multu)) {
            return product;
        }
        product = instruction->op == Op::mul ? at : product;
    }
    return no_address;
}

void Checker::judge_lost_product(u32 pc) {
    const u32 product = product_between(pc);
    if (product == no_address || m_writer[register_id::lo] != product ||
        !m_findings.is_new(FindingKind::value_lost, pc, register_id::lo)) {
        return;
    }
    m_findings.add({FindingKind::value_lost, pc, "takes what " + line_of(product) + " left in $hi and $lo",
                    "mul puts its result there, too: that of the division before it is lost",
                    "take it right behind the division: put this line in front of " + line_of(product)});
}

/// Text is printed from where numbers or addresses stand.
void Checker::judge_words_as_text(const SyscallInfo& service, const DataObject& object, u32 address, u8 id) {
    const isa::Instruction* const filler = instruction_at(m_marked.word(address).writer);
    const bool is_number = filler == nullptr || filler->op == Op::sw;
    if (!is_number || address % 4 != 0 || kind_of_data(m_machine.image(), address) != DataKind::words) {
        return;
    }
    const u32 value = m_machine.peek_word(address).value_or(0);
    constexpr u32 several_characters = 0x10000;
    const bool is_address = m_marked.word(address).mark.nature() == Nature::object;
    if ((value >= several_characters && !is_address) || value == 0 ||
        !m_findings.is_new(FindingKind::odd_text, m_pc, id)) {
        return;
    }
    const std::string whose = m_objects.name(object);
    m_findings.add({FindingKind::odd_text, m_pc,
                    "syscall " + std::to_string(service.number) + " takes what stands in " + whose + " for text",
                    is_address ? "an address stands there, where the text itself is"
                               : "a number stands there, " + std::to_string(static_cast<i32>(value)) +
                                     ", and no characters" + m_objects.declaration(object),
                    is_address
                        ? "load that address: lw " + name(id) + ", " + whose + " in place of la"
                        : "load it and print it as a number: lw " + name(id) + ", " + whose + ", and li $v0, 1"});
}

/// What a load at a label of code wants is the code's address.
std::optional<Cause> Checker::cause_of_code_as_data(const isa::Instruction& load, u32 address) const {
    const Symbol* const label = m_machine.image().symbol_at(address);
    if (!is_load(&load) || label == nullptr || label->is_data || !m_machine.map().text.contains(address)) {
        return std::nullopt;
    }
    return Cause{label->name + " is a label of instructions, where no data can be loaded from",
                 "load the address: la " + name(load.rt) + ", " + label->name + " (jalr and jr go to it)"};
}

}  // namespace mariner

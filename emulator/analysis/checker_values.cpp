// Checker: where addresses point, and what kinds of numbers meet.

#include <algorithm>

#include "emulator/analysis/cause_words.hpp"
#include "emulator/analysis/checker.hpp"
#include "emulator/analysis/loop_exit.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

}  // namespace

void Checker::pass_unusual(const InstructionSite& site, const isa::Instruction& instruction) {
    const ValueMark left = m_marks[instruction.rs];
    const ValueMark right = m_marks[instruction.rt];
    const bool is_sum = site.passing == Passing::sum;
    if (site.passing == Passing::floating) {
        pass_float(site, instruction);
        return;
    }
    if (left.is_odd() || (right.is_odd() && site.passing != Passing::constant)) {
        pass_odd(site, instruction);
        return;
    }
    if (site.passing == Passing::comparison) {
        judge_comparison(instruction, left, right);
        return;
    }
    const bool has_constant = site.passing == Passing::constant;
    const bool is_copy =
        has_constant ? instruction.imm == 0 : instruction.rs == reg::zero || instruction.rt == reg::zero;
    if (is_copy && (has_constant || is_sum)) {
        m_passed = has_constant || instruction.rt == reg::zero ? left : right;
        return;
    }
    m_passed = ValueMark{};
    const bool is_bitwise = is_one_of(instruction.op, Op::or_, Op::ori);
    for (const u8 id : {instruction.rs, instruction.rt}) {
        const bool is_operand = id == instruction.rs || !has_constant;
        // Those that don't trap are for sums over any bits.
        const bool is_number = !is_one_of(instruction.op, Op::addu, Op::subu, Op::addiu, Op::or_, Op::ori);
        if (is_operand && is_number && m_marks[id].nature() == Nature::single) {
            report_float_as_integer(id);
            return;
        }
        if (is_operand && site.passing == Passing::product && m_marks[id].is_address()) {
            report_address_as_value(id, "calculates with " + name(id),
                                    "a product or quotient of addresses means nothing");
            return;
        }
    }
    if (left.is_address() && right.is_address()) {
        if (is_sum && !is_bitwise && instruction.rs != reg::at && instruction.rt != reg::at) {
            report_address_as_value(instruction.rt, "adds " + name(instruction.rs) + " and " + name(instruction.rt),
                                    "the sum of two addresses means nothing");
        }
        return;
    }
    if (left.is_address() || (is_sum && right.is_address())) {
        m_passed = left.is_address() ? left : right;
    } else if (site.passing == Passing::difference) {
        judge_difference(instruction);
    }
}

/// A number minus an address.
void Checker::judge_difference(const isa::Instruction& instruction) {
    const auto value = static_cast<i32>(m_machine.cpu.gpr[instruction.rs]);
    if (m_marks[instruction.rt].is_address() && value > 0 && value < i32{near_zero}) {
        report_address_as_value(
            instruction.rt,
            "subtracts " + name(instruction.rt) + " from " + name(instruction.rs) + " = " + std::to_string(value),
            "a number minus an address means nothing");
    }
}

/// The register that a statement names where its pseudo-instruction computes with $at; $at if the program itself does.
u8 Checker::named_for(u8 id) const {
    const TextEntry* entry = id == reg::at ? m_machine.image().find_text(m_pc) : nullptr;
    while (entry != nullptr && !entry->first_of_statement) {
        entry = m_machine.image().find_text(entry->address - 4);
        const u8 source = entry != nullptr ? entry->instruction.rs : reg::zero;
        if (source != reg::zero && source != reg::at && m_marks[source] == m_marks[reg::at]) {
            return source;
        }
    }
    return id;
}

/// One side is an address, the other a small number.
void Checker::judge_comparison(const isa::Instruction& instruction, ValueMark left, ValueMark right) {
    const bool has_constant = is_one_of(instruction.op, Op::slti, Op::sltiu);
    right = has_constant ? ValueMark{} : right;
    if (left.is_address() == right.is_address() || left.is_float() || right.is_float() ||
        m_machine.map().data_base < 0x10000000) {
        return;
    }
    const CpuState& cpu = m_machine.cpu;
    const u8 address = named_for(left.is_address() ? instruction.rs : instruction.rt);
    const u8 other = left.is_address() ? instruction.rt : instruction.rs;
    const i32 value = has_constant ? instruction.imm : static_cast<i32>(cpu.gpr[other]);
    const bool is_equality = is_one_of(instruction.op, Op::beq, Op::bne);
    const bool is_number = value > (is_equality ? 0 : -i32{near_zero}) && value < i32{near_zero};
    if (!is_number || address == reg::at || (!has_constant && other == reg::zero)) {
        return;
    }
    const std::string limit = has_constant ? std::string() : remedy_for_loaded_limit(address, other);
    report_address_as_value(
        address,
        "compares " + name(address) + " with " + (has_constant ? "" : name(other) + " = ") + std::to_string(value),
        "every address is larger than any number that is counted to",
        limit.empty() ? remedy_for_walker(address) : limit);
}

/// A register that steps from element to element is compared with an address, too; empty if it is none.
std::string Checker::remedy_for_walker(u8 id) const {
    const isa::Instruction* const step = m_writer[id] != no_address ? instruction_at(m_writer[id]) : nullptr;
    const bool walks = step != nullptr && is_one_of(step->op, Op::addi, Op::addiu) && step->rs == id &&
                       step->rt == id && step->imm != 0 && m_marks[id].nature() == Nature::object;
    if (!walks) {
        return {};
    }
    std::string other;
    for (u8 one = reg::a0; one < reg::k0 && other.empty(); ++one) {
        other = one != id && m_marks[one] == m_marks[id] ? name(one) : "";
    }
    return "compare " + name(id) + " with an address, that of the place to stop at" +
           (other.empty() ? std::string() : ", or with one made from it; " + other + " holds one of the same data") +
           "; or count the rounds in another register";
}

bool Checker::is_text_or_bytes(u32 address) const {
    const DataKind kind = kind_of_data(m_machine.image(), address);
    return kind == DataKind::text || kind == DataKind::text_with_end || kind == DataKind::bytes;
}

/// The line that takes the object's address, if there is one alone.
u32 Checker::only_taker_of(const DataObject& object) const {
    u32 taker = no_address;
    for (const Reference& reference : m_machine.image().references) {
        const u32 index = (reference.address - m_text_base) / 4;
        const bool takes =
            reference.symbol == object.symbol && index < m_sites.size() && m_sites[index].passing == Passing::label;
        if (takes && taker != no_address) {
            return no_address;
        }
        taker = takes ? reference.address : taker;
    }
    return taker;
}

void Checker::report_address_as_value(u8 id, const std::string& what, const std::string& use,
                                      const std::string& remedy) {
    if (!is_judged() || !m_findings.is_new(FindingKind::address_as_value, m_pc, 0)) {
        return;
    }
    const ValueMark mark = m_marks[id];
    const DataObject* const object = mark.nature() == Nature::object ? &m_objects[mark.number()] : nullptr;
    const bool is_label = object != nullptr && object->begin == m_machine.cpu.gpr[id];
    const bool is_variable = object != nullptr && object->size <= 4 && object->symbol != DataObject::no_symbol;
    const std::string whose = object != nullptr ? " in " + m_objects.name(*object) : " on the stack";
    const bool has_writer = m_writer[id] != no_address;
    const u32 taker = object != nullptr && !is_label ? only_taker_of(*object) : no_address;
    const std::string taken = taker != no_address && taker != m_writer[id]
                                  ? line_of(taker) + " took the address of " + m_objects.name(*object) + "; "
                                  : std::string();
    const auto instruction_is_syscall = [&] {
        const isa::Instruction* const here = instruction_at(m_pc);
        return here != nullptr && here->op == Op::syscall;
    };
    const std::string load = object != nullptr && is_text_or_bytes(object->begin) ? "lb" : "lw";
    const bool is_left_over = m_printed_texts.contains(m_machine.cpu.gpr[id]) && m_service == 1;
    const u8 other = is_left_over ? unread_result_in(arguments) : reg::bin;
    m_findings.add(
        {FindingKind::address_as_value, m_pc,
         what + ", but " + name(id) + " holds an address (" + hex32(m_machine.cpu.gpr[id]) + "," +
             (is_label ? " where " + m_objects.name(*object) + " begins)" : whose + ")"),
         (has_writer ? line_of(m_writer[id]) + " put it there; " : std::string()) + taken +
             (is_left_over ? "it is left from the text that was printed before" : use),
         !remedy.empty()     ? remedy
         : other != reg::bin ? "name " + name(id) + " in " + line_of(m_writer[other]) + ": what it put into " +
                                   name(other) + " nothing reads"
         : is_left_over ? "put the number into " + name(id) +
                              " behind the text, as in move $a0, $t0; a float in $f12 is printed by syscall 2"
         : is_label && object->is_text && instruction_is_syscall()
             ? "a text is printed by syscall 4: li $v0, 4 (the code of its first character is loaded by lb " +
                   name(id) + ", " + m_objects.name(*object) + ")"
         : is_label && object->symbol != DataObject::no_symbol
             ? "load what stands there: " + load + " " + name(id) + ", " + m_objects.name(*object) +
                   " (la gives the address)"
         : is_variable
             ? "load what stands in " + m_objects.name(*object) + " before calculating: " + load + " in place of la" +
                   (taken.empty() ? std::string() : " in " + place_of(m_machine.image(), taker))
             : "load what stands there first, as in " + load + " " + name(id) + ", 0(" + name(id) + ")"});
}

/// An access whose base register holds an address of another object.
void Checker::leave_object(u32 address, u32 size, bool is_store) {
    if (!is_judged()) {
        return;
    }
    if (m_base.nature() == Nature::object) {
        report_past_end(address, size, is_store);
        return;
    }
    const u32 depth = m_base.number();
    const bool is_frame = m_base.nature() == Nature::frame && m_forgotten_frames == 0 && depth < m_frames.size();
    if (is_store && is_frame && address >= m_frames[depth].sp && m_machine.map().stack.contains(address)) {
        report_past_frame(address);
    }
}

/// Variables of one word, each with a label, that are reached from the first by offsets; or a loop whose end is an
/// address behind the next object.
bool Checker::goes_on_to_next(const DataObject& object, u32 address) const {
    const isa::Instruction* const access = instruction_at(m_pc);
    const DataObject* const next = m_objects.find(address);
    if (access == nullptr || next == nullptr || next == &object) {
        return false;
    }
    constexpr u32 word = 4;
    const bool are_fields =
        access->imm != 0 && m_machine.cpu.gpr[access->rs] == object.begin && object.size == word && next->size == word;
    const Rounds loop = loop_around(m_pc);
    const RegisterSet compared =
        loop.test != no_address ? read_by_statement(m_machine.image(), loop.test) : RegisterSet{};
    bool ends_behind = false;
    for_each_id(RegisterSet{compared.low & 0xffffffffU, 0}, [&](u8 id) {
        ends_behind |= id != access->rs && compared.contains(access->rs) && m_marks[id].nature() == Nature::object &&
                       m_marks[id] != m_marks[access->rs] && m_machine.cpu.gpr[id] > address;
    });
    return are_fields || ends_behind;
}

void Checker::report_past_end(u32 address, u32 size, bool is_store) {
    const DataObject& object = m_objects[m_base.number()];
    constexpr u32 near = 0x1000;
    const bool is_doubtful = is_store && object.begin - address < near && m_objects.find(address) == nullptr;
    if (object.is_number && !is_doubtful) {
        return;  // nobody knows what belongs to it
    }
    const isa::Instruction* const filler = instruction_at(m_marked.word(address).writer);
    const bool is_filled_by_service = filler != nullptr && filler->op == Op::syscall && address >= object.begin &&
                                      address - object.begin < object.reach;
    if (object.is_in_text(address + size - 1) || is_filled_by_service) {
        return;  // the program takes both for one thing
    }
    const bool is_in_record = address >= object.begin && address - object.begin + size <= object.reach;
    if (is_in_record) {
        if (!m_steps_over.contains(object.begin) && goes_on_to_next(object, address)) {
            return;
        }
        const auto [step, is_new] = m_steps_over.try_emplace(object.begin);
        if (is_new) {
            step->second.finding = past_end(object, address, size, is_store);
        }
        step->second.farthest = std::max(step->second.farthest, address + size - object.begin - object.size);
        return;
    }
    const bool is_before = address < object.begin;
    PastEnd& known = m_past_ends[{object.begin, is_before}];
    if (known.first != m_pc && !known.others.contains(m_pc) && goes_on_to_next(object, address)) {
        return;
    }
    if (known.first != no_address && known.first != m_pc) {  // the same fault, seen from another line
        constexpr size_t most_named = 3;
        if (known.others.size() < most_named && known.others.insert(m_pc).second) {
            m_findings.extend(FindingKind::past_end, known.first,
                              "; " + line_of(m_pc) + (is_store ? " writes" : " reads") + " there, too");
        }
        return;
    }
    if (m_findings.is_new(FindingKind::past_end, m_pc, 0)) {
        known.first = m_pc;
        m_findings.add(past_end(object, address, size, is_store));
    }
}

/// Behind the object stands a label that the program never uses. Who goes far into that takes both for one thing, a
/// record or a table with a remark in its middle; who takes one step has counted wrong.
void Checker::finish_steps_over() {
    constexpr u32 one_step = 8;
    for (auto& [begin, step] : m_steps_over) {
        if (step.farthest <= one_step && m_findings.is_new(FindingKind::past_end, step.finding.pc, 0)) {
            m_findings.add(std::move(step.finding));
        }
    }
    m_steps_over.clear();
}

/// A character that is stored as a word puts three zeros over those behind it.
void Checker::judge_wide_store(const isa::Instruction& instruction) {
    const ValueMark mark = m_marks[instruction.rs];
    const bool is_wide = is_one_of(instruction.op, Op::sw, Op::sh) && mark.nature() == Nature::object;
    const u32 value = m_machine.cpu.gpr[instruction.rt];
    if (!is_wide || !m_objects[mark.number()].is_text || value == 0 || value > 0xff || !is_judged() ||
        !m_findings.is_new(FindingKind::size_mixed, m_pc, 0)) {
        return;
    }
    const DataObject& object = m_objects[mark.number()];
    const std::string count = instruction.op == Op::sw ? "4 bytes" : "2 bytes";
    m_findings.add({FindingKind::size_mixed, m_pc,
                    "stores " + count + " into the text " + m_objects.name(object) + ", though " +
                        name(instruction.rt) + " holds one character (" + std::to_string(value) + ")",
                    m_objects.name(object) +
                        " holds characters of one byte, and those behind it become zeros, which end it" +
                        m_objects.declaration(object),
                    "use sb to store a character, in place of " + std::string(isa::info(instruction.op).mnemonic)});
}

void Checker::note_narrow_read(u32 address) {
    NarrowRead& read = m_narrow_reads[m_base.number()];
    const u32 word = m_machine.peek_word(address & ~3U).value_or(0);
    const bool is_cut = word + 128 > 255 + 128;
    read.is_meant |= address % 4 != 0;
    if (is_cut && read.pc == no_address && is_judged()) {
        read.pc = m_pc;
        read.address = address;
        read.word = word;
    }
}

/// Who reads the first byte of words and never another one has taken the wrong load.
void Checker::finish_narrow_reads() {
    for (const auto& [number, read] : m_narrow_reads) {
        if (read.is_meant || read.pc == no_address || !m_findings.is_new(FindingKind::size_mixed, read.pc, 0)) {
            continue;
        }
        const DataObject& object = m_objects[number];
        m_findings.add({FindingKind::size_mixed, read.pc,
                        "reads one byte of the word at " + m_objects.name(object) + "+" +
                            std::to_string(read.address - object.begin) + ", which holds " +
                            std::to_string(static_cast<i32>(read.word)),
                        "lb and lbu take the lowest byte, and the rest is cut off" + m_objects.declaration(object),
                        "load the whole word with lw"});
    }
    m_narrow_reads.clear();
}

Finding Checker::past_end(const DataObject& object, u32 address, u32 size, bool is_store) const {
    const std::string whose = m_objects.name(object);
    const bool is_before = address < object.begin;
    const u32 distance = is_before ? object.begin - address : address - object.begin;
    const bool is_label = object.symbol != DataObject::no_symbol;
    const std::string place = (is_label ? whose : "") + (is_before ? "-" : "+") + std::to_string(distance);
    const DataObject* const other = m_objects.find(address);
    const isa::Instruction* const instruction = instruction_at(m_pc);
    const u8 base = instruction != nullptr ? instruction->rs : reg::zero;
    std::string why = other == &object   ? std::string("only a part of it is inside")
                      : other != nullptr ? "there " + m_objects.name(*other) + " stands" +
                                               (is_store ? std::string(", which is overwritten") : std::string())
                                         : std::string("nothing of the program stands there");
    why += m_objects.declaration(object);
    if (base != reg::at && m_writer[base] != no_address) {
        why += "; " + line_of(m_writer[base]) + " made the address";
    }
    why += base == reg::at ? index_clause(*instruction) : std::string();
    const bool is_double = instruction != nullptr && is_one_of(instruction->op, Op::ldc1, Op::sdc1);
    return {FindingKind::past_end, m_pc,
            std::string(is_store ? "writes " : "reads ") +
                (is_before ? "before the beginning of " : "behind the end of ") + whose + ": at " + place + ", but " +
                (is_label ? whose : "it") + (is_before ? " begins at +0" : " has " + Objects::size_text(object.size)),
            why, past_end_remedy(object, address, is_double ? 8 : size)};
}

std::string Checker::past_end_remedy(const DataObject& object, u32 address, u32 size) const {
    const std::string whose = object.symbol != DataObject::no_symbol ? m_objects.name(object) : "";
    if (address < object.begin) {
        const std::string signed_index = remedy_for_signed_index(instruction_at(m_pc)->rs);
        return !signed_index.empty()
                   ? signed_index
                   : "the first place is " + whose +
                         "+0: let the index begin or end there (a loop that counts down ends with bgez or bge)";
    }
    const bool is_space = kind_of_data(m_machine.image(), object.begin) == DataKind::space;
    if ((!is_space || object.size < size) &&
        (size > object.size || (address - object.begin < object.size && object.size % size != 0))) {
        return "declare " + (whose.empty() ? "room" : whose) +
               " as large as what is read and stored there: a word has 4 bytes, a double 8 "
               "(for characters use lb and sb)";
    }
    const isa::Instruction* const access = instruction_at(m_pc);
    const isa::Instruction* const step = access != nullptr ? instruction_at(m_writer[access->rs]) : nullptr;
    const bool is_walk = step != nullptr && is_one_of(step->op, Op::addi, Op::addiu) && step->rs == step->rt &&
                         step->imm == 1 && meaning::facts(access->op).loads != 0;
    if (size == 1 && is_walk && object.size > 0 &&
        kind_of_data(m_machine.image(), object.begin + object.size - 1) == DataKind::text) {
        return "declare " + whose + " with .asciiz, so that a 0 ends it: .ascii puts none behind the characters";
    }
    const std::string way = remedy_for_way(object, size);
    const bool is_bounded = way.starts_with("keep") || way.starts_with("begin");
    return way.empty() ? remedy_for_length(object, size, whose)
                       : (is_bounded ? last_place(object, size, whose) : "") + way;
}

void Checker::report_past_frame(u32 address) {
    if (m_is_astray || !m_findings.is_new(FindingKind::past_end, m_pc, 0)) {
        return;
    }
    const CheckedCall& frame = m_frames[m_base.number()];
    m_findings.add({FindingKind::past_end, m_pc,
                    "writes behind the memory that " + function_name(frame.entry) + " has taken on the stack, at " +
                        hex32(address),
                    "what it has taken ends at " + hex32(frame.sp) + "; what its caller keeps there is overwritten",
                    "let the index stay smaller, or take more: a larger number in addi $sp, $sp, -N, and the same in "
                    "the +N at the end"});
}

void Checker::judge_doubtful(const InstructionSite& site, const isa::Instruction& instruction) {
    if (!is_judged()) {
        return;
    }
    if (is_one_of(instruction.op, Op::div, Op::divu) && m_machine.cpu.gpr[instruction.rt] == 0 &&
        m_findings.is_new(FindingKind::division_by_zero, m_pc, 0)) {
        m_findings.add({FindingKind::division_by_zero, m_pc, "divides by " + name(instruction.rt) + ", which is 0",
                        origin_of(instruction.rt) + "; $lo and $hi stay what they were",
                        remedy_for_divisor(instruction.rt)});
        give_register(register_id::hi);  // one message is enough
        give_register(register_id::lo);
    }
    if (const u32 second = overwritten_service(m_pc); second != no_address) {
        report_missing_syscall(m_pc, second);
    } else if (instruction.rt == reg::v0 && instruction.rs == reg::zero && instruction.op == Op::addiu) {
        m_next_choice = m_pc;
        attend();
    }
    if (site.is_alone) {
        judge_assembler_register(site, instruction);
    }
    if (adds_result_to_itself(instruction)) {
        judge_doubled_result();
    }
    if (is_one_of(instruction.op, Op::mfhi, Op::mflo)) {
        judge_lost_product(m_pc);
    }
    if (site.writes_zero) {
        report_zero_register();
    }
}

/// Pseudo-instructions use $at, too.
void Checker::judge_assembler_register(const InstructionSite& site, const isa::Instruction& instruction) {
    const u32 writer = m_writer[reg::at];
    const u32 index = (writer - m_text_base) / 4;
    if (site.reads.contains(reg::at) && m_own_at != no_address && index < m_sites.size() && !m_sites[index].is_alone &&
        m_findings.is_new(FindingKind::assembler_register, m_pc, 0)) {
        m_findings.add({FindingKind::assembler_register, m_pc,
                        "reads $at, which " + line_of(writer) + " has changed on the way",
                        "a pseudo-instruction becomes several instructions, and keeps its own values in $at; that of " +
                            line_of(m_own_at) + " is lost",
                        "use a $t register in place of $at ($1)"});
        m_passed = ValueMark{};
    }
    if (registers_written(instruction).contains(reg::at)) {
        m_own_at = m_pc;
    }
}

void Checker::report_zero_register() {
    if (m_findings.is_new(FindingKind::zero_register, m_pc, 0)) {
        m_findings.add({FindingKind::zero_register, m_pc, "writes to $zero, which stays 0",
                        "the result is lost: $zero ($0) can't be changed", "choose another register, such as $t0"});
    }
}

void Checker::report_missing_syscall(u32 first, u32 second) {
    if (!m_findings.is_new(FindingKind::syscall_missing, first, 0)) {
        return;
    }
    const isa::Instruction* const chosen = instruction_at(first);
    const SyscallInfo* const service = chosen != nullptr ? find_syscall(static_cast<u32>(chosen->imm)) : nullptr;
    const u32 last = last_of_arguments(first);
    const u32 call = m_frames.back().site;
    constexpr u32 near = 64;
    const bool is_in_call =
        second == m_pc && call != no_address && first < call && call - first <= near && calls_system_unchosen(call + 4);
    const bool is_next = second > last && second - last <= 8;
    m_findings.add({FindingKind::syscall_missing, first,
                    "chooses service " + std::to_string(chosen != nullptr ? chosen->imm : 0) +
                        (service != nullptr ? " (" + std::string(service->name) + ")" : std::string()) +
                        ", but no syscall follows",
                    second == no_address ? std::string("the program ends without it")
                                         : line_of(second) + " uses $v0 for something else before any syscall",
                    is_in_call
                        ? "a function uses $v0, too: choose the service behind the call in " + line_of(call) +
                              ", and behind the line that takes its result, right in front of syscall"
                        : "write syscall " + (is_next ? "before " + line_of(second) : "behind " + line_of(last))});
}

/// The last instruction of a straight line that prepares a system call: it chooses the service or sets an argument.
u32 Checker::last_of_arguments(u32 choice) const {
    constexpr u32 farthest = 24;
    u32 last = choice;
    for (u32 pc = choice + 4; pc <= choice + farthest; pc += 4) {
        const isa::Instruction* const instruction = instruction_at(pc);
        if (instruction == nullptr || meaning::facts(instruction->op).is_transfer() || instruction->op == Op::syscall ||
            (registers_read(*instruction) | registers_written(*instruction)).contains(reg::v0)) {
            break;
        }
        last = registers_written(*instruction).meets(arguments) ? pc : last;
    }
    return last;
}

}  // namespace mariner

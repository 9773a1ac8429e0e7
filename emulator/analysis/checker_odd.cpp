// Checker: integers that are taken for others: characters for numbers, four bytes for one, the line feed behind what
// was typed for the end of a text, one result for two.

#include "emulator/analysis/checker.hpp"
#include "emulator/runtime/explain.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

constexpr u32 line_feed = 10;

bool is_digit(u32 value) {
    return value >= '0' && value <= '9';
}

}  // namespace

/// A byte where words or characters are, or a word where bytes are.
void Checker::note_watched_read(u32 address, u32 size) {
    const u32 character = size == 1 ? m_machine.memory().peek_byte(address).value_or(0) : 0;
    const bool is_any_character = size == 1 && !is_digit(character) && character != line_feed;
    if (is_any_character && !m_objects[m_base.number()].is_words) {
        return;
    }
    const DataKind kind = kind_of_data(m_machine.image(), address);
    const isa::Instruction* const load = instruction_at(m_pc);
    const isa::Instruction* const filler = instruction_at(m_marked.word(address).writer);
    if (size == 1 && kind == DataKind::words) {
        note_narrow_read(address);
    } else if (size == 1) {
        const bool was_typed = filler != nullptr && filler->op == Op::syscall;
        const bool is_text = was_typed || kind == DataKind::text || kind == DataKind::text_with_end;
        m_passed = is_text && is_digit(character)        ? ValueMark(OddValue::digit, site_here())
                   : was_typed && character == line_feed ? ValueMark(OddValue::line_feed, site_here())
                                                         : ValueMark{};
    } else if (load != nullptr && load->op == Op::lw && filler == nullptr && kind == DataKind::bytes &&
               kind_of_data(m_machine.image(), address + 3) == DataKind::bytes) {
        m_passed = ValueMark(OddValue::bytes_at_once, site_here());
    }
}

/// At least one operand is odd.
void Checker::pass_odd(const InstructionSite& site, const isa::Instruction& instruction) {
    const bool has_constant = site.passing == Passing::constant;
    const ValueMark left = m_marks[instruction.rs];
    const ValueMark right =
        has_constant || is_one_of(instruction.op, Op::slti, Op::sltiu) ? ValueMark{} : m_marks[instruction.rt];
    const bool is_copy =
        has_constant ? instruction.imm == 0 : instruction.rs == reg::zero || instruction.rt == reg::zero;
    if (is_copy && (has_constant || site.passing == Passing::sum)) {
        m_passed = left.is_odd() ? left : right;
        return;
    }
    m_passed = left.is_address() ? left : right.is_address() ? right : ValueMark{};
    judge_line_feed(instruction, left, right);
    const bool is_calculated =
        is_one_of(instruction.op, Op::add, Op::addi, Op::sub, Op::mul, Op::mult, Op::div, Op::slt);
    for (const ValueMark mark : {left, right}) {
        if (is_calculated && mark.is(OddValue::bytes_at_once)) {
            report_bytes_at_once(mark.site());
            return;
        }
        if (is_calculated && mark.is(OddValue::typed_text)) {
            report_typed_text(mark.site(), "calculates with");
            return;
        }
    }
    if (m_passed.is_plain() && (site.passing == Passing::sum || site.passing == Passing::product)) {
        m_passed = sum_of_odd(instruction, left, right);
    }
}

/// Or a product. A number of several digits is read as ten times what there is and the next digit.
ValueMark Checker::sum_of_odd(const isa::Instruction& instruction, ValueMark left, ValueMark right) const {
    const auto is_any = [&](OddValue value) { return left.is(value) || right.is(value); };
    const u32 other = m_machine.cpu.gpr[left.is_odd() ? instruction.rt : instruction.rs];
    const bool is_sum = is_one_of(instruction.op, Op::add, Op::addu);
    const bool is_product = instruction.op == Op::mul;
    const bool are_two = left.is_odd() && right.is_odd();
    if (is_product && !are_two && other == 10 && (is_any(OddValue::digit_of_many) || is_any(OddValue::sum_of_digits))) {
        return ValueMark(OddValue::ten_digits, site_here());
    }
    const bool are_digits = left.is(OddValue::digit) && right.is(OddValue::digit) && left.site() != right.site();
    const bool goes_on = is_any(OddValue::digit) && (is_any(OddValue::ten_digits) || is_any(OddValue::sum_of_digits));
    if ((is_sum && goes_on) || ((is_sum || is_product) && are_digits)) {
        return ValueMark(OddValue::sum_of_digits, site_here());
    }
    return is_sum && !are_two && other == 0 && is_any(OddValue::digit) ? ValueMark(OddValue::digit_of_many, site_here())
                                                                       : ValueMark{};
}

/// What was typed ends by a line feed, the text that it is compared with doesn't. Who compares with 10, too, knows
/// that.
void Checker::judge_line_feed(const isa::Instruction& instruction, ValueMark left, ValueMark right) {
    const bool is_left = left.is(OddValue::line_feed);
    if (!is_left && !right.is(OddValue::line_feed)) {
        return;
    }
    const bool is_equality = is_one_of(instruction.op, Op::beq, Op::bne);
    const u8 other = is_left ? instruction.rt : instruction.rs;
    const bool has_constant = is_one_of(instruction.op, Op::addi, Op::addiu, Op::slti, Op::sltiu);
    const u32 value = has_constant ? static_cast<u32>(instruction.imm) : m_machine.cpu.gpr[other];
    const isa::Instruction* const load = instruction_at(m_writer[other]);
    m_knows_line_feed |= value == line_feed || value == line_feed + 1 || value == -line_feed || value == ' ';
    const bool is_character =
        is_equality && other != reg::zero && load != nullptr && is_one_of(load->op, Op::lb, Op::lbu);
    if (is_character && !m_line_feed && is_judged()) {
        const u8 typed = is_left ? instruction.rs : instruction.rt;
        m_line_feed = {FindingKind::odd_text, m_pc,
                       "compares the line feed (10) that ends what was typed with " +
                           (value == 0 ? std::string("the end of another text (0)")
                                       : "another character (" + std::to_string(value) + ")"),
                       "syscall 8 stores the line feed, too: " + line_of(m_writer[typed]) + " loads it",
                       "put a 0 in its place before comparing (a loop up to the byte 10, then sb $zero there), or take "
                       "10 for the end of what was typed"};
    }
}

void Checker::finish_line_feed() {
    if (m_line_feed && !m_knows_line_feed && m_findings.is_new(FindingKind::odd_text, m_line_feed->pc, 0)) {
        m_findings.add(std::move(*m_line_feed));
    }
    m_line_feed.reset();
}

void Checker::report_bytes_at_once(u32 load) {
    const u32 pc = address_of_site(load);
    if (!is_judged() || !m_findings.is_new(FindingKind::size_mixed, pc, 0)) {
        return;
    }
    m_findings.add(
        {FindingKind::size_mixed, pc, "loads four values of one byte at once",
         line_of(m_pc) + " calculates with them as with one number; .byte declares values of one byte, and "
                         "lw takes four bytes",
         "load one of them: lb (lbu if none is negative), and go on by 1 in place of 4; or declare them with "
         ".word"});
}

void Checker::report_typed_text(u32 service, const std::string& use) {
    if (!is_judged() || !m_findings.is_new(FindingKind::number_mixed, m_pc, 0)) {
        return;
    }
    m_findings.add({FindingKind::number_mixed, m_pc, use + " four characters of a text as if they were a number",
                    line_of(address_of_site(service)) +
                        " read a text, which is stored as characters, one byte each: of \"12\" the codes 49, 50 and 10",
                    "read the number by syscall 5, which gives it in $v0; or make it of the characters one by one "
                    "(lb, minus 48, ten times what there is plus that)"});
}

void Checker::report_sum_of_digits(u8 id) {
    const u32 pc = address_of_site(m_marks[id].site());
    if (!is_judged() || !m_findings.is_new(FindingKind::number_mixed, pc, 0)) {
        return;
    }
    m_findings.add({FindingKind::number_mixed, pc, "calculates with characters from 0 to 9 as if they were numbers",
                    "a character is its code: that of 0 is 48, that of 1 is 49; " + line_of(m_pc) + " prints " +
                        std::to_string(static_cast<i32>(m_machine.cpu.gpr[id])),
                    digit_of_sum(pc) + " (or read the number by syscall 5)"});
}

/// `jal f`, `jal f`, `add $t0, $v0, $v0`: the first result is gone.
void Checker::judge_doubled_result() {
    const CheckedCall& frame = m_frames.back();
    const u32 writer = m_writer[reg::v0];
    const bool is_own = writer != frame.next_result && writer >= frame.inner_link && writer < m_pc;
    if (frame.unread_result == no_address || frame.unread_result == frame.next_result || is_own ||
        !m_findings.is_new(FindingKind::value_lost, m_pc, reg::v0)) {
        return;
    }
    m_findings.add({FindingKind::value_lost, m_pc, "takes $v0 twice, where it holds the last result only",
                    "what " + line_of(frame.unread_result) + " gave was in $v0, too: nothing has read it, and " +
                        line_of(frame.next_result) + " has overwritten it",
                    "copy the first result behind " + line_of(frame.unread_result) +
                        " into another register, one that a call keeps, as in move $s0, $v0 (or save it on the stack), "
                        "and take it from there"});
}

}  // namespace mariner

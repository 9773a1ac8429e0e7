// Checker: floats, doubles and integers, each where it belongs.

#include <bit>

#include "emulator/analysis/checker.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

using isa::is_one_of;
using isa::Op;

constexpr u8 float_id(u8 number) {
    return static_cast<u8>(register_id::float_base + number);
}

/// Bits that mean next to nothing as a float, but a number of everyday size as an integer.
bool looks_like_integer(u32 bits) {
    constexpr u32 least_normal = 0x00800000;
    constexpr u32 least_negative = 0xfff00000;
    return (bits != 0 && bits < least_normal) || bits >= least_negative;
}

}  // namespace

void Checker::report_float_as_integer(u8 id) {
    if (!is_judged() || !m_findings.is_new(FindingKind::number_mixed, m_pc, id)) {
        return;
    }
    const u32 bits = m_machine.cpu.gpr[id];
    const std::string value = m_marks[id].nature() == Nature::single
                                  ? "the bits of the float " + java_text(std::bit_cast<float>(bits))
                                  : std::string("half of a double");
    const bool has_writer = m_writer[id] != no_address;
    m_findings.add({FindingKind::number_mixed, m_pc,
                    "takes what is in " + name(id) + " for an integer, but it is " + value,
                    (has_writer ? line_of(m_writer[id]) + " copied the bits as they are; " : std::string()) +
                        "as an integer they are " + std::to_string(static_cast<i32>(bits)),
                    "convert the number before it is moved: cvt.w.s $f0, $f0 (of a double cvt.w.d), then mfc1 " +
                        name(id) + ", $f0; to print a float, use mov.s $f12, ... and syscall 2"});
}

void Checker::pass_float(const InstructionSite& site, const isa::Instruction& instruction) {
    const u8 from = float_id(instruction.rs);
    const auto judge = [&](Nature wanted) {
        for (const u8 id : {from, float_id(instruction.rt)}) {
            if ((id == from || site.operands == 2) && m_marks[id].nature() != wanted) {
                judge_float(id, wanted == Nature::wide);
            }
        }
    };
    if (is_one_of(instruction.op, Op::div_s, Op::div_d)) {
        judge_float_divisor(float_id(instruction.rt), instruction.op == Op::div_d);
    }
    switch (site.float_kind) {
        case FloatKind::singles:
            judge(Nature::single);
            m_passed = ValueMark(Nature::single);
            break;
        case FloatKind::wides:
            judge(Nature::wide);
            m_passed = ValueMark(Nature::wide);
            break;
        case FloatKind::single_to_wide:
            judge(Nature::single);
            m_passed = ValueMark(Nature::wide);
            break;
        case FloatKind::wide_to_single:
            judge(Nature::wide);
            m_passed = ValueMark(Nature::single);
            break;
        case FloatKind::to_integer:
            judge(double_registers(instruction).floats != 0 ? Nature::wide : Nature::single);
            break;
        case FloatKind::from_integer:
            judge_conversion(from);
            m_passed = ValueMark(instruction.op == Op::cvt_d_w ? Nature::wide : Nature::single);
            break;
        case FloatKind::move:
            m_passed = instruction.op == Op::mtc1 ? m_marks[instruction.rt] : m_marks[from];
            m_passed = m_passed.is_float() ? m_passed : ValueMark{};
            break;
        case FloatKind::none:
            break;
    }
}

/// A count of 0 that was made a float: the quotient is Infinity or NaN. Who writes 0.0 into the data means it.
void Checker::judge_float_divisor(u8 id, bool is_wide) {
    const u32 number = id - register_id::float_base;
    const CpuState& cpu = m_machine.cpu;
    const bool is_zero = cpu.fpr[number] == 0 && (!is_wide || cpu.fpr[(number + 1) % 32] == 0);
    const isa::Instruction* const maker =
        is_zero && m_writer[id] != no_address ? instruction_at(m_writer[id]) : nullptr;
    if (maker == nullptr || !is_one_of(maker->op, Op::cvt_s_w, Op::cvt_d_w) || !is_judged() ||
        !m_findings.is_new(FindingKind::division_by_zero, m_pc, id)) {
        return;
    }
    m_findings.add({FindingKind::division_by_zero, m_pc, "divides by " + name(id) + ", which is 0",
                    line_of(m_writer[id]) + " made a float of the integer 0; the quotient is Infinity or NaN",
                    "test the integer before it is converted: beqz, and a label for that case"});
}

/// cvt.s.w and cvt.d.w of what is no integer any more.
void Checker::judge_conversion(u8 id) {
    if (!m_marks[id].is_float() || !is_judged() || !m_findings.is_new(FindingKind::number_mixed, m_pc, id)) {
        return;
    }
    const bool is_single = m_marks[id].nature() == Nature::single;
    m_findings.add(
        {FindingKind::number_mixed, m_pc,
         "converts " + name(id) + " from an integer, but it holds a " + (is_single ? "float" : "double") + " already",
         m_writer[id] != no_address ? line_of(m_writer[id]) + " wrote it" : "it comes from the data",
         is_single ? "leave the conversion out (to make a double of a float: cvt.d.s)"
                   : "use cvt.s.d to make a float of a double, cvt.w.d to make an integer of it"});
}

/// An operand that isn't marked as the float (or double) that it should be.
void Checker::judge_float(u8 id, bool is_wide) {
    const u32 bits = m_machine.cpu.fpr[id - register_id::float_base];
    const u32 high = is_wide ? m_machine.cpu.fpr[(id - register_id::float_base + 1U) % 32U] : 0;
    const Nature nature = m_marks[id].nature();
    const bool has_half = is_wide && nature == Nature::wide && m_unwritten.contains(static_cast<u8>(id + 1));
    const bool is_other = has_half || nature == (is_wide ? Nature::single : Nature::wide);
    const bool is_integer = nature == Nature::plain && (is_wide ? high == 0 && bits != 0 : looks_like_integer(bits));
    if ((!is_other && !is_integer) || m_unwritten.contains(id) || !is_judged() ||
        !m_findings.is_new(FindingKind::number_mixed, m_pc, id)) {
        return;
    }
    if (is_wide) {
        m_unwritten.remove(static_cast<u8>(id + 1));  // one message is enough
    }
    const std::string wanted = is_wide ? "double" : "float";
    const std::string is = is_integer ? "the integer " + std::to_string(static_cast<i32>(bits))
                           : has_half ? std::string("half of one, for the other half was never copied")
                           : is_wide  ? "the float " + java_text(std::bit_cast<float>(bits))
                                      : std::string("half of a double");
    const std::string remedy =
        is_integer ? "convert it first: cvt." + std::string(is_wide ? "d" : "s") + ".w " + name(id) + ", " + name(id) +
                         " behind the mtc1 or load; a number that is to be a " + wanted +
                         " from the start is declared with ." + wanted
        : has_half ? "copy both halves: mov.d in place of mov.s, l.d in place of l.s"
        : is_wide  ? "stay with floats (l.s, add.s, syscall 2), declare the number with .double, or convert it: cvt.d.s"
                  : "stay with doubles (l.d, add.d, syscall 3), declare the number with .float, or convert it: cvt.s.d";
    m_findings.add(
        {FindingKind::number_mixed, m_pc, "takes what is in " + name(id) + " for a " + wanted + ", but it is " + is,
         m_writer[id] != no_address ? line_of(m_writer[id]) + " put it there" : "nothing else was put there", remedy});
}

}  // namespace mariner

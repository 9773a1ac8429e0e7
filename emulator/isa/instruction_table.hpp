#pragma once
// The table of instruction.hpp as a constant expression, made from instructions.inc and checked: a row that says
// nonsense doesn't build.

#include <bit>
#include <string_view>

#include "emulator/isa/instruction.hpp"
#include "emulator/isa/pattern.hpp"

namespace mariner::isa {

namespace detail {

/// A condition flag's slot is the one its field stands in.
consteval OperandPattern read_pattern(std::string_view operands, const pattern::Encoding& encoding) {
    OperandPattern result = pattern::read_operands(operands);
    for (Operand& operand : result.operands) {
        for (const pattern::Field& field : encoding.fields) {
            if (operand.name == "cc" && field.letter == 'c') {
                operand.slot = pattern::slot_of(field);
            }
        }
    }
    return result;
}

consteval auto make_table() {
    std::array<InstructionInfo, op_count> table{};
    size_t at = 0;
    std::string_view chapter;
#define CHAPTER(title) chapter = title;
#define INSN(id_, mnemonic_, operands_, encoding_, body_, example_, doc_)         \
    table.at(at++) = {Op::id_,                                                    \
                      #id_,                                                       \
                      mnemonic_,                                                  \
                      operands_,                                                  \
                      encoding_,                                                  \
                      example_,                                                   \
                      doc_,                                                       \
                      chapter,                                                    \
                      read_pattern(operands_, pattern::read_encoding(encoding_)), \
                      pattern::read_encoding(encoding_)};
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
    return table;
}

}  // namespace detail

inline constexpr std::array<InstructionInfo, op_count> compiled_table = detail::make_table();

constexpr const InstructionInfo& compiled_info(Op op) {
    return compiled_table[static_cast<size_t>(op)];
}

namespace detail {

/// Two rows may both fit a word only if one of them has more fixed bits: that one decodes.
consteval bool unambiguous() {
    for (const InstructionInfo& a : compiled_table) {
        for (const InstructionInfo& b : compiled_table) {
            const u32 common = a.encoding.mask & b.encoding.mask;
            const bool overlap = (a.encoding.match & common) == (b.encoding.match & common);
            if (&a != &b && overlap && std::popcount(a.encoding.mask) == std::popcount(b.encoding.mask)) {
                return false;
            }
        }
    }
    return true;
}

/// The forms of a mnemonic stand together, so that a range of rows is all there is to try.
consteval bool mnemonics_stand_together() {
    for (size_t i = 1; i < op_count; ++i) {
        if (compiled_table[i].mnemonic == compiled_table[i - 1].mnemonic) {
            continue;
        }
        for (size_t j = 0; j < i; ++j) {
            if (compiled_table[j].mnemonic == compiled_table[i].mnemonic) {
                return false;
            }
        }
    }
    return true;
}

/// Every operand that a form shows has a field in its encoding, and the other way round.
consteval bool operands_match_fields() {
    for (const InstructionInfo& row : compiled_table) {
        size_t shown = 0;
        for (const Operand& operand : row.pattern) {
            shown += operand.slot != Slot::none ? 1U : 0U;
        }
        if (shown != row.encoding.field_count) {
            return false;
        }
    }
    return true;
}

static_assert(op_count <= 250, "Op and the codes beside it (execute/decoded_op.hpp) fit into a byte");
static_assert(unambiguous());
static_assert(mnemonics_stand_together());
static_assert(operands_match_fields());
static_assert(compiled_info(Op::addu).encoding.match == 0x00000021 &&
              compiled_info(Op::addu).encoding.mask == 0xfc0007ff);
static_assert(compiled_info(Op::lw).encoding.match == 0x8c000000);
static_assert(compiled_info(Op::eret).encoding.match == 0x42000018 &&
              compiled_info(Op::eret).encoding.mask == 0xffffffff);

}  // namespace detail

}  // namespace mariner::isa

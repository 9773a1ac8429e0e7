#pragma once
// The basic instructions as a constexpr table made from instructions.inc, and Instruction, the form in which an
// instruction travels from the assembler or the decoder to the engines. Facts only: nothing here executes anything.

#include <array>
#include <bit>
#include <span>
#include <string_view>

#include "emulator/isa/operand.hpp"
#include "emulator/isa/pattern.hpp"
#include "emulator/support/types.hpp"

namespace mariner::isa {

enum class Op : u8 {
#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, access, flags, example, doc) id,
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
};

#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, access, flags, example, doc) +1
inline constexpr size_t op_count = 0
#include "emulator/isa/instructions.inc"
    ;
#undef INSN
#undef CHAPTER

template <class... Ops>
constexpr bool is_one_of(Op op, Ops... others) {
    return ((op == others) || ...);
}

/// One instruction with its operands. Floating-point registers and condition flags use the slots too: fd, fs, ft are
/// rd, rs, rt; a flag number is in the slot its form leaves free (c.cond: rd; the others: rt).
/// `imm` is the immediate, shift amount or code; for branches the distance in words from the next instruction (more
/// than 16 bits are honoured); for jumps the address. A slot that a form lacks is 0.
struct Instruction {
    Op op = Op::nop;
    u8 rd = 0;
    u8 rs = 0;
    u8 rt = 0;
    i32 imm = 0;

    friend bool operator==(const Instruction&, const Instruction&) = default;
};

using InstructionFlags = u16;
namespace flag {
inline constexpr InstructionFlags None = 0;
inline constexpr InstructionFlags Branch = 1;    // conditional, to a word distance
inline constexpr InstructionFlags Jump = 2;      // unconditional
inline constexpr InstructionFlags Indirect = 4;  // a jump to an address in a register
inline constexpr InstructionFlags Link = 8;      // stores a return address
inline constexpr InstructionFlags Load = 16;
inline constexpr InstructionFlags Store = 32;
inline constexpr InstructionFlags Float = 64;
inline constexpr InstructionFlags Traps = 128;      // may raise an exception
inline constexpr InstructionFlags EndsBlock = 256;  // leaves the engine (syscall, break)
inline constexpr InstructionFlags Rare = 512;       // seldom executed: the compiling engine leaves it to the others
}  // namespace flag

struct InstructionInfo {
    Op op{};
    std::string_view id;
    std::string_view mnemonic;
    std::string_view operands;
    std::string_view encoding_text;
    std::string_view access;
    InstructionFlags flags{};
    std::string_view example;
    std::string_view doc;
    std::string_view chapter;
    OperandPattern pattern;
    pattern::Encoding encoding;

    [[nodiscard]] constexpr bool has(InstructionFlags wanted) const { return (flags & wanted) != 0; }
    /// An indirect or direct transfer of control.
    [[nodiscard]] constexpr bool is_transfer() const { return has(flag::Branch | flag::Jump); }
};

namespace detail {

using namespace flag;  // so that the rows of the table read as they are written

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
#define INSN(id_, mnemonic_, operands_, encoding_, body_, access_, flags_, example_, doc_) \
    table.at(at++) = {Op::id_,                                                             \
                      #id_,                                                                \
                      mnemonic_,                                                           \
                      operands_,                                                           \
                      encoding_,                                                           \
                      access_,                                                             \
                      static_cast<InstructionFlags>(flags_),                               \
                      example_,                                                            \
                      doc_,                                                                \
                      chapter,                                                             \
                      read_pattern(operands_, pattern::read_encoding(encoding_)),          \
                      pattern::read_encoding(encoding_)};
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
    return table;
}

}  // namespace detail

inline constexpr std::array<InstructionInfo, op_count> instruction_table = detail::make_table();

constexpr const InstructionInfo& info(Op op) {
    return instruction_table[static_cast<size_t>(op)];
}

namespace detail {

/// Two rows may both fit a word only if one of them has more fixed bits: that one decodes.
consteval bool unambiguous() {
    for (const InstructionInfo& a : instruction_table) {
        for (const InstructionInfo& b : instruction_table) {
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
        if (instruction_table[i].mnemonic == instruction_table[i - 1].mnemonic) {
            continue;
        }
        for (size_t j = 0; j < i; ++j) {
            if (instruction_table[j].mnemonic == instruction_table[i].mnemonic) {
                return false;
            }
        }
    }
    return true;
}

/// Every operand that a form shows has a field in its encoding, and the other way round.
consteval bool operands_match_fields() {
    for (const InstructionInfo& row : instruction_table) {
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
static_assert(info(Op::addu).encoding.match == 0x00000021 && info(Op::addu).encoding.mask == 0xfc0007ff);
static_assert(info(Op::lw).encoding.match == 0x8c000000);
static_assert(info(Op::eret).encoding.match == 0x42000018 && info(Op::eret).encoding.mask == 0xffffffff);

}  // namespace detail

}  // namespace mariner::isa

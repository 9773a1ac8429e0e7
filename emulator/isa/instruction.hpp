#pragma once
// The basic instructions as a table made from instructions.inc, and Instruction, the form in which an instruction
// travels from the assembler or the decoder to the engines. Facts only: nothing here executes anything.

#include <array>
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

/// The rows, in Op's order. Who needs them in a constant expression includes instruction_table.hpp, which costs the
/// compiler a quarter of a second.
extern const std::array<InstructionInfo, op_count> instruction_table;

inline const InstructionInfo& info(Op op) {
    return instruction_table[static_cast<size_t>(op)];
}

}  // namespace mariner::isa

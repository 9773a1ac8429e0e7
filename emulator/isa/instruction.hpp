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
#define INSN(id, mnemonic, operands, encoding, body, example, doc) id,
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER
};

#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, example, doc) +1
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

struct InstructionInfo {
    Op op{};
    std::string_view id;
    std::string_view mnemonic;
    std::string_view operands;
    std::string_view encoding_text;
    std::string_view example;
    std::string_view doc;
    std::string_view chapter;
    OperandPattern pattern;
    pattern::Encoding encoding;

    // What the source shows of it; what it does is meaning/facts.hpp's affair.
    /// Of a branch: the way to a label.
    [[nodiscard]] constexpr bool has_distance() const { return has_operand("rel"); }
    /// Of a jump: the address of a label.
    [[nodiscard]] constexpr bool has_target() const { return has_operand("target"); }
    /// As loads and stores: imm(rs).
    [[nodiscard]] constexpr bool has_address() const { return has_operand("("); }

private:
    [[nodiscard]] constexpr bool has_operand(std::string_view name) const {
        for (const Operand& operand : pattern) {
            if (operand.name == name) {
                return true;
            }
        }
        return false;
    }
};

/// The rows, in Op's order. Who needs them in a constant expression includes instruction_table.hpp, which costs the
/// compiler a quarter of a second.
extern const std::array<InstructionInfo, op_count> instruction_table;

inline const InstructionInfo& info(Op op) {
    return instruction_table[static_cast<size_t>(op)];
}

}  // namespace mariner::isa

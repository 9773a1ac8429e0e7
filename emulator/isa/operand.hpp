#pragma once
// What an operand column says: the kinds of source operands, and where each one's value lives in an Instruction.
// Used by the instruction and pseudo-instruction tables and by the assembler, which fits tokens to patterns.

#include <array>
#include <limits>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::isa {

/// One slot of a pattern. Parentheses and the plus of `label+4` count as operands of their own.
enum class OperandKind : u8 {
    integer_register,
    float_register,
    u5,
    s16,
    u16,
    i32,
    label,
    open_paren,
    close_paren,
    plus
};

constexpr bool is_number(OperandKind kind) {
    return kind >= OperandKind::u5 && kind <= OperandKind::i32;
}

struct NumberRange {
    i32 least;
    i32 most;
};

/// Of a number.
constexpr NumberRange range_of(OperandKind kind) {
    return kind == OperandKind::u5    ? NumberRange{0, 31}
           : kind == OperandKind::s16 ? NumberRange{-32768, 32767}
           : kind == OperandKind::u16 ? NumberRange{0, 65535}
                                      : NumberRange{std::numeric_limits<i32>::min(), std::numeric_limits<i32>::max()};
}

/// Where the value of a basic instruction's operand is kept (see Instruction).
enum class Slot : u8 { none, rd, rs, rt, imm };

/// How the assembler reads a label, a jump target, or a plain number into the slot.
struct Operand {
    OperandKind kind{};
    Slot slot = Slot::none;
    std::string_view name;  // as the column spells it: "rd", "imm", "rel", "r1", "n", "L" ...
};

inline constexpr size_t max_operands = 7;  // the longest pattern is "r1, L+i32(b)"

struct OperandPattern {
    std::array<Operand, max_operands> operands{};
    u8 count = 0;

    [[nodiscard]] constexpr const Operand* begin() const { return operands.data(); }
    [[nodiscard]] constexpr const Operand* end() const { return operands.data() + count; }
    constexpr void add(Operand operand) { operands.at(count++) = operand; }
};

}  // namespace mariner::isa

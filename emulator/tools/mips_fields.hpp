#pragma once
// What MARS's tools make of an instruction word: they look at its fields, not at its name.

#include "emulator/support/types.hpp"

namespace mariner::tools {

constexpr u32 opcode_of(u32 word) {
    return word >> 26U;
}
/// One bit of the function field is lost: addu is add with another last bit, slt and sltu look like others.
constexpr u32 five_bits_of(u32 word) {
    return word & 31U;
}
constexpr bool is_between(u32 value, u32 least, u32 most) {
    return value - least <= most - least;
}

/// As MARS's tools tell a branch: bltz, bgez and their like only by the low bits of their offset, and the traps with an
/// immediate by those of the immediate.
constexpr bool looks_like_branch(u32 word) {
    const u32 opcode = opcode_of(word);
    const u32 bits = five_bits_of(word);
    return is_between(opcode, 4, 7) || is_between(opcode, 0x14, 0x17) ||
           (opcode == 1 && (is_between(bits, 0, 7) || is_between(bits, 16, 19)));
}

}  // namespace mariner::tools

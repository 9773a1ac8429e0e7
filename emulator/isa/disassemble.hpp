#pragma once
// Instructions as text: MARS's "basic" column, byte for byte, and assembly that people read and the assembler takes
// back. Called by dumps, listings, the debugger, traces and `mariner disasm`; knows only the tables.

#include <functional>
#include <optional>
#include <string>

#include "emulator/isa/instruction.hpp"

namespace mariner::isa {

/// As MARS shows an instruction: `addi $9,$10,0xffffff9c`, `lw $9,0x00000004($10)`, `nop ` (the blank belongs to it).
std::string mars_text(const Instruction& instruction);
/// The same with numbers in decimal, as MARS's tools have it: `bne $8,$0,-2`.
std::string mars_text_in_decimal(const Instruction& instruction);

/// As MARS shows a word that the running program stored into its own text: the raw fields, not sign-extended beside the
/// distance of beq and bne, jump targets as word addresses; `<INVALID>` where no row fits.
std::string mars_text_of_stored_word(u32 word, u32 address);

/// The label that stands for an address, or empty.
using LabelAt = std::function<std::string(u32 address)>;

/// `addi    $t1, $t2, -100` as it stands at `address`, targets by label or as `0x00400010`.
std::string assembly_text(const Instruction& instruction, u32 address, const LabelAt& label_at = {});

/// Where a branch or a direct jump at `address` goes; meaningless for anything else.
u32 transfer_target(const Instruction& instruction, u32 address);

/// Where a direct call goes; nothing for anything else.
std::optional<u32> call_target(const Instruction& instruction, u32 address);

/// Eight lower-case hexadecimal digits.
std::string hex_digits(u32 value);

}  // namespace mariner::isa

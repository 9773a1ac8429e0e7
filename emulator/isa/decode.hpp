#pragma once
// Machine word to Instruction. Called by the ELF loader, the disassembler and, with self-modifying code, the engines.

#include <optional>

#include "emulator/isa/instruction.hpp"

namespace mariner::isa {

/// How immediates are read. `architecture`: as MIPS32 says. `mars`: as MARS decodes words that a program stored into
/// its own text: only beq and bne sign-extend their distance, and offsets of word accesses are not sign-extended
/// (tests/programs and conformance case runtime/smc_negative_offset show it).
enum class DecodeRules : u8 { architecture, mars };

/// Nothing if no row fits. Among rows that fit, the one with the most fixed bits is taken. `address` is that of the
/// instruction: a jump takes its top bits from there.
std::optional<Instruction> decode(u32 word, u32 address, DecodeRules rules = DecodeRules::architecture);

}  // namespace mariner::isa

#pragma once
// Instruction to machine word. Called by the assembler's image builder and by tests; knows only the table.

#include "emulator/isa/instruction.hpp"

namespace mariner::isa {

/// The machine word. Values too large for their field are cut to it, as MARS does (a branch further than 16 bits
/// reach still executes rightly, since engines run Instructions and not words).
u32 encode(const Instruction& instruction);

/// The bits of an instruction's word that MARS 4.6, other than 4.5, sets by mistake.
u32 spoilt_bits(Op op);

/// The value of the slot an operand or field is kept in.
i32 slot_value(const Instruction& instruction, Slot slot);
void set_slot(Instruction& instruction, Slot slot, i32 value);

}  // namespace mariner::isa

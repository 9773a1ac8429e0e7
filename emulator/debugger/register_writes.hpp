#pragma once
// Which registers an instruction writes: the left side of the table's access column. A watched register is watched by
// trapping those instructions only, so that looking for its last write is as fast as running to a breakpoint.

#include <string_view>

#include "emulator/isa/instruction.hpp"
#include "emulator/support/types.hpp"

namespace mariner::debugger {

/// `id` as in Place. False for a write to $zero, and for what an exception or a system call does to registers.
bool writes_register(const isa::Instruction& instruction, u8 id);

/// It may, but need not: a conditional move.
bool writes_on_condition(const isa::Instruction& instruction);

/// It may raise an exception or stop for a service, and so change registers beside its own.
bool may_leave(const isa::Instruction& instruction);

}  // namespace mariner::debugger

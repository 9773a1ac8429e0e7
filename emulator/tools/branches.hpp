#pragma once
// Where control may part from the next instruction, as tools see it before the instruction is executed.

#include <optional>

#include "emulator/isa/instruction.hpp"
#include "emulator/machine/cpu_state.hpp"

namespace mariner::tools {

/// Whether a conditional branch will be taken; nothing for what is none.
std::optional<bool> branch_outcome(const isa::Instruction& instruction, const CpuState& cpu);

}  // namespace mariner::tools

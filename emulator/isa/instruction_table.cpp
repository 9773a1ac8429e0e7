#include "emulator/isa/instruction_table.hpp"

namespace mariner::isa {

constinit const std::array<InstructionInfo, op_count> instruction_table = compiled_table;

}  // namespace mariner::isa

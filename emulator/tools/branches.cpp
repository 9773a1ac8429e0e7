#include "emulator/tools/branches.hpp"

namespace mariner::tools {

std::optional<bool> branch_outcome(const isa::Instruction& instruction, const CpuState& cpu) {
    using isa::Op;
    const auto rs = static_cast<i32>(cpu.gpr[instruction.rs]);
    const auto rt = static_cast<i32>(cpu.gpr[instruction.rt]);
    const bool flag = ((cpu.condition_flags >> instruction.rt) & 1U) != 0;  // its number stands in rt's place
    switch (instruction.op) {
        case Op::beq:
            return rs == rt;
        case Op::bne:
            return rs != rt;
        case Op::blez:
            return rs <= 0;
        case Op::bgtz:
            return rs > 0;
        case Op::bltz:
        case Op::bltzal:
            return rs < 0;
        case Op::bgez:
        case Op::bgezal:
            return rs >= 0;
        case Op::bc1t:
        case Op::bc1t_cc:
            return flag;
        case Op::bc1f:
        case Op::bc1f_cc:
            return !flag;
        default:
            return std::nullopt;
    }
}

}  // namespace mariner::tools

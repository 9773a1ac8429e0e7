#include "emulator/execute/decoded_op.hpp"

#include <array>

#include "emulator/execute/integer_access.hpp"
#include "emulator/machine/cpu_state.hpp"

namespace mariner {

namespace {

constexpr u32 flag_count = 8;

constexpr auto access_table = [] {
    std::array<IntegerAccess, isa::op_count> table{};
    for (size_t i = 0; i < isa::op_count; ++i) {
        table[i] = compiled_integer_access(static_cast<isa::Op>(i));
    }
    return table;
}();

}  // namespace

IntegerAccess integer_access(isa::Op op) {
    return access_table[static_cast<size_t>(op)];
}

DecodedOp predecode(const TextSlot& slot) {
    if (slot.state == TextState::absent) {
        return {absent_code, 0, 0, 0, 0};
    }
    if (slot.state == TextState::undefined) {
        return {undefined_code, 0, 0, 0, static_cast<i32>(slot.word)};
    }
    const isa::Instruction& instruction = slot.instruction;
    DecodedOp op{static_cast<u8>(instruction.op), instruction.rd, instruction.rs, instruction.rt, instruction.imm};
    const IntegerAccess access = access_table[op.code];
    if (access.writes_rd && op.rd == reg::zero) {
        op.rd = reg::bin;
    }
    // sc reads and writes the same register: its body looks after $zero itself.
    if (access.writes_rt && op.rt == reg::zero && instruction.op != isa::Op::sc) {
        op.rt = reg::bin;
    }
    // c.cond forms write their flag, which is in rd, and leave it alone if there is none of that number.
    if (access.reads_flag && op.rt >= flag_count) {
        op.rt = 0;
    }
    return op;
}

bool names_odd_register(const DecodedOp& op) {
    const isa::InstructionInfo& row = isa::info(static_cast<isa::Op>(op.code));
    const std::string_view access = row.access;
    const auto odd = [&](std::string_view name, u8 number) {
        return access.find(name) != std::string_view::npos && number % 2 != 0;
    };
    return row.has(isa::flag::Float) && (odd("pd", op.rd) || odd("ps", op.rs) || odd("pt", op.rt));
}

bool has_direct_target(const DecodedOp& op) {
    const isa::InstructionInfo& row = isa::info(static_cast<isa::Op>(op.code));
    return row.is_transfer() && !row.has(isa::flag::Indirect) && row.op != isa::Op::eret;
}

u32 direct_target(const DecodedOp& op, u32 pc) {
    const u32 operand = static_cast<u32>(op.imm);
    return isa::info(static_cast<isa::Op>(op.code)).has(isa::flag::Jump)
               ? ((pc + 4) & 0xf0000000) | (operand & 0x0ffffffc)
               : pc + 4 + operand * 4;
}

}  // namespace mariner

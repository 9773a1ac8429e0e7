#include "emulator/execute/decoded_op.hpp"

#include "emulator/machine/cpu_state.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner {

namespace {

using meaning::RegisterPlace;

constexpr u32 flag_count = 8;

}  // namespace

DecodedOp predecode(const TextSlot& slot) {
    if (slot.state == TextState::absent) {
        return {absent_code, 0, 0, 0, 0};
    }
    if (slot.state == TextState::undefined) {
        return {undefined_code, 0, 0, 0, static_cast<i32>(slot.word)};
    }
    const isa::Instruction& instruction = slot.instruction;
    DecodedOp op{static_cast<u8>(instruction.op), instruction.rd, instruction.rs, instruction.rt, instruction.imm};
    const meaning::Facts& facts = meaning::facts(instruction.op);
    if (facts.writes.contains(RegisterPlace::rd) && op.rd == reg::zero) {
        op.rd = reg::bin;
    }
    // sc reads and writes the same register: its body looks after $zero itself.
    if (facts.writes.contains(RegisterPlace::rt) && op.rt == reg::zero && instruction.op != isa::Op::sc) {
        op.rt = reg::bin;
    }
    // c.cond forms write their flag, which is in rd, and leave it alone if there is none of that number.
    if (facts.reads.contains(RegisterPlace::flag_read) && op.rt >= flag_count) {
        op.rt = 0;
    }
    return op;
}

bool names_odd_register(const DecodedOp& op) {
    const meaning::Facts& facts = meaning::facts(static_cast<isa::Op>(op.code));
    const meaning::PlaceSet named = facts.reads | facts.writes;
    const auto is_odd = [&](RegisterPlace pair, u8 number) { return named.contains(pair) && number % 2 != 0; };
    return is_odd(RegisterPlace::pd, op.rd) || is_odd(RegisterPlace::ps, op.rs) || is_odd(RegisterPlace::pt, op.rt);
}

bool has_direct_target(const DecodedOp& op) {
    const isa::InstructionInfo& row = isa::info(static_cast<isa::Op>(op.code));
    return meaning::facts(row.op).is_transfer() && !meaning::facts(row.op).is_indirect && row.op != isa::Op::eret;
}

u32 direct_target(const DecodedOp& op, u32 pc) {
    const u32 operand = static_cast<u32>(op.imm);
    return meaning::facts(static_cast<isa::Op>(op.code)).is_jump ? ((pc + 4) & 0xf0000000) | (operand & 0x0ffffffc)
                                                                 : pc + 4 + operand * 4;
}

}  // namespace mariner

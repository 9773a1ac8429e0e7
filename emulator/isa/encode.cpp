#include "emulator/isa/encode.hpp"

namespace mariner::isa {

namespace {

/// By Slot; null where it is no register's.
constexpr u8 Instruction::*register_slots[] = {nullptr, &Instruction::rd, &Instruction::rs, &Instruction::rt, nullptr};

}  // namespace

i32 slot_value(const Instruction& instruction, Slot slot) {
    const auto member = register_slots[static_cast<size_t>(slot)];
    return member != nullptr ? instruction.*member : slot == Slot::imm ? instruction.imm : 0;
}

void set_slot(Instruction& instruction, Slot slot, i32 value) {
    if (const auto member = register_slots[static_cast<size_t>(slot)]) {
        instruction.*member = static_cast<u8>(value);
    } else if (slot == Slot::imm) {
        instruction.imm = value;
    }
}

u32 encode(const Instruction& instruction) {
    const pattern::Encoding& encoding = info(instruction.op).encoding;
    u32 word = encoding.match;
    for (size_t i = 0; i < encoding.field_count; ++i) {
        const pattern::Field field = encoding.fields[i];
        u32 value = static_cast<u32>(slot_value(instruction, pattern::slot_of(field)));
        if (field.letter == 'j') {
            value >>= 2;
        }
        const u32 mask = (1U << field.width) - 1;
        word |= (value & mask) << field.low;
    }
    return word;
}

/// In place of unused bits MARS 4.6 has a letter that no operand replaces, and reads it as the digit 51.
u32 spoilt_bits(Op op) {
    const bool is_trap = is_one_of(op, Op::teq, Op::tne, Op::tge, Op::tgeu, Op::tlt, Op::tltu);
    const u32 past_last = op == Op::syscall ? 26 : is_trap ? 16 : 0;
    u32 bits = 0;
    for (u32 bit = 6; bit < past_last; ++bit) {
        bits |= u32{51} << bit;
    }
    return bits;
}

}  // namespace mariner::isa

#include "emulator/isa/encode.hpp"

namespace mariner::isa {

i32 slot_value(const Instruction& instruction, Slot slot) {
    switch (slot) {
        case Slot::rd:
            return instruction.rd;
        case Slot::rs:
            return instruction.rs;
        case Slot::rt:
            return instruction.rt;
        case Slot::imm:
            return instruction.imm;
        case Slot::none:
            break;
    }
    return 0;
}

void set_slot(Instruction& instruction, Slot slot, i32 value) {
    switch (slot) {
        case Slot::rd:
            instruction.rd = static_cast<u8>(value);
            break;
        case Slot::rs:
            instruction.rs = static_cast<u8>(value);
            break;
        case Slot::rt:
            instruction.rt = static_cast<u8>(value);
            break;
        case Slot::imm:
            instruction.imm = value;
            break;
        case Slot::none:
            break;
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

}  // namespace mariner::isa

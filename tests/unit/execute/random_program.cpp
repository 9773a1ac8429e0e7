#include "tests/unit/execute/random_program.hpp"

#include <bit>

#include "emulator/meaning/facts.hpp"

namespace mariner::test {

namespace {

using isa::Op;

/// Few registers, so that instructions depend on each other. $16 and $17 usually hold a data and a text address.
constexpr u8 used_registers[] = {0, 0, 1, 2, 8, 8, 9, 9, 10, 11, 16, 17, 29, 31};
constexpr u8 data_pointer = 16;
constexpr u8 text_pointer = 17;

constexpr Op common[] = {Op::addiu, Op::addu, Op::lw,   Op::sw,   Op::lbu, Op::sb,   Op::beq,   Op::bne,
                         Op::slt,   Op::sltu, Op::slti, Op::sll,  Op::srl, Op::andi, Op::ori,   Op::lui,
                         Op::and_,  Op::or_,  Op::xor_, Op::subu, Op::jal, Op::jr,   Op::sltiu, Op::j,
                         Op::movz,  Op::movn, Op::mul,  Op::mflo, Op::lb};

/// After these the program's own pointers would be lost too soon.
bool spoils_pointer(u8 number) {
    return number == data_pointer || number == text_pointer;
}

i32 random_immediate(Random& random, isa::OperandKind kind) {
    switch (kind) {
        case isa::OperandKind::u5:
            return static_cast<i32>(below(random, 32));
        case isa::OperandKind::u16:
            return static_cast<i32>(below(random, 4) == 0 ? below(random, 65536) : below(random, 20));
        default:
            return below(random, 4) == 0 ? static_cast<i32>(below(random, 65536)) - 32768
                                         : static_cast<i32>(below(random, 24)) - 8;
    }
}

i32 random_target(Random& random, bool jump, u32 base, u32 index, u32 count) {
    const u32 target = below(random, 60) == 0 ? below(random, 4 * count) : below(random, count + 1);
    if (jump) {
        return static_cast<i32>(base + 4 * target);
    }
    return static_cast<i32>(target) - static_cast<i32>(index) - 1;
}

u8 any_register(Random& random) {
    return used_registers[below(random, std::size(used_registers))];
}

/// A number that decides something together with `other`: nearly the same, or their sum or difference nearly overflows,
/// or it does so with a small number.
u32 neighbour_of(Random& random, u32 other) {
    const u32 distance = below(random, 3) - 1;
    switch (below(random, 5)) {
        case 0:
            return other + distance;
        case 1:
            return 0x7fffffff - other + distance;
        case 2:
            return other - 0x80000000 + distance;
        case 3:
            return 0x80000000 - 16 + below(random, 32);
        default:
            return below(random, 32) - 8;
    }
}

DataRange random_bytes(Random& random, u32 address) {
    DataRange range;
    range.address = address;
    for (u32 i = 0; i < 64; ++i) {
        range.bytes.push_back(static_cast<u8>(random()));
    }
    return range;
}

}  // namespace

u32 edge_value(Random& random) {
    constexpr u32 values[] = {0,          1,          2,          3,          31,         32,         0x7fffffff,
                              0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0xffff8000, 0x00008000, 0x0000ffff,
                              0x10010000, 0x10010004, 0x10010002, 0x10010003, 0x103ffff8, 0x103ffffc, 0x103fffff,
                              0x10400000, 0x0fffffff, 0x7ffffffc, 0x7ffffffd, 0x7ffffffe, 0x7fc00000, 0x7fbfffff,
                              0x7fbffffc, 0x90000001, 0x90000000, 0x903ffffe, 0xffff0000, 0xfffffffc, 0xfffffff8,
                              0xffff0003, 0x00400000, 0x00400004, 0x00800000, 0x80000180};
    return below(random, 3) == 0 ? static_cast<u32>(random()) : values[below(random, std::size(values))];
}

u32 edge_single(Random& random) {
    constexpr u32 values[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                              0x7fc00000, 0x7fa00001, 0xffc12345, 0x00000001, 0x807fffff, 0x00800000,
                              0x7f7fffff, 0x4f000000, 0xcf000000, 0x4effffff, 0x3f000000, 0x40200000,
                              0xc0200000, 0x3effffff, 0x4b000001, 0xcf000001};
    return below(random, 3) == 0 ? static_cast<u32>(random()) : values[below(random, std::size(values))];
}

u64 edge_double(Random& random) {
    constexpr double values[] = {0.0,           -0.0,          1.0,          -1.0,         0.5,           1.5,
                                 2.5,           -2.5,          2147483647.0, 2147483647.5, 2147483646.5,  2147483648.0,
                                 1e300,         -1e300,        1e-310,       3.4e38,       -2147483648.0, -2147483648.5,
                                 -2147483649.0, -2147483647.5, 1e-45,        1.4e-45,      0.1,           16777217.0};
    constexpr u64 specials[] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x7ff4000000000001,
                                0xfff8dead0000beef, 0x0000000000000001, 0x47efffffe0000000, 0x47efffffefffffff};
    switch (below(random, 4)) {
        case 0:
            return random();
        case 1:
            return specials[below(random, std::size(specials))];
        default:
            return std::bit_cast<u64>(values[below(random, std::size(values))]);
    }
}

isa::Instruction random_instruction(Random& random, Op op, u32 text_base, u32 index, u32 count) {
    const isa::InstructionInfo& row = isa::info(op);
    isa::Instruction instruction{op, 0, 0, 0, 0};
    const bool memory = meaning::facts(row.op).touches_memory();
    for (const isa::Operand& operand : row.pattern) {
        u8 number = any_register(random);
        if (operand.kind == isa::OperandKind::float_register) {
            number = static_cast<u8>(below(random, 8) * (below(random, 12) == 0 ? 1 : 2));
        } else if (operand.name == "cc") {
            number = static_cast<u8>(below(random, 8) == 0 ? below(random, 32) : below(random, 2));
        } else if (operand.name == "c0") {
            number = static_cast<u8>(below(random, 16));
        }
        switch (operand.slot) {
            case isa::Slot::rd:
                instruction.rd = number;
                break;
            case isa::Slot::rs:
                instruction.rs = number;
                break;
            case isa::Slot::rt:
                instruction.rt = number;
                break;
            case isa::Slot::imm:
                instruction.imm = operand.kind == isa::OperandKind::label
                                      ? random_target(random, meaning::facts(row.op).is_jump, text_base, index, count)
                                      : random_immediate(random, operand.kind);
                break;
            case isa::Slot::none:
                break;
        }
    }
    if (memory && below(random, 8) != 0) {
        instruction.rs = data_pointer;
        const bool doubles = op == Op::ldc1 || op == Op::sdc1;
        instruction.imm = static_cast<i32>(below(random, 10)) * (below(random, 10) == 0 ? 1 : doubles ? 8 : 4);
    }
    if (meaning::facts(row.op).is_indirect && below(random, 4) != 0) {
        instruction.rs = below(random, 2) == 0 ? u8{reg::ra} : text_pointer;
    }
    return instruction;
}

ProgramImage image_of(const std::vector<isa::Instruction>& text, u32 base) {
    ProgramImage image;
    image.entry = base;
    for (const isa::Instruction& instruction : text) {
        TextEntry entry;
        entry.address = base + 4 * static_cast<u32>(image.text.size());
        entry.instruction = instruction;
        image.text.push_back(entry);
    }
    return image;
}

RandomProgram random_program(Random& random, u32 length) {
    RandomProgram program;
    const bool compact = below(random, 8) == 0;
    program.image.configuration =
        compact ? (below(random, 2) == 0 ? MemoryConfiguration::compact_data : MemoryConfiguration::compact_text)
                : MemoryConfiguration::standard;
    const MemoryMap& map = memory_map(program.image.configuration);
    const u32 base = map.text.base + (below(random, 4) == 0 ? 16 : 0);
    program.image.entry = base;
    const u32 gap = below(random, 6) == 0 ? below(random, length) : length;
    for (u32 i = 0; i < length; ++i) {
        const Op op = below(random, 10) < 7 ? common[below(random, std::size(common))]
                                            : static_cast<Op>(below(random, isa::op_count));
        isa::Instruction instruction = random_instruction(random, op, base, i, length);
        const isa::InstructionInfo& row = isa::info(op);
        if (!(meaning::facts(row.op).is_float() || meaning::facts(row.op).stores != 0) &&
            spoils_pointer(instruction.rd)) {
            instruction.rd = 9;
        }
        if (row.operands.starts_with("rt") && meaning::facts(row.op).stores == 0 && spoils_pointer(instruction.rt) &&
            below(random, 8) != 0) {
            instruction.rt = 10;
        }
        if (i != gap) {
            program.image.text.push_back({base + 4 * i, 0, instruction, TextEntry::no_statement, true});
        }
    }
    if (below(random, 2) == 0) {
        // Skips the instruction that raised the exception.
        const isa::Instruction handler[] = {
            {Op::mfc0, 14, 0, 26, 0}, {Op::addiu, 0, 26, 26, 4}, {Op::mtc0, 14, 0, 26, 0}, {Op::eret, 0, 0, 0, 0}};
        for (u32 i = 0; i < std::size(handler); ++i) {
            program.image.text.push_back({map.exception_handler + 4 * i, 0, handler[i], TextEntry::no_statement, true});
        }
    }
    program.image.data.push_back(random_bytes(random, map.data_base));
    fill_with_edges(random, program.start);
    program.start.pc = base;
    program.start.gpr[data_pointer] = map.data_base + 8 * below(random, 4);
    program.start.gpr[text_pointer] = base + 4 * below(random, length);
    program.start.gpr[reg::ra] = base + 4 * below(random, length);
    return program;
}

ProgramImage single_instruction_blocks(Random& random, Op op, u32 blocks) {
    std::vector<isa::Instruction> text;
    for (u32 i = 0; i < blocks; ++i) {
        isa::Instruction instruction = random_instruction(random, op, 0x00400000, 0, block_length);
        if (meaning::facts(op).is_branch) {
            instruction.imm = static_cast<i32>(below(random, 3));
        } else if (op == Op::j || op == Op::jal) {
            instruction.imm = static_cast<i32>(0x00400000 + 4 * (i * block_length + 1 + below(random, 3)));
        }
        text.push_back(instruction);
        text.insert(text.end(), block_length - 1, {Op::syscall, 0, 0, 0, 0});
    }
    ProgramImage image = image_of(text);
    for (const u32 address : {0x10010000U, 0x103fffc0U}) {
        image.data.push_back(random_bytes(random, address));
    }
    return image;
}

void fill_with_edges(Random& random, CpuState& cpu) {
    for (u8 i = 1; i < 32; ++i) {
        cpu.gpr[i] = below(random, 4) == 0 ? neighbour_of(random, cpu.gpr[any_register(random)]) : edge_value(random);
    }
    if (below(random, 2) == 0) {
        cpu.gpr[data_pointer] = 0x10010000 + below(random, 40);
    }
    cpu.hi = edge_value(random);
    cpu.lo = edge_value(random);
    for (u8 i = 0; i < 32; i += 2) {
        const u64 pair = edge_double(random);
        const bool singles = below(random, 2) == 0;
        cpu.fpr[i] = singles ? edge_single(random) : static_cast<u32>(pair);
        cpu.fpr[i + 1U] = singles ? edge_single(random) : static_cast<u32>(pair >> 32);
    }
    cpu.condition_flags = below(random, 256);
    cpu.bad_address = edge_value(random);
    cpu.status = edge_value(random);
    cpu.cause = edge_value(random);
    cpu.epc = edge_value(random);
}

}  // namespace mariner::test

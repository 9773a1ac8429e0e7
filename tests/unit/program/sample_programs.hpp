#pragma once
// Programs made without the assembler, for the tests of everything that stands on a ProgramImage.

#include <random>

#include "emulator/isa/encode.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::test {

/// Random operands that a source could give the row.
inline isa::Instruction random_instruction(const isa::InstructionInfo& row, u32 address, std::mt19937& random) {
    isa::Instruction instruction;
    instruction.op = row.op;
    for (const isa::Operand& operand : row.pattern) {
        const u32 bits = static_cast<u32>(random());
        i32 value = static_cast<i32>(bits & 31U);
        switch (operand.kind) {
            case isa::OperandKind::s16:
                value = static_cast<i16>(bits);
                break;
            case isa::OperandKind::u16:
                value = static_cast<i32>(bits & 0xffffU);
                break;
            case isa::OperandKind::u5:
                value = operand.name == "cc" ? static_cast<i32>(bits & 7U) : value;
                break;
            case isa::OperandKind::label:
                value = meaning::facts(row.op).is_jump
                            ? static_cast<i32>((address & 0xf0000000U) | (bits & 0x0ffffffcU))
                            : static_cast<i16>(bits);
                break;
            default:
                break;
        }
        isa::set_slot(instruction, operand.slot, value);
    }
    return instruction;
}

inline void append(ProgramImage& image, u32 address, const isa::Instruction& instruction, std::string source = "x") {
    TextEntry entry;
    entry.address = address;
    entry.word = isa::encode(instruction);
    entry.instruction = instruction;
    entry.statement = static_cast<u32>(image.statements.size());
    Statement statement;
    statement.line = static_cast<u32>(image.statements.size()) + 1;
    statement.column = 9;
    const auto kept =
        std::make_shared<const std::pair<std::shared_ptr<const void>, std::string>>(image.texts, std::move(source));
    statement.source = kept->second;
    image.texts = kept;
    image.statements.push_back(std::move(statement));
    image.text.push_back(entry);
}

/// Every row of the table, `repeats` times with random operands.
inline ProgramImage every_instruction(int repeats, u32 seed) {
    std::mt19937 random(seed);
    ProgramImage image;
    image.files = {"every.asm"};
    image.entry = 0x00400000;
    u32 address = image.entry;
    for (const isa::InstructionInfo& row : isa::instruction_table) {
        for (int i = 0; i < repeats; ++i, address += 4) {
            append(image, address, random_instruction(row, address, random), std::string(row.example));
        }
    }
    return image;
}

/// Two files, labels of both kinds, user and kernel segments, a hole in the text, data far apart.
inline ProgramImage scattered_program() {
    ProgramImage image;
    image.files = {"main.asm", "other.asm"};
    image.entry = 0x00400004;
    const isa::Instruction nop;
    for (const u32 address : {0x00400000U, 0x00400004U, 0x00400008U, 0x00400020U, 0x80000180U}) {
        append(image, address, nop, "        nop   # at " + std::to_string(address));
    }
    image.text[2].first_of_statement = false;
    image.text[2].statement = 1;
    image.statements[3].file = 1;
    image.statements[3].main_file = 1;
    image.statements[3].chain = {7, 300};
    image.data = {
        {0x10000000, {1, 2, 3}}, {0x10010001, {4}}, {0x10010010, {5, 6}}, {0x10020000, {7}}, {0x90000000, {8}}};
    image.symbols = {{"main", 0x00400000, false, true, 0},  {"loop", 0x00400004, false, false, 0},
                     {"table", 0x10010010, true, false, 0}, {"loop", 0x00400020, false, false, 1},
                     {"buffer", 0x10300000, true, true, 1}, {"handler", 0x80000180, false, true, 1}};
    return image;
}

}  // namespace mariner::test

#include "emulator/isa/disassemble.hpp"

#include "emulator/isa/decode.hpp"
#include "emulator/isa/encode.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/support/text.hpp"

namespace mariner::isa {

namespace {

constexpr bool is_punctuation(OperandKind kind) {
    return kind == OperandKind::open_paren || kind == OperandKind::close_paren || kind == OperandKind::plus;
}

/// Writes an operand column: `write(operand)` for each value, `separator` between neighbours that are both values.
template <class Write>
void write_operands(std::string& out, const InstructionInfo& row, std::string_view separator, Write write) {
    const Operand* previous = nullptr;
    for (const Operand& operand : row.pattern) {
        if (operand.kind == OperandKind::open_paren) {
            out += '(';
        } else if (operand.kind == OperandKind::close_paren) {
            out += ')';
        } else {
            if (previous != nullptr && !is_punctuation(previous->kind)) {
                out += separator;
            }
            write(operand);
        }
        previous = &operand;
    }
}

template <class NumberText>
void write_mars_value(std::string& out, OperandKind kind, u32 value, NumberText number_text) {
    if (kind == OperandKind::integer_register || kind == OperandKind::float_register) {
        out += kind == OperandKind::float_register ? "$f" : "$";
        out += std::to_string(value);
    } else {
        out += number_text(value);
    }
}

template <class NumberText>
std::string mars_text_with(const Instruction& instruction, NumberText number_text) {
    const InstructionInfo& row = info(instruction.op);
    std::string out(row.mnemonic);
    out += ' ';
    write_operands(out, row, ",", [&](const Operand& operand) {
        const u32 value = static_cast<u32>(slot_value(instruction, operand.slot));
        write_mars_value(out, operand.kind, value, number_text);
    });
    return out;
}

/// The bits of the field that an operand of a decoded word comes from.
u32 raw_field(const InstructionInfo& row, Slot slot, u32 word) {
    for (size_t i = 0; i < row.encoding.field_count; ++i) {
        const pattern::Field field = row.encoding.fields[i];
        if (pattern::slot_of(field) == slot) {
            return (word >> field.low) & ((1U << field.width) - 1);
        }
    }
    return 0;
}

}  // namespace

std::string hex_digits(u32 value) {
    return hex32(value).substr(2);
}

std::string mars_text(const Instruction& instruction) {
    return mars_text_with(instruction, hex32);
}

std::string mars_text_in_decimal(const Instruction& instruction) {
    return mars_text_with(instruction, [](u32 number) { return std::to_string(static_cast<i32>(number)); });
}

std::string mars_text_of_stored_word(u32 word, u32 address) {
    const std::optional<Instruction> instruction = decode(word, address, DecodeRules::mars);
    if (!instruction) {
        return "<INVALID>";
    }
    const InstructionInfo& row = info(instruction->op);
    std::string out(row.mnemonic);
    out += ' ';
    write_operands(out, row, ",", [&](const Operand& operand) {
        u32 value = raw_field(row, operand.slot, word);
        if (row.op == Op::beq || row.op == Op::bne) {
            value = operand.kind == OperandKind::label ? static_cast<u32>(instruction->imm) : value;
        } else if (row.op == Op::j || row.op == Op::jal) {
            value |= (address >> 2) & 0x3c000000U;
        }
        write_mars_value(out, operand.kind, value, hex32);
    });
    return out;
}

namespace {

/// What the source would say: the expander gives lui a signed half and a shift by 32, which a source can't.
i32 source_value(const Operand& operand, i32 value) {
    if (operand.kind == OperandKind::u16 && operand.name != "code") {
        return value & 0xffff;
    }
    return operand.name == "sa" ? value & 31 : value;
}

}  // namespace

u32 transfer_target(const Instruction& instruction, u32 address) {
    const u32 next = address + 4;
    const u32 distance = static_cast<u32>(instruction.imm);
    return info(instruction.op).has_target() ? distance : next + 4 * distance;
}

std::optional<u32> call_target(const Instruction& instruction, u32 address) {
    const bool is_call = is_one_of(instruction.op, Op::jal, Op::bgezal, Op::bltzal);
    return is_call ? std::optional(transfer_target(instruction, address)) : std::nullopt;
}

std::string assembly_text(const Instruction& instruction, u32 address, const LabelAt& label_at) {
    const InstructionInfo& row = info(instruction.op);
    std::string out(row.mnemonic);
    if (row.pattern.count > 0) {
        out.resize(out.size() < 8 ? 8 : out.size() + 1, ' ');
    }
    write_operands(out, row, ", ", [&](const Operand& operand) {
        const i32 value = slot_value(instruction, operand.slot);
        if (operand.kind == OperandKind::label) {
            const u32 target = transfer_target(instruction, address);
            const std::string label = label_at ? label_at(target) : std::string();
            out += label.empty() ? hex32(target) : label;
        } else if (operand.name == "c0") {
            out += '$' + std::to_string(value);
        } else if (operand.kind == OperandKind::integer_register) {
            out += register_name(static_cast<u8>(value));
        } else if (operand.kind == OperandKind::float_register) {
            out += "$f" + std::to_string(value);
        } else {
            out += std::to_string(source_value(operand, value));
        }
    });
    return out;
}

}  // namespace mariner::isa

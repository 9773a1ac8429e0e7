#include "emulator/isa/decode.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <vector>

#include "emulator/isa/encode.hpp"

namespace mariner::isa {

namespace {

/// Rows by major opcode, the most specific first, so that the first fit decodes.
class WordIndex {
public:
    WordIndex() {
        for (const InstructionInfo& row : instruction_table) {
            m_rows[row.encoding.match >> 26].push_back(&row);
        }
        for (auto& rows : m_rows) {
            std::ranges::stable_sort(rows, std::greater<>(),
                                     [](const InstructionInfo* row) { return std::popcount(row->encoding.mask); });
        }
    }

    [[nodiscard]] const InstructionInfo* find(u32 word) const {
        for (const InstructionInfo* row : m_rows[word >> 26]) {
            if ((word & row->encoding.mask) == row->encoding.match) {
                return row;
            }
        }
        return nullptr;
    }

private:
    std::array<std::vector<const InstructionInfo*>, 64> m_rows;
};

bool mars_sign_extends(const InstructionInfo& row) {
    if (row.has_distance()) {
        return is_one_of(row.op, Op::beq, Op::bne);
    }
    return !row.has_address() || is_one_of(row.op, Op::lb, Op::lbu, Op::lh, Op::lhu, Op::sb, Op::sh);
}

bool is_signed_immediate(const InstructionInfo& row, DecodeRules rules) {
    if (rules == DecodeRules::mars && !mars_sign_extends(row)) {
        return false;
    }
    for (const Operand& operand : row.pattern) {
        if (operand.slot == Slot::imm) {
            return operand.kind == OperandKind::s16 || operand.kind == OperandKind::label;
        }
    }
    return false;
}

}  // namespace

std::optional<Instruction> decode(u32 word, u32 address, DecodeRules rules) {
    static const WordIndex index;
    const InstructionInfo* row = index.find(word);
    if (row == nullptr) {
        return std::nullopt;
    }
    Instruction instruction;
    instruction.op = row->op;
    for (size_t i = 0; i < row->encoding.field_count; ++i) {
        const pattern::Field field = row->encoding.fields[i];
        const u32 raw = (word >> field.low) & ((1U << field.width) - 1);
        i32 value = static_cast<i32>(raw);
        if (field.letter == 'j') {
            value = static_cast<i32>(((address + 4) & 0xf0000000U) | (raw << 2));
        } else if (field.letter == 'i' && is_signed_immediate(*row, rules)) {
            value = static_cast<i16>(raw);
        }
        set_slot(instruction, pattern::slot_of(field), value);
    }
    return instruction;
}

}  // namespace mariner::isa

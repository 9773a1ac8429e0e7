#pragma once
// Compile-time readers of the text columns of instructions.inc and pseudo.inc. A column that says nonsense calls a
// function that is not constexpr, which stops the build at that row.

#include <cstdlib>
#include <string_view>

#include "emulator/isa/operand.hpp"

namespace mariner::isa::pattern {

/// Reached only inside a constant expression, where its being an ordinary function is the compile error.
inline void malformed_table_row(const char* /*what*/) {
    std::abort();
}

constexpr bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Splits "rt, imm(rs)" into names and the tokens ( ) +; commas and blanks separate.
class Words {
public:
    constexpr explicit Words(std::string_view text) : m_text(text) {}

    constexpr std::string_view next() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == ',')) {
            ++m_at;
        }
        const size_t start = m_at;
        while (m_at < m_text.size() && is_name_character(m_text[m_at])) {
            ++m_at;
        }
        if (m_at == start && m_at < m_text.size()) {
            ++m_at;
        }
        return m_text.substr(start, m_at - start);
    }

private:
    std::string_view m_text;
    size_t m_at = 0;
};

struct NamedOperand {
    std::string_view name;
    OperandKind kind;
    Slot slot;
};

/// Every name that an operand column may use: first those of basic rows, then those of pseudo rows.
inline constexpr NamedOperand known_operands[] = {
    {"rd", OperandKind::integer_register, Slot::rd},
    {"rs", OperandKind::integer_register, Slot::rs},
    {"rt", OperandKind::integer_register, Slot::rt},
    {"c0", OperandKind::integer_register, Slot::rd},
    {"fd", OperandKind::float_register, Slot::rd},
    {"fs", OperandKind::float_register, Slot::rs},
    {"ft", OperandKind::float_register, Slot::rt},
    {"imm", OperandKind::s16, Slot::imm},
    {"uimm", OperandKind::u16, Slot::imm},
    {"sa", OperandKind::u5, Slot::imm},
    {"code", OperandKind::u16, Slot::imm},
    {"cc", OperandKind::u5, Slot::none},
    {"rel", OperandKind::label, Slot::imm},
    {"target", OperandKind::label, Slot::imm},
    {"r1", OperandKind::integer_register, Slot::none},
    {"r2", OperandKind::integer_register, Slot::none},
    {"r3", OperandKind::integer_register, Slot::none},
    {"b", OperandKind::integer_register, Slot::none},
    {"f1", OperandKind::float_register, Slot::none},
    {"u5", OperandKind::u5, Slot::none},
    {"s16", OperandKind::s16, Slot::none},
    {"u16", OperandKind::u16, Slot::none},
    {"i32", OperandKind::i32, Slot::none},
    {"L", OperandKind::label, Slot::none},
    {"(", OperandKind::open_paren, Slot::none},
    {")", OperandKind::close_paren, Slot::none},
    {"+", OperandKind::plus, Slot::none},
};

constexpr Operand read_operand(std::string_view name) {
    for (const NamedOperand& known : known_operands) {
        if (known.name == name) {
            return {known.kind, known.slot, known.name};
        }
    }
    malformed_table_row("unknown operand name");
    return {};
}

constexpr OperandPattern read_operands(std::string_view text) {
    OperandPattern pattern;
    Words words(text);
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        pattern.add(read_operand(word));
    }
    return pattern;
}

/// A run of letters in an encoding: bits low .. low+width-1 hold (part of) an operand.
struct Field {
    char letter = 0;
    u8 low = 0;
    u8 width = 0;
};

struct Encoding {
    u32 mask = 0;   // the fixed bits
    u32 match = 0;  // their values
    std::array<Field, 4> fields{};
    u8 field_count = 0;
};

constexpr void note_field_bit(Encoding& encoding, char letter, int bit) {
    if (encoding.field_count > 0) {
        Field& last = encoding.fields[encoding.field_count - 1U];
        if (last.letter == letter && last.low == bit + 1) {
            last.low = static_cast<u8>(bit);
            ++last.width;
            return;
        }
    }
    encoding.fields.at(encoding.field_count++) = {letter, static_cast<u8>(bit), 1};
}

constexpr Encoding read_encoding(std::string_view text) {
    Encoding encoding;
    int bit = 31;
    for (const char c : text) {
        if (c == ' ') {
            continue;
        }
        if (bit < 0) {
            malformed_table_row("more than 32 bits");
        }
        if (c == '0' || c == '1') {
            encoding.mask |= 1U << bit;
            encoding.match |= c == '1' ? 1U << bit : 0U;
        } else if (std::string_view("stdSTDhcijk").find(c) != std::string_view::npos) {
            note_field_bit(encoding, c, bit);
        } else {
            malformed_table_row("unknown field letter");
        }
        --bit;
    }
    if (bit != -1) {
        malformed_table_row("fewer than 32 bits");
    }
    return encoding;
}

/// The slot whose value a field holds. `c` (a condition flag) is kept in the register slot that its form leaves free.
constexpr Slot slot_of(Field field) {
    switch (field.letter) {
        case 's':
        case 'S':
            return Slot::rs;
        case 't':
        case 'T':
            return Slot::rt;
        case 'd':
        case 'D':
            return Slot::rd;
        case 'c':
            return field.low == 18 ? Slot::rt : Slot::rd;
        default:
            return Slot::imm;
    }
}

}  // namespace mariner::isa::pattern

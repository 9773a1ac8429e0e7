#include "emulator/assembler/operands.hpp"

#include "emulator/isa/encode.hpp"

namespace mariner::assembler {

namespace {

using isa::OperandKind;

struct Limits {
    i32 least;
    i32 most;
};

bool is_number(OperandKind kind) {
    return kind == OperandKind::u5 || kind == OperandKind::s16 || kind == OperandKind::u16 || kind == OperandKind::i32;
}

Fit fit_number(OperandKind kind, i32 value) {
    if (kind == OperandKind::i32) {
        return Fit::fits;
    }
    const Limits limits = kind == OperandKind::u5    ? Limits{0, 31}
                          : kind == OperandKind::s16 ? Limits{-32768, 32767}
                                                     : Limits{0, 65535};
    return value >= limits.least && value <= limits.most ? Fit::fits : Fit::out_of_range;
}

Fit fit_one(OperandKind kind, const Token& token) {
    if (is_number(kind)) {
        return token.kind == TokenKind::integer ? fit_number(kind, token.value) : Fit::wrong_kind;
    }
    bool fits = false;
    switch (kind) {
        case OperandKind::integer_register:
            fits = token.kind == TokenKind::integer_register;
            break;
        case OperandKind::float_register:
            fits = token.kind == TokenKind::float_register;
            break;
        case OperandKind::label:
            fits = token.kind == TokenKind::identifier || token.kind == TokenKind::mnemonic;
            break;
        case OperandKind::open_paren:
            fits = token.kind == TokenKind::open_paren;
            break;
        case OperandKind::close_paren:
            fits = token.kind == TokenKind::close_paren;
            break;
        case OperandKind::plus:
            fits = token.kind == TokenKind::plus;
            break;
        default:
            break;
    }
    return fits ? Fit::fits : Fit::wrong_kind;
}

void note_bad_register(const Token& token, ParsedStatement& statement) {
    if (!token.is_plain_register && statement.bad_register_offset == ParsedStatement::nowhere) {
        statement.bad_register_offset = token.offset;
        statement.bad_register_length = token.length;
    }
}

/// r1 r2 r3, b, f1: the role is in the name.
void read_pseudo_register(const isa::Operand& operand, u8 number, isa::PseudoOperands& out) {
    switch (operand.name[0] == 'r' ? operand.name[1] : operand.name[0]) {
        case '1':
            out.r1 = number;
            break;
        case '2':
            out.r2 = number;
            break;
        case '3':
            out.r3 = number;
            break;
        case 'b':
            out.base = number;
            break;
        default:
            out.f1 = number;
    }
}

void read_operand(const isa::Operand& operand, const Token& token, ParsedStatement& statement) {
    switch (operand.kind) {
        case OperandKind::integer_register:
        case OperandKind::float_register:
            note_bad_register(token, statement);
            if (statement.basic != nullptr) {
                isa::set_slot(statement.instruction, operand.slot, token.register_number);
            } else {
                read_pseudo_register(operand, token.register_number, statement.operands);
            }
            break;
        case OperandKind::label:
            statement.label = token.text;
            statement.label_offset = token.offset;
            break;
        case OperandKind::u5:
        case OperandKind::s16:
        case OperandKind::u16:
        case OperandKind::i32:
            if (statement.basic != nullptr) {
                isa::set_slot(statement.instruction, operand.slot, token.value);
            } else {
                statement.operands.constant = token.value;
            }
            break;
        default:
            break;
    }
}

}  // namespace

FitResult fit(const isa::Pattern& pattern, std::span<const Token> operands) {
    if (operands.size() != pattern.count) {
        return {operands.size() < pattern.count ? Fit::too_few : Fit::too_many, 0};
    }
    for (size_t i = 0; i < operands.size(); ++i) {
        const Fit one = fit_one(pattern.operands[i].kind, operands[i]);
        if (one != Fit::fits) {
            return {one, i};
        }
    }
    return {};
}

void read_operands(std::span<const Token> operands, ParsedStatement& statement) {
    const isa::Pattern& pattern = statement.basic != nullptr ? statement.basic->pattern : statement.pseudo->pattern;
    for (size_t i = 0; i < operands.size(); ++i) {
        read_operand(pattern.operands[i], operands[i], statement);
    }
}

}  // namespace mariner::assembler

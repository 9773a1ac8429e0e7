#include "emulator/assembler/parser.hpp"

#include <algorithm>

#include "emulator/assembler/lexer.hpp"
#include "emulator/isa/encode.hpp"

namespace mariner::assembler {

namespace {

using isa::OperandKind;

struct NumberRange {
    i32 least;
    i32 most;
};

bool is_number(OperandKind kind) {
    return kind == OperandKind::u5 || kind == OperandKind::s16 || kind == OperandKind::u16 || kind == OperandKind::i32;
}

OperandFit fit_number(OperandKind kind, i32 value) {
    if (kind == OperandKind::i32) {
        return OperandFit::fits;
    }
    const NumberRange range = kind == OperandKind::u5    ? NumberRange{0, 31}
                              : kind == OperandKind::s16 ? NumberRange{-32768, 32767}
                                                         : NumberRange{0, 65535};
    return value >= range.least && value <= range.most ? OperandFit::fits : OperandFit::out_of_range;
}

OperandFit fit_one(OperandKind kind, const Token& token) {
    if (is_number(kind)) {
        return token.kind == TokenKind::integer ? fit_number(kind, token.value) : OperandFit::wrong_kind;
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
    return fits ? OperandFit::fits : OperandFit::wrong_kind;
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

/// What a form's operand column says about one operand, put into a statement.
void read_operand(const isa::Operand& operand, const Token& token, ParsedStatement& statement) {
    switch (operand.kind) {
        case OperandKind::integer_register:
        case OperandKind::float_register:
            if (statement.pseudo == nullptr) {
                isa::set_slot(statement.instruction, operand.slot, token.number);
            } else {
                read_pseudo_register(operand, token.number, statement.operands);
            }
            break;
        case OperandKind::label:
            statement.label_offset = token.offset;
            statement.label_length = token.length;
            break;
        case OperandKind::u5:
        case OperandKind::s16:
        case OperandKind::u16:
        case OperandKind::i32:
            if (statement.pseudo == nullptr) {
                isa::set_slot(statement.instruction, operand.slot, token.value);
            } else {
                statement.operands.constant = token.value;
            }
            break;
        default:
            break;
    }
}

FitResult fit(const isa::OperandPattern& pattern, Tokens operands) {
    if (operands.size() != pattern.count) {
        return {operands.size() < pattern.count ? OperandFit::too_few : OperandFit::too_many, 0};
    }
    for (size_t i = 0; i < operands.size(); ++i) {
        const OperandFit one = fit_one(pattern.operands[i].kind, operands[i]);
        if (one != OperandFit::fits) {
            return {one, i};
        }
    }
    return {};
}

}  // namespace

LineParts split_line(Tokens tokens) {
    if (!tokens.empty() && tokens.back().is(TokenKind::comment)) {
        tokens = tokens.first(tokens.size() - 1);
    }
    const bool has_label = tokens.size() >= 2 && tokens[1].is(TokenKind::colon) &&
                           (tokens[0].is(TokenKind::identifier) || tokens[0].is(TokenKind::mnemonic));
    return {has_label ? &tokens[0] : nullptr, tokens};
}

FormMatch match_operands(const isa::Mnemonic& mnemonic, Tokens operands) {
    for (const isa::InstructionInfo& form : mnemonic.basic) {
        if (fit(form.pattern, operands).fit == OperandFit::fits) {
            return {&form, nullptr};
        }
    }
    for (const isa::PseudoInfo& form : mnemonic.pseudo) {
        if (fit(form.pattern, operands).fit == OperandFit::fits) {
            return {nullptr, &form};
        }
    }
    FormMatch first;
    first.basic = mnemonic.basic.empty() ? nullptr : &mnemonic.basic[0];
    first.pseudo = mnemonic.basic.empty() ? &mnemonic.pseudo[0] : nullptr;
    first.result = fit(first.pattern(), operands);
    return first;
}

ParsedStatement read_statement(const FormMatch& match, Tokens operands) {
    ParsedStatement statement;
    statement.pseudo = match.pseudo;
    statement.instruction.op = match.basic != nullptr ? match.basic->op : isa::Op::nop;
    const isa::OperandPattern& pattern = match.pattern();
    for (size_t i = 0; i < operands.size(); ++i) {
        read_operand(pattern.operands[i], operands[i], statement);
    }
    return statement;
}

const Token* find_bad_register(Tokens operands) {
    const auto at = std::find_if(operands.begin(), operands.end(), [](const Token& token) {
        return token.is(TokenKind::float_register) && !is_plain_float_register(token);
    });
    return at != operands.end() ? &*at : nullptr;
}

}  // namespace mariner::assembler

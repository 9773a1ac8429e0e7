#include "emulator/assembler/parser.hpp"

#include <algorithm>

#include "emulator/assembler/lexer.hpp"
#include "emulator/isa/encode.hpp"

namespace mariner::assembler {

namespace {

using isa::OperandKind;

/// By OperandKind; numbers are integers.
constexpr TokenKind token_kinds[] = {TokenKind::integer_register, TokenKind::float_register,
                                     TokenKind::integer,          TokenKind::integer,
                                     TokenKind::integer,          TokenKind::integer,
                                     TokenKind::identifier,       TokenKind::open_paren,
                                     TokenKind::close_paren,      TokenKind::plus};

/// What a form's operand column says about one operand, put into a statement.
void read_operand(const isa::Operand& operand, const Token& token, ParsedStatement& statement) {
    const bool is_number = isa::is_number(operand.kind);
    if (operand.kind == OperandKind::label) {
        statement.label_offset = token.offset;
        statement.label_length = token.length;
    } else if (statement.pseudo == nullptr) {
        isa::set_slot(statement.instruction, operand.slot, is_number ? token.value : token.number);
    } else if (is_number) {
        statement.operands.constant = token.value;
    } else if (const auto* const known =
                   std::ranges::find(isa::pseudo_registers, operand.name, &isa::PseudoRegister::name);
               known != std::end(isa::pseudo_registers)) {
        statement.operands.*known->member = token.number;
    }
}

FitResult fit(const isa::OperandPattern& pattern, Tokens operands) {
    if (operands.size() != pattern.count) {
        return {operands.size() < pattern.count ? OperandFit::too_few : OperandFit::too_many, 0};
    }
    for (size_t i = 0; i < operands.size(); ++i) {
        const OperandFit one = fit_operand(pattern.operands[i].kind, operands[i]);
        if (one != OperandFit::fits) {
            return {one, i};
        }
    }
    return {};
}

}  // namespace

OperandFit fit_operand(OperandKind kind, const Token& token) {
    const bool is_label = kind == OperandKind::label && token.is(TokenKind::mnemonic);
    if (!is_label && !token.is(token_kinds[static_cast<size_t>(kind)])) {
        return OperandFit::wrong_kind;
    }
    const isa::NumberRange range = isa::range_of(kind);
    const bool fits = !isa::is_number(kind) || (token.value >= range.least && token.value <= range.most);
    return fits ? OperandFit::fits : OperandFit::out_of_range;
}

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

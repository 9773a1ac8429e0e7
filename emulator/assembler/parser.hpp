#pragma once
// Tokens to what they say: the parts of a line, the form of an instruction that its operands fit, their values. Pure
// functions, called by the first pass for every line; they know no addresses, labels or files.

#include "emulator/assembler/statement.hpp"
#include "emulator/assembler/token.hpp"
#include "emulator/isa/operand.hpp"

namespace mariner::assembler {

struct LineParts {
    const Token* label = nullptr;  // a name or a mnemonic that a colon follows
    Tokens tokens;                 // of the line without its comment; the label and its colon included
};

LineParts split_line(Tokens tokens);

enum class OperandFit : u8 { fits, too_few, too_many, out_of_range, wrong_kind };

/// How one token fits one place of a form.
OperandFit fit_operand(isa::OperandKind kind, const Token& token);

struct FitResult {
    OperandFit fit = OperandFit::fits;
    size_t operand = 0;  // the first that doesn't fit, for the last two
};

/// A form of a mnemonic, basic or pseudo, and how operands fit it.
struct FormMatch {
    const isa::InstructionInfo* basic = nullptr;
    const isa::PseudoInfo* pseudo = nullptr;
    FitResult result{};

    [[nodiscard]] bool fits() const { return result.fit == OperandFit::fits; }
    [[nodiscard]] const isa::OperandPattern& pattern() const {
        return basic != nullptr ? basic->pattern : pseudo->pattern;
    }
};

/// The first form that fits, basic ones first; if none does, the first form.
FormMatch match_operands(const isa::Mnemonic& mnemonic, Tokens operands);

/// Form and operands of a match that fits; where it stands is left open.
ParsedStatement read_statement(const FormMatch& match, Tokens operands);

/// The first floating-point register in a spelling that MARS refuses once it builds the instruction, or null.
const Token* find_bad_register(Tokens operands);

}  // namespace mariner::assembler

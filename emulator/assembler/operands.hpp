#pragma once
// Does a list of tokens fit an operand column, and what are the values then. Called by the parser for each form of a
// mnemonic until one fits; knows tokens and patterns only.

#include <span>

#include "emulator/assembler/session.hpp"
#include "emulator/isa/operand.hpp"

namespace mariner::assembler {

enum class Fit : u8 { fits, too_few, too_many, out_of_range, wrong_kind };

struct FitResult {
    Fit fit = Fit::fits;
    size_t operand = 0;  // the first that doesn't fit, for the last two
};

FitResult fit(const isa::Pattern& pattern, std::span<const Token> operands);

/// Puts operands that fit into a statement whose form is chosen.
void read_operands(std::span<const Token> operands, ParsedStatement& statement);

}  // namespace mariner::assembler

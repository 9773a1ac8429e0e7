#pragma once
// Pseudo-instructions: the table made from pseudo.inc and the expander of its templates into basic instructions. Called
// by the assembler (which fits operands to patterns and knows label values) and by `mariner ref`.

#include <array>
#include <span>
#include <string_view>

#include "emulator/isa/instruction.hpp"

namespace mariner::isa {

struct PseudoInfo {
    std::string_view mnemonic;
    std::string_view operands;
    std::string_view expansion;
    std::string_view compact;  // empty: the same as `expansion`
    std::string_view example;
    std::string_view doc;
    OperandPattern pattern;
};

/// All forms, in the order of pseudo.inc.
std::span<const PseudoInfo> pseudo_table();

/// What the source's operands are: registers by role, the constant, the label's address. What a form lacks is ignored.
struct PseudoOperands {
    u8 r1 = 0;
    u8 r2 = 0;
    u8 r3 = 0;
    u8 base = 0;
    u8 f1 = 0;
    i32 constant = 0;
    u32 label = 0;
};

/// A register operand by the name that pseudo.inc has for it.
struct PseudoRegister {
    std::string_view name;
    u8 PseudoOperands::*member;
};
inline constexpr PseudoRegister pseudo_registers[] = {{"r1", &PseudoOperands::r1},
                                                      {"r2", &PseudoOperands::r2},
                                                      {"r3", &PseudoOperands::r3},
                                                      {"b", &PseudoOperands::base},
                                                      {"f1", &PseudoOperands::f1}};

struct ExpansionMode {
    bool compact = false;            // a compact memory configuration is active
    bool delayed_branching = false;  // emit the [nop]s
};

inline constexpr size_t max_expansion = 12;
using Expansion = std::array<Instruction, max_expansion>;

/// How many instructions a form becomes; known before the label is. 0: a defective form, which MARS refuses too.
size_t expansion_length(const PseudoInfo& form, ExpansionMode mode);

/// Writes the instructions of a form that stands at `address` and returns their number.
size_t expand(const PseudoInfo& form, const PseudoOperands& operands, ExpansionMode mode, u32 address, Expansion& out);

/// The register beyond the last one that a form would need ("$32" for `ld $ra, ...`), or empty.
std::string_view missing_register(const PseudoInfo& form, const PseudoOperands& operands);

}  // namespace mariner::isa

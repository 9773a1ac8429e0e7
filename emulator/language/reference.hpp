#pragma once
// The reference of the language: instructions, pseudo-instructions, directives, syscalls, registers, as text for a
// terminal and as Markdown pages. Everything comes from the tables that the assembler and the engines use. Called by
// `mariner ref`, by completions through it, and by the test that compares docs/reference/.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace mariner::language {

/// What there is, by kind.
std::string reference_overview();

/// All about a mnemonic, a directive (with or without its dot), a register (`$t0`, `t0`, `$8`, `$f12`), a syscall
/// (`4`, `syscall 4`, `print string`); nothing if it is none of these.
std::optional<std::string> reference_entry(std::string_view words);

/// Names that a misspelt word may have meant, the likeliest first.
std::vector<std::string> nearest_names(std::string_view word);

/// Everything that reference_entry knows by one word, sorted.
std::vector<std::string> reference_words();

struct ReferencePage {
    std::string file;
    std::string text;
};
std::vector<ReferencePage> reference_pages();

/// The machine word as boxes: bit numbers, fixed bits, names of the fields.
std::string encoding_diagram(const isa::InstructionInfo& row);

/// What an operand's name means ("rd", "s16", "L"), or empty.
std::string_view operand_meaning(std::string_view name);

/// "lui at, HI(n); ori ..." in pieces.
std::vector<std::string_view> expansion_steps(std::string_view expansion);

/// "writes rd; reads rs, rt" of a row's access column, or empty.
std::string access_text(isa::Op op);

}  // namespace mariner::language

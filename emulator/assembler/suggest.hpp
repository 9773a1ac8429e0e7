#pragma once
// Hints for the case at hand: the name that was probably meant, what to write in place of something that other
// assemblers know. Called when a message is reported; says nothing where it isn't sure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/isa/operand.hpp"

namespace mariner::assembler {

/// The candidate that a word is probably a misspelling of, or empty.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// For a token that is no language element.
std::string hint_for_invalid(std::string_view token);

/// For a word where an instruction or macro should stand. `others`: macros and labels of the file.
std::string hint_for_operator(std::string_view word, std::span<const std::string_view> others);

/// For a directive that isn't known.
std::string hint_for_directive(std::string_view word);

/// For a label that isn't defined.
std::string hint_for_label(std::string_view word, std::span<const std::string_view> labels);

/// For a number too large or too small for its slot.
std::string hint_for_range(isa::OperandKind wanted);

/// For an operand of another kind than its slot.
std::string hint_for_operand(std::string_view token, isa::OperandKind wanted);

}  // namespace mariner::assembler

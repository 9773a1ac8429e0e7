#pragma once
// An assembled program to tokens in which the ways of writing one thing come out the same. Assembling has removed
// comments, spacing, names, .eqv and macros already; here go registers, the forms of an instruction, and what does
// nothing. docs/similar.md lists what is seen as equal.

#include <vector>

#include "emulator/program/program_image.hpp"
#include "emulator/similar/canonical_token.hpp"

namespace mariner::similar {

std::vector<CanonicalToken> canonical_tokens(const ProgramImage& image);

/// Constants, addresses and copies commute: a row of them stands in an order of its own, not in the source's.
bool is_loading(const CanonicalToken& token);

}  // namespace mariner::similar

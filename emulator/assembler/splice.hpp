#pragma once
// Putting tokens in the place of another one without reading the line again: for .eqv and macros, which replace text.
// Says no where the text, read again, could come to other tokens; then the line has to be read again.

#include "emulator/assembler/token.hpp"

namespace mariner::assembler {

/// Whether tokens stand together whatever surrounds them: no open string, comment, directive or invalid one.
bool is_self_contained(Tokens inserted);

/// Whether `inserted`, self-contained, read the same between `before` (null at the start of a line) and `after` (null
/// at its end), of which `before` ends right at the inserted text if `touches`.
bool fits_between(const Token* before, bool touches, Tokens inserted, const Token* after);

}  // namespace mariner::assembler

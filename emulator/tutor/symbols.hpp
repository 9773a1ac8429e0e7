#pragma once
// Names that stand for nothing, where several makers meet them: labels, constants, what a macro is given.

#include <string_view>

#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

/// A label that is spelt nearly like the name.
void propose_near_label(const WrongLine& about, std::string_view name, Proposals& out);
/// `#define N 3`, which is a comment here.
void propose_defined_in_comment(const WrongLine& about, std::string_view name, Proposals& out);
/// A name that .eqv gave and that is near; one that nothing uses is the one that is misspelt.
void propose_near_constant(const WrongLine& about, std::string_view name, Proposals& out);

/// `10*4`, `N-1`, `arr+4*2`: the number in its place.
void propose_value(const WrongLine& about, Proposals& out);
/// `li $t0, #5`, `add #t0, $t1, $t2`, `N equ 5`
void propose_signs(const WrongLine& about, Proposals& out);
/// A line with a text replaced wherever it stands on its own outside strings and comments.
std::string with_text_replaced(std::string_view line, std::string_view what, std::string_view by);
/// Two labels of one name.
void propose_second_name(const WrongLine& about, Proposals& out);
/// `li: $v0, 4`, `a: b: nop`.
void propose_colon_too_many(const WrongLine& about, Proposals& out);
/// What is wrong in a line that uses a macro, or means to.
void propose_macro_use(const WrongLine& about, Proposals& out);

}  // namespace mariner::tutor

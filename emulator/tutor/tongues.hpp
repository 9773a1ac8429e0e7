#pragma once
// What other assemblers and languages call things, as tables (tongues.inc, other_directives.inc); tests assemble every
// row.

#include <span>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::tutor {

struct Tongue {
    std::string_view tongue;
    std::string_view word;
    std::string_view example;
    std::string_view here;
};

struct OtherDirective {
    std::string_view word;
    std::string_view here;
};

std::span<const Tongue> tongues();
std::span<const OtherDirective> other_directives();

/// How many operands an example shows.
size_t operand_count(std::string_view example);

}  // namespace mariner::tutor

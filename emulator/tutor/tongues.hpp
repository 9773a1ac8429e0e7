#pragma once
// What other assemblers and languages call things, as tables (tongues.inc, other_directives.inc); tests assemble every
// row.

#include <span>
#include <string_view>

#include "emulator/tutor/proposal.hpp"

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

/// Whether it is an instruction of another assembler or language, with whatever operands.
bool is_word_of_tongue(std::string_view word);
/// `.section .rodata`, `.balign 4`
void propose_other_directive(const WrongLine& about, Proposals& out);
/// `END` or `end main` behind everything, as MASM has it.
void propose_last_end(const WrongLine& about, Proposals& out);
/// How many operands an example shows.
size_t operand_count(std::string_view example);

}  // namespace mariner::tutor

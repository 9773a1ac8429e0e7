#pragma once
// Registers and numbers as people write them, and what they may have meant.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

/// Whether the assembler takes the word for a register, of integers or floating-point numbers.
bool find_register(std::string_view word);
bool is_integer_register(std::string_view word);
bool is_float_register(std::string_view word);

/// What a word should have been, and the slip that made it what it is.
struct Correction {
    std::string text;
    Slip slip{};
    std::vector<std::string> arguments;
};

/// The likeliest first; none if the word doesn't look like a register. Of equally near ones the program's come first.
std::vector<Correction> guess_registers(std::string_view word, std::string_view program = {});
/// A temporary register that a program doesn't name, for what stands between two instructions.
std::string free_register(std::string_view program, bool is_float = false);

/// Where no register can have been meant that there is: what there is. Empty if the word is no such name.
std::string registers_there_are(std::string_view word);

/// The same for whole numbers and characters.
std::vector<Correction> guess_numbers(std::string_view word, const Survey& survey);

}  // namespace mariner::tutor

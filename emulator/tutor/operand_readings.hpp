#pragma once
// What an instruction's forms take in each place, and the ways to read what was written there: as it is, or as it may
// have been meant.

#include <optional>
#include <string>
#include <vector>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

enum class Want : u8 { integer_register, float_register, number, label, address };

using Wants = std::vector<Want>;

/// The ways to use an instruction. Where an address may stand, a label or number alone is one, too.
std::vector<Wants> forms_of(const isa::Mnemonic& mnemonic);

/// An operand as it might have been meant; no slip if it is fine.
struct Reading {
    std::string text;
    std::optional<Slip> slip;
    std::vector<std::string> arguments;
};

using Readings = std::vector<Reading>;

/// A register and what is added to it, in whatever way they stand together.
struct AddressParts {
    std::vector<std::string> registers;
    std::string offset;
    std::optional<Slip> slip;
    std::vector<std::string> arguments;
    std::string_view bracket;
};
AddressParts parts_of_address(const std::vector<LinePiece>& pieces, const Survey& survey);
/// An address that an instruction can take as it is written.
bool is_plain_address(std::string_view text);

/// An integer, or a character in quotes.
bool looks_like_number(std::string_view text);
bool starts_with_number(std::string_view text);

Readings read_label(std::string_view text, const Survey& survey);
Readings read_address(std::string_view text, const Survey& survey);
/// None if the text can't be meant so.
Readings read_as(Want want, std::string_view text, const Survey& survey);

}  // namespace mariner::tutor

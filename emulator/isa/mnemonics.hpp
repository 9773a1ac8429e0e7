#pragma once
// From a mnemonic to its forms: basic rows first, then pseudo rows, each range in the order in which they are tried.

#include <span>
#include <string_view>

#include "emulator/isa/instruction.hpp"
#include "emulator/isa/pseudo.hpp"

namespace mariner::isa {

struct Mnemonic {
    std::string_view name;  // lower case
    std::span<const InstructionInfo> basic;
    std::span<const PseudoInfo> pseudo;

    /// What "Expected:" shows in an error message: the example of the first form.
    [[nodiscard]] std::string_view example() const { return basic.empty() ? pseudo[0].example : basic[0].example; }
};

/// In any case ("ADD" is add); null if there is no such mnemonic.
const Mnemonic* find_mnemonic(std::string_view name);

/// Sorted by name.
std::span<const Mnemonic> all_mnemonics();

}  // namespace mariner::isa

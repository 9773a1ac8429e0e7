#pragma once
// Registers, labels and addresses as people write them, for the protocols' free text. Called by both servers; no
// language of expressions, which is `mariner debug`'s.

#include <optional>
#include <string_view>

#include "emulator/debugger/points.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::remote {

/// A label, or a number as MARS writes numbers.
std::optional<u32> find_address(const ProgramImage& image, std::string_view text);

/// A register with its $, a label, a register without it, or a number.
std::optional<debugger::Place> find_place(const ProgramImage& image, std::string_view text);

}  // namespace mariner::remote

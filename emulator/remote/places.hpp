#pragma once
// Registers, labels and addresses as people write them, for the protocols' free text. Called by both servers; no
// language of expressions, which is `mariner debug`'s.

#include <optional>
#include <string_view>

#include "emulator/debugger/points.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::remote {

/// "$t0", "$8", "$f12", "hi", "lo", "epc" ...: its number as register_id has them.
std::optional<u8> find_register_id(std::string_view name);

/// A label, or a number as MARS writes numbers.
std::optional<u32> find_address(const ProgramImage& image, std::string_view text);

std::optional<debugger::Place> find_place(const ProgramImage& image, std::string_view text);

}  // namespace mariner::remote

#pragma once
// What the parts of the Checker that look for causes ask of values and instructions.

#include <string>

#include "emulator/isa/instruction.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner {

/// Below, an address is rather an index, a number, or nothing at all.
inline constexpr u32 near_zero = 0x10000;

inline bool is_load(const isa::Instruction* instruction) {
    return instruction != nullptr && meaning::facts(instruction->op).loads != 0;
}

inline std::string decimal(u32 value) {
    return std::to_string(static_cast<i32>(value));
}

}  // namespace mariner

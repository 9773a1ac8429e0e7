#pragma once
// Registers by the ids that places and observers use (checked_context.hpp): their names, values and where they live.

#include <optional>
#include <string_view>

#include "emulator/machine/cpu_state.hpp"
#include "emulator/support/types.hpp"

namespace mariner::debugger {

/// "$t0", "$8", "$f12", "$hi", "$lo", "$fcc", "$vaddr", "$status", "$cause", "$epc"; the $ may be left out.
std::optional<u8> find_register(std::string_view name);
/// "$t0" ..., empty if there is no such id.
std::string_view register_name(u8 id);
std::optional<u32> register_value(const CpuState& cpu, u8 id);
/// Null if there is none, or it can't be changed.
u32* register_place(CpuState& cpu, u8 id);

}  // namespace mariner::debugger

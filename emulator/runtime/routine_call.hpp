#pragma once
// Calling one routine of a program as `jal` would, and finding a register by its name: what the library and the grader
// do with a machine besides running it from its entry. Runs nothing itself; the caller's runner does.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/machine/machine.hpp"
#include "emulator/runtime/runner.hpp"

namespace mariner {

/// The place of a register in the state, by any of its names ("$t0", "t0", "$8", "pc", "hi", "lo", "$f0" for raw bits);
/// null for other names. $zero has a place, which nobody should write to.
u32* find_register_place(CpuState& cpu, std::string_view name);
inline const u32* find_register_place(const CpuState& cpu, std::string_view name) {
    return find_register_place(const_cast<CpuState&>(cpu), name);
}

class RoutineCall {
public:
    /// Puts arguments into $a0-$a3 and 16($sp) on, and sets pc. An error (no room) leaves the machine as it was.
    static Result<RoutineCall> begin(Machine& machine, u32 entry, std::span<const u32> arguments);

    /// Where the routine returns to: nothing of the program is there, so that the return ends the run.
    static constexpr u32 return_address = 0xfffefff0;
    static constexpr size_t register_arguments = 4;
    /// Whether a run that ended like this came back from the routine.
    [[nodiscard]] static bool has_returned(const RunResult& result);

    /// After the return: the registers ($s0-$s7, $fp, $gp, $sp) that were not restored, and the machine ready again.
    std::vector<std::string> finish(Machine& machine) const;

private:
    RoutineCall(const CpuState& before, const CpuState& at_entry) : m_before(before), m_at_entry(at_entry) {}

    CpuState m_before;
    CpuState m_at_entry;
};

}  // namespace mariner

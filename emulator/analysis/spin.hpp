#pragma once
// Where a program goes round that a limit stopped: runs it some thousand instructions further, and puts it back.

#include <optional>
#include <string>
#include <vector>

#include "emulator/execute/core.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner {

struct SpinReport {
    u32 head = 0;                       // the instruction that came most often
    u64 rounds = 0;                     // how often, in the instructions looked at
    std::vector<u32> addresses;         // the loop's instructions, in ascending order
    std::vector<std::string> changing;  // registers that differ from round to round: "$t0 (+1)"
    bool writes_memory = false;         // some store changes a byte
    std::string why;                    // it doesn't end, and the way out; empty if that can't be told
    std::string remedy;
    bool is_certain = false;   // nothing that any of its exits looks at changes
    bool is_hopeless = false;  // what its one exit looks at steps away from where the loop would end
    RegisterSet stepping;      // registers that its exit compares and that change evenly, away from where it would end
    u64 repeats_after = 0;     // the whole state comes back after so many instructions: it can never end
};

/// Nothing if no loop shows: the program waits for input, ends, or does ever new things.
std::optional<SpinReport> find_spin(Machine& machine, CoreOptions options);

/// Rows for the report of the run's end.
std::string spin_text(const SpinReport& report, const ProgramImage& image);

}  // namespace mariner

#pragma once
// The parts of what `mariner run --json` writes, for programs that read it; docs/library.md lists the members.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/analysis/spin.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/support/json.hpp"

namespace mariner::app {

/// So many bytes of a program's output stand in the report.
inline constexpr size_t most_json_output = size_t{16} << 20;

/// Words of memory that were asked for.
struct MemoryRange {
    std::string text;  // as it was asked for
    u32 address = 0;
    u32 words = 1;
};

/// ADDRESS or LABEL, one of them with :COUNT, or FIRST-LAST (both included, as with `mars`).
Result<MemoryRange> read_memory_range(const std::string& text, const ProgramImage& image);

/// Why the run ended, as an object; null for an end that is no trouble. `cause`: what led there.
void write_error_json(JsonWriter& json, const Machine& machine, const RunResult& result, u64 steps, const Cause& cause);
void write_loop_json(JsonWriter& json, const SpinReport& spin, const ProgramImage& image);
void write_output_json(JsonWriter& json, std::string_view output, bool is_whole);
void write_registers_json(JsonWriter& json, const CpuState& cpu);
void write_memory_json(JsonWriter& json, const std::vector<MemoryRange>& ranges, const Machine& machine);

}  // namespace mariner::app

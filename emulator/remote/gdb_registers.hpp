#pragma once
// The registers as GDB numbers them for MIPS32, in one table: where each lives in the machine, and the target
// description that tells GDB so. Called by gdb_server.

#include <span>
#include <string>

#include "emulator/debugger/session.hpp"
#include "emulator/program/memory_map.hpp"
#include "emulator/support/types.hpp"

namespace mariner::remote {

inline constexpr u32 gdb_register_count = 73;
inline constexpr u32 gdb_sp = 29;
inline constexpr u32 gdb_fp = 30;
inline constexpr u32 gdb_pc = 37;

/// `number` must be below gdb_register_count.
u32 read_gdb_register(const debugger::Session& session, u32 number);
/// False if it can't be changed. Writes to $zero and fir are lost, as on a processor.
bool write_gdb_register(debugger::Session& session, u32 number, u32 value);

/// target.xml: the features org.gnu.gdb.mips.cpu, .cp0 and .fpu, and `epc` in one of ours.
std::string gdb_target_description();

/// memory-map.xml: what isn't in it GDB doesn't touch.
std::string gdb_memory_map(const MemoryMap& map, std::span<const Segment> extra);

}  // namespace mariner::remote

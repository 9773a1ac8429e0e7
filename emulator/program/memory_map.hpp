#pragma once
// MARS's three memory configurations: where every segment begins and ends. Facts only.

#include <array>
#include <optional>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

enum class MemoryConfiguration : u8 { standard, compact_data, compact_text };

/// A segment holds base <= address < limit.
struct Segment {
    u32 base = 0;
    u32 limit = 0;
    [[nodiscard]] constexpr bool contains(u32 address) const { return address - base < limit - base; }
};

struct MemoryMap {
    std::string_view mars_name;    // as option mc spells it
    std::string_view option_name;  // as --memory spells it
    Segment text;
    Segment data;
    Segment stack;  // empty where the stack lies in the data segment
    Segment kernel_text;
    Segment kernel_data;
    Segment mmio;
    u32 extern_base = 0;
    u32 data_base = 0;  // where .data begins
    u32 heap_base = 0;
    u32 global_pointer = 0;
    u32 stack_pointer = 0;
    u32 stack_base = 0;  // the highest byte that program arguments may use
    u32 exception_handler = 0;
};

inline constexpr std::array<MemoryMap, 3> memory_maps = {{
    // The standard stack's last three bytes (7ffffffd..7fffffff) are out of range; its first usable word is 7fc00000,
    // and a byte access to 7fbffffd..7fbfffff kills MARS itself (Memory::is_stack_edge).
    {"Default",
     "default",
     {0x00400000, 0x00800000},
     {0x10000000, 0x10400000},
     {0x7fc00000, 0x7ffffffd},
     {0x80000000, 0x80400000},
     {0x90000000, 0x90400000},
     {0xffff0000, 0xffffffff},
     0x10000000,
     0x10010000,
     0x10040000,
     0x10008000,
     0x7fffeffc,
     0x7ffffffc,
     0x80000180},
    {"CompactDataAtZero",
     "compact-data",
     {0x3000, 0x3ffc},
     {0x0000, 0x2fff},
     {0, 0},
     {0x4000, 0x4ffc},
     {0x5000, 0x7eff},
     {0x7f00, 0x7fff},
     0x1000,
     0x0000,
     0x2000,
     0x1800,
     0x2ffc,
     0x2ffc,
     0x4180},
    {"CompactTextAtZero",
     "compact-text",
     {0x0000, 0x0ffc},
     {0x1000, 0x3fff},
     {0, 0},
     {0x4000, 0x4ffc},
     {0x5000, 0x7eff},
     {0x7f00, 0x7fff},
     0x1000,
     0x2000,
     0x3000,
     0x1800,
     0x3ffc,
     0x3ffc,
     0x4180},
}};

constexpr const MemoryMap& memory_map(MemoryConfiguration configuration) {
    return memory_maps[static_cast<size_t>(configuration)];
}

/// By MARS's spelling or the option's; nothing if there is no such configuration.
constexpr std::optional<MemoryConfiguration> find_memory_configuration(std::string_view name) {
    for (size_t i = 0; i < memory_maps.size(); ++i) {
        if (memory_maps[i].mars_name == name || memory_maps[i].option_name == name) {
            return static_cast<MemoryConfiguration>(i);
        }
    }
    return std::nullopt;
}

}  // namespace mariner

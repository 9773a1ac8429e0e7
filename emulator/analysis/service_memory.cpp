#include "emulator/analysis/service_memory.hpp"

#include <algorithm>

namespace mariner {

namespace {

constexpr u32 read_string = 8;
constexpr u32 read_file = 14;
constexpr u32 input_dialog_string = 54;

/// A string with its zero byte, at most `limit` bytes.
u32 string_size(const Machine& machine, u32 address, u32 limit) {
    for (u32 size = 0; size < limit; ++size) {
        if (machine.memory().peek_byte(address + size).value_or(0) == 0) {
            return size + 1;
        }
    }
    return limit;
}

}  // namespace

ByteRange memory_written_by_service(const Machine& machine, u32 service, u32 a0, u32 a1) {
    const CpuState& cpu = machine.cpu;
    switch (service) {
        case read_string:
            return static_cast<i32>(a1) < 1 ? ByteRange{} : ByteRange{a0, string_size(machine, a0, a1)};
        case read_file:
            return {a1, static_cast<u32>(std::max(static_cast<i32>(cpu.gpr[reg::v0]), 0))};
        case input_dialog_string: {
            const i32 size = static_cast<i32>(cpu.gpr[reg::a2]);
            const bool has_written = size > 0 && (cpu.gpr[reg::a1] == 0 || static_cast<i32>(cpu.gpr[reg::a1]) == -4);
            return has_written ? ByteRange{a1, string_size(machine, a1, static_cast<u32>(size))} : ByteRange{};
        }
        default:
            return {};
    }
}

}  // namespace mariner

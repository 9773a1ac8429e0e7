#pragma once
// Interface of everything that listens at the memory-mapped page. The words of that page are ordinary guest memory; a
// device is told of reads and writes after they happened and changes the words itself. Time is counted in instructions.
// Devices live in emulator/devices/; the bus calls them; engines never see one.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "emulator/machine/cpu_state.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

class Memory;

class Device {
public:
    virtual ~Device() = default;

    [[nodiscard]] virtual std::string_view name() const = 0;
    /// Offset of its registers from the start of the memory-mapped segment, and their length in bytes.
    [[nodiscard]] virtual u32 offset() const = 0;
    [[nodiscard]] virtual u32 size() const = 0;

    /// Memory was cleared or the device attached: puts its registers (`base`: of the segment) to their first values.
    virtual void reset(Memory& memory, u32 base) = 0;

    /// The program has read or written at this address. True if the time of the next event may have changed.
    virtual bool on_read(Memory& memory, u32 address) = 0;
    virtual bool on_write(Memory& memory, u32 address, u32 value) = 0;

    /// How many instructions may be executed before tick() must be called.
    [[nodiscard]] virtual u64 steps_until_event() const = 0;

    /// `steps` instructions have passed since the last call. Returns the CAUSE code of an interrupt it asks for.
    virtual std::optional<u32> tick(Memory& memory, const CpuState& cpu, u64 steps) = 0;

    /// What it knows beyond the words of its registers, for snapshots; set_state() takes what state() gave.
    [[nodiscard]] virtual std::vector<u64> state() const = 0;
    virtual void set_state(std::span<const u64> state) = 0;
};

}  // namespace mariner

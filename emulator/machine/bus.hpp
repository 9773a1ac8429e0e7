#pragma once
// The memory-mapped segment's devices. Memory tells the bus of accesses to their addresses; the runner asks it how long
// the engine may run undisturbed and lets its time go on:
//
//     const Stop stop = core.run(std::min(limit, bus.steps_until_event()));
//     bus.advance(memory, cpu, steps just executed);               // after every run(), whatever the stop
//     if (const auto code = bus.take_interrupt()) core.interrupt(*code);  // before the next
//
// An engine returns StopReason::device right behind an access that moved the next event (take_attention).

#include <optional>
#include <vector>

#include "emulator/machine/device.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

/// All that the bus and its devices know, for snapshots; the registers' words are memory's.
struct BusState {
    bool attention = false;
    std::optional<u32> interrupt;
    std::vector<std::vector<u64>> devices;
};

class Bus {
public:
    static constexpr u64 no_event = ~u64{0};

    /// The device must outlive the bus. Refused if its registers overlap another's.
    Result<void> attach(Device& device);
    [[nodiscard]] bool empty() const { return m_devices.empty(); }
    [[nodiscard]] const std::vector<Device*>& devices() const { return m_devices; }

    /// True if some device has registers in the page that begins at this offset of the segment.
    [[nodiscard]] bool occupies_page(u32 offset, u32 length) const;

    void reset(Memory& memory, u32 base);
    void note_read(Memory& memory, u32 address);
    void note_write(Memory& memory, u32 address, u32 value);

    [[nodiscard]] bool attention() const { return m_attention; }
    /// For a watcher of memory, which stops the engine in the same way.
    void call_attention() { m_attention = true; }
    bool take_attention();

    [[nodiscard]] u64 steps_until_event() const;
    void advance(Memory& memory, const CpuState& cpu, u64 steps);

    [[nodiscard]] BusState state() const;
    void set_state(const BusState& state);

    /// Asks for an interrupt, as a device does that tick() has called.
    void raise(u32 cause_code) { m_interrupt = cause_code; }
    [[nodiscard]] bool has_interrupt() const { return m_interrupt.has_value(); }
    /// The pending interrupt's CAUSE code. There is one place for it: a later one replaces an earlier one.
    std::optional<u32> take_interrupt();

private:
    Device* find(u32 address) const;

    std::vector<Device*> m_devices;
    u32 m_base = 0;
    bool m_attention = false;
    std::optional<u32> m_interrupt;
};

}  // namespace mariner

#pragma once
// MARS's Keyboard and Display tool: receiver and transmitter registers with ready bits, interrupts where the program
// allows them, and the transmitter's delay of five instructions. Unlike MARS's tool it loses no key that is typed too
// fast: keys wait until the program has read the one before. docs/mars/runtime.md, section 9.

#include "emulator/devices/device_host.hpp"
#include "emulator/machine/device.hpp"

namespace mariner {

class KeyboardDisplay final : public Device {
public:
    enum TerminalRegister : u32 {
        receiver_control = 0,
        receiver_data = 4,
        transmitter_control = 8,
        transmitter_data = 12,
        registers_end = 16,
        picture_end = 128,  // up to here colours are noticed; the compact configurations have no more than twice that
    };

    /// The host must outlive the device.
    explicit KeyboardDisplay(DeviceHost& host) : m_host(host) {}

    [[nodiscard]] std::string_view name() const override { return "keyboard and display"; }
    [[nodiscard]] u32 offset() const override { return 0; }
    [[nodiscard]] u32 size() const override { return picture_end; }
    void reset(Memory& memory, u32 base) override;
    bool on_read(Memory& memory, u32 address) override;
    bool on_write(Memory& memory, u32 address, u32 value) override;
    [[nodiscard]] u64 steps_until_event() const override;
    std::optional<u32> tick(Memory& memory, const CpuState& cpu, u64 steps) override;
    [[nodiscard]] std::vector<u64> state() const override;
    void set_state(std::span<const u64> state) override;

private:
    [[nodiscard]] u32 word(const Memory& memory, TerminalRegister at) const;
    void use();
    void give_way(Memory& memory, u32 address);
    bool receive(Memory& memory);
    std::optional<u32> tick_receiver(Memory& memory, const CpuState& cpu, u64 steps);
    std::optional<u32> tick_transmitter(Memory& memory, const CpuState& cpu, u64 steps);

    DeviceHost& m_host;
    u32 m_base = 0;
    bool m_is_picture = false;   // the program draws here: nothing below happens any more
    bool m_is_used = false;      // the program reads the keyboard
    u64 m_steps_since_look = 0;  // at what was typed
    u64 m_polls = 0;             // since then
    u8 m_shown = 0;              // the character under way
    u32 m_delay = 0;             // instructions until it appears; 0: none is
    bool m_is_fresh = false;     // it was stored just now: the steps before don't count
};

}  // namespace mariner

#pragma once
// mariner's own registers beyond MARS's keyboard: keys held down, key-up events, the pointer, a frame counter and a
// wait for the next frame. A program switches them on by storing a magic word; until then they are ordinary memory, so
// that MARS programs never notice. docs/display.md is their manual.

#include "emulator/devices/device_host.hpp"
#include "emulator/machine/device.hpp"

namespace mariner {

class DisplayControls final : public Device {
public:
    /// Offsets of the registers from this device's own.
    enum DisplayRegister : u32 {
        control = 0x00,      // store `magic` to switch on; reads as `version` then
        frame_count = 0x04,  // pictures shown so far
        wait_frame = 0x08,   // a store waits until the next picture has been shown
        key_event = 0x0c,    // the oldest key event, taken by the read: bit 31 there is one, bit 8 down, bits 7..0 code
        pointer_column = 0x10,  // of the unit under the mouse, -1 outside the picture
        pointer_row = 0x14,
        pointer_buttons = 0x18,  // bit 0 left, 1 right, 2 middle: down now, or since the last read
        held_keys = 0x20,        // 8 words: bit b of word w is the key with code 32 w + b
        registers_end = 0x40,
    };
    static constexpr u32 segment_offset = 0xe000;
    static constexpr u32 magic = 0x4d415234;  // "MAR4"
    static constexpr u32 version = 1;

    /// The host must outlive the device.
    explicit DisplayControls(DeviceHost& host) : m_host(host) {}

    [[nodiscard]] std::string_view name() const override { return "display controls"; }
    [[nodiscard]] u32 offset() const override { return segment_offset; }
    [[nodiscard]] u32 size() const override { return registers_end; }
    void reset(Memory& memory, u32 base) override;
    bool on_read(Memory& memory, u32 address) override;
    bool on_write(Memory& memory, u32 address, u32 value) override;
    [[nodiscard]] u64 steps_until_event() const override;
    std::optional<u32> tick(Memory& memory, const CpuState& cpu, u64 steps) override;
    [[nodiscard]] std::vector<u64> state() const override;
    void set_state(std::span<const u64> state) override;

private:
    void refresh(Memory& memory);

    DeviceHost& m_host;
    u32 m_base = 0;
    bool m_is_on = false;
    bool m_has_key_event = false;
    u32 m_buttons = 0;  // shown until they are read
    u64 m_steps_since_refresh = 0;
};

}  // namespace mariner

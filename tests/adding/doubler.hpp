#pragma once
// A device that tests/adding/run.py adds to a copy of the tree: what is written to its first word appears doubled in
// its second.

#include "emulator/devices/device_host.hpp"
#include "emulator/machine/device.hpp"
#include "emulator/machine/memory.hpp"

namespace mariner {

class Doubler final : public Device {
public:
    explicit Doubler(DeviceHost& /*host*/) {}

    [[nodiscard]] std::string_view name() const override { return "doubler"; }
    [[nodiscard]] u32 offset() const override { return 0x800; }
    [[nodiscard]] u32 size() const override { return 8; }
    void reset(Memory& /*memory*/, u32 /*base*/) override {}
    bool on_read(Memory& /*memory*/, u32 /*address*/) override { return false; }
    bool on_write(Memory& memory, u32 address, u32 value) override {
        memory.poke_word((address & ~u32{7}) + 4, 2 * value);
        return false;
    }
    [[nodiscard]] u64 steps_until_event() const override { return ~u64{0}; }
    std::optional<u32> tick(Memory& /*memory*/, const CpuState& /*cpu*/, u64 /*steps*/) override { return {}; }
    [[nodiscard]] std::vector<u64> state() const override { return {}; }
    void set_state(std::span<const u64> /*state*/) override {}
};

}  // namespace mariner

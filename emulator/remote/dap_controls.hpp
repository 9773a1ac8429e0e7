#pragma once
// The keys that are held and the pointer over the picture, as a client tells of them. Read by the display's registers.

#include <array>
#include <deque>
#include <string_view>

#include "emulator/devices/device_host.hpp"

namespace mariner::remote {

class DapControls final : public DeviceHost {
public:
    /// A key by its name in browsers: "a", "ArrowUp", "Enter". False if the program can't know it.
    bool press(std::string_view name, bool is_down);
    /// The unit under the pointer, -1 outside the picture; bit 0 of the buttons is the left one, 1 right, 2 middle.
    void point(i64 column, i64 row, u32 buttons);

    std::optional<u8> take_character() override { return std::nullopt; }
    void wait_for_character(u32 /*milliseconds*/) override {}
    void write_character(u8 /*character*/) override {}
    std::optional<KeyEvent> take_key_event() override;
    u32 held_keys(u32 word) override { return m_held[word % m_held.size()]; }
    u32 pointer() override { return m_pointer; }
    u32 take_pointer_buttons() override;

private:
    /// A program that never asks gets the latest ones only.
    static constexpr size_t most_events = 256;

    std::array<u32, 8> m_held{};
    std::deque<KeyEvent> m_events;
    u32 m_pointer = 0;
    u32 m_buttons = 0;
    u32 m_buttons_since = 0;
};

}  // namespace mariner::remote

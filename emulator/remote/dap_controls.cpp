#include "emulator/remote/dap_controls.hpp"

#include <algorithm>
#include <utility>

namespace mariner::remote {

namespace {

struct NamedKey {
    std::string_view name;
    u8 code;
};
/// docs/display.md has the codes.
constexpr auto named_keys = std::to_array<NamedKey>({
    {"Enter", 10},      {"Escape", 27},      {"Backspace", 8}, {"Tab", 9},        {"ArrowUp", 128}, {"ArrowDown", 129},
    {"ArrowLeft", 130}, {"ArrowRight", 131}, {"Shift", 132},   {"Control", 133},  {"Alt", 134},     {"Insert", 135},
    {"Home", 136},      {"End", 137},        {"PageUp", 138},  {"PageDown", 139}, {"F1", 140},      {"F2", 141},
    {"F3", 142},        {"F4", 143},         {"F5", 144},      {"F6", 145},       {"F7", 146},      {"F8", 147},
    {"F9", 148},        {"F10", 149},        {"F11", 150},     {"F12", 151},
});

/// 0 if there is none. Letters count without Shift.
u8 key_code(std::string_view name) {
    if (name.size() == 1) {
        const char c = name.front();
        return c > 0 ? static_cast<u8>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) : u8{0};
    }
    const auto* const found = std::ranges::find(named_keys, name, &NamedKey::name);
    return found != named_keys.end() ? found->code : u8{0};
}

constexpr i64 most_units = 0xfffe;

}  // namespace

bool DapControls::press(std::string_view name, bool is_down) {
    const u8 code = key_code(name);
    if (code == 0) {
        return false;
    }
    const u32 bit = u32{1} << (code % 32U);
    u32& word = m_held[code / 32U];
    word = is_down ? word | bit : word & ~bit;
    m_events.push_back({code, is_down});
    if (m_events.size() > most_events) {
        m_events.pop_front();
    }
    return true;
}

void DapControls::point(i64 column, i64 row, u32 buttons) {
    const bool is_inside = column >= 0 && column <= most_units && row >= 0 && row <= most_units;
    m_pointer = is_inside ? static_cast<u32>(column + 1) | static_cast<u32>(row + 1) << 16U : 0;
    m_buttons = buttons & 7U;
    m_buttons_since |= m_buttons;
}

std::optional<DeviceHost::KeyEvent> DapControls::take_key_event() {
    if (m_events.empty()) {
        return std::nullopt;
    }
    const KeyEvent event = m_events.front();
    m_events.pop_front();
    return event;
}

u32 DapControls::take_pointer_buttons() {
    return std::exchange(m_buttons_since, m_buttons) | m_buttons;
}

}  // namespace mariner::remote

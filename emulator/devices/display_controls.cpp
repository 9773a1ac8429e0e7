#include "emulator/devices/display_controls.hpp"

#include "emulator/machine/memory.hpp"

namespace mariner {

namespace {

/// Registers that nobody reads may be so much older than they look: a fraction of a millisecond.
constexpr u64 steps_between_refreshes = 100'000;
constexpr u32 event_is_there = 0x80000000;
constexpr u32 event_is_down = 0x100;

}  // namespace

void DisplayControls::reset(Memory& /*memory*/, u32 base) {
    m_base = base + segment_offset;
    m_is_on = false;
    m_has_key_event = false;
    m_buttons = 0;
    m_steps_since_refresh = 0;
}

void DisplayControls::refresh(Memory& memory) {
    m_steps_since_refresh = 0;
    const u32 unit = m_host.pointer();
    memory.poke_word(m_base + frame_count, m_host.frames());
    memory.poke_word(m_base + pointer_column, (unit & 0xffff) - 1);
    memory.poke_word(m_base + pointer_row, (unit >> 16) - 1);
    m_buttons |= m_host.take_pointer_buttons();
    memory.poke_word(m_base + pointer_buttons, m_buttons);
    for (u32 word = 0; word < 8; ++word) {
        memory.poke_word(m_base + held_keys + 4 * word, m_host.held_keys(word));
    }
    if (!m_has_key_event) {
        const auto event = m_host.take_key_event();
        m_has_key_event = event.has_value();
        memory.poke_word(m_base + key_event,
                         event ? event_is_there | (event->down ? event_is_down : 0) | event->code : 0);
    }
}

bool DisplayControls::on_read(Memory& memory, u32 address) {
    if (!m_is_on) {
        return false;
    }
    m_has_key_event = m_has_key_event && (address & ~3u) != m_base + key_event;
    m_buttons = (address & ~3u) == m_base + pointer_buttons ? 0 : m_buttons;
    // The word that was just read is as old as the last refresh; the next read finds this one.
    refresh(memory);
    return false;
}

bool DisplayControls::on_write(Memory& memory, u32 address, u32 value) {
    const u32 at = (address & ~3u) - m_base;
    if (at == control && value == magic) {
        m_is_on = true;
        m_host.note_use();
        memory.poke_word(m_base + control, version);
        refresh(memory);
        return true;
    }
    if (m_is_on && at == wait_frame) {
        m_host.wait_for_frame();
    }
    if (m_is_on) {
        refresh(memory);
    }
    return false;
}

u64 DisplayControls::steps_until_event() const {
    if (!m_is_on) {
        return ~u64{0};
    }
    return m_steps_since_refresh < steps_between_refreshes ? steps_between_refreshes - m_steps_since_refresh : 1;
}

std::optional<u32> DisplayControls::tick(Memory& memory, const CpuState& /*cpu*/, u64 steps) {
    m_steps_since_refresh += steps;
    if (m_is_on && m_steps_since_refresh >= steps_between_refreshes) {
        refresh(memory);
    }
    return std::nullopt;
}

std::vector<u64> DisplayControls::state() const {
    return {m_is_on, m_has_key_event, m_buttons, m_steps_since_refresh};
}

void DisplayControls::set_state(std::span<const u64> state) {
    m_is_on = state[0] != 0;
    m_has_key_event = state[1] != 0;
    m_buttons = static_cast<u32>(state[2]);
    m_steps_since_refresh = state[3];
}

}  // namespace mariner

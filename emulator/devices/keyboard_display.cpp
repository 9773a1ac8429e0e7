#include "emulator/devices/keyboard_display.hpp"

#include <algorithm>

#include "emulator/machine/memory.hpp"

namespace mariner {

namespace {

constexpr u32 ready = 1;
constexpr u32 interrupt_enable = 2;
constexpr u32 keyboard_interrupt = 0x40;
constexpr u32 display_interrupt = 0x80;

/// The fifth instruction behind the store already finds the transmitter ready.
constexpr u32 transmitter_delay = 4;
/// How long a key may wait for a program that doesn't ask for it: well below what a person notices.
constexpr u64 steps_between_looks = 20'000;
/// A program that asks in fewer instructions than this only waits, and may do so without heating the processor.
constexpr u64 steps_of_a_waiting_loop = 16;
constexpr u32 nap_milliseconds = 4;

/// MARS's condition: any bit besides ready, and interrupts allowed, none being served.
bool wants_interrupt(u32 control, const CpuState& cpu) {
    return control != ready && (cpu.status & 3) == 1;
}

/// What no program means as a control word, as a character, or as a value of another tool's registers behind these.
bool is_colour(u32 offset, u32 value) {
    if (offset == KeyboardDisplay::receiver_control || offset == KeyboardDisplay::transmitter_control) {
        return value > (ready | interrupt_enable);
    }
    const bool is_signed_byte = value >= 0xffffff80;
    const bool is_opaque = value >> 24 == 0 || value >> 24 == 0xff;
    return value > (offset < KeyboardDisplay::registers_end ? 0xffU : 0xffffU) && is_opaque && !is_signed_byte;
}

}  // namespace

u32 KeyboardDisplay::word(const Memory& memory, TerminalRegister at) const {
    return memory.peek_word(m_base + at).value_or(0);
}

void KeyboardDisplay::reset(Memory& memory, u32 base) {
    m_base = base;
    m_is_picture = false;
    m_is_used = false;
    m_steps_since_look = 0;
    m_polls = 0;
    m_delay = 0;
    m_is_fresh = false;
    memory.poke_word(m_base + transmitter_control, word(memory, transmitter_control) | ready);
}

void KeyboardDisplay::use() {
    if (!m_is_used) {
        m_is_used = true;
        m_host.note_use();
    }
}

/// The words are the picture's now; what was put into them before the first colour is taken out again.
void KeyboardDisplay::give_way(Memory& memory, u32 address) {
    m_is_picture = true;
    m_is_used = false;
    m_delay = 0;
    for (const TerminalRegister control : {receiver_control, transmitter_control}) {
        if (address != m_base + control) {
            memory.poke_word(m_base + control, word(memory, control) & ~ready);
        }
    }
}

/// The next key into the registers, if the last one was read.
bool KeyboardDisplay::receive(Memory& memory) {
    const u32 control = word(memory, receiver_control);
    if ((control & ready) != 0) {
        return false;
    }
    const auto character = m_host.take_character();
    if (!character) {
        return false;
    }
    memory.poke_word(m_base + receiver_data, *character);
    memory.poke_word(m_base + receiver_control, control | ready);
    return true;
}

bool KeyboardDisplay::on_read(Memory& memory, u32 address) {
    if (address - m_base >= transmitter_control || m_is_picture) {
        return false;
    }
    const bool was_used = m_is_used;
    use();
    ++m_polls;
    const u32 control = word(memory, receiver_control);
    if (address == m_base + receiver_data) {
        memory.poke_word(m_base + receiver_control, control & interrupt_enable);
    } else if ((control & interrupt_enable) == 0) {
        // A polling program sees the key at its next look. With interrupts on, tick() brings it, which can raise one.
        receive(memory);
    }
    return !was_used;
}

bool KeyboardDisplay::on_write(Memory& memory, u32 address, u32 value) {
    const u32 at = (address - m_base) & ~3u;
    if (!m_is_picture && is_colour(at, value)) {
        give_way(memory, address);
        return true;
    }
    if (m_is_picture) {
        return false;
    }
    if (at == receiver_control && (value & interrupt_enable) != 0) {
        use();
        return true;
    }
    if (address == m_base + transmitter_data) {
        const u32 control = word(memory, transmitter_control);
        if ((control & ready) != 0) {
            memory.poke_word(m_base + transmitter_control, control & interrupt_enable);
            m_shown = static_cast<u8>(value);
            m_delay = transmitter_delay;
            m_is_fresh = true;
            return true;
        }
    }
    return false;
}

u64 KeyboardDisplay::steps_until_event() const {
    u64 steps = m_delay != 0 ? m_delay : ~u64{0};
    if (m_is_used) {
        steps = std::min(steps, steps_between_looks - std::min(m_steps_since_look, steps_between_looks - 1));
    }
    return steps;
}

std::optional<u32> KeyboardDisplay::tick(Memory& memory, const CpuState& cpu, u64 steps) {
    const auto received = m_is_used ? tick_receiver(memory, cpu, steps) : std::nullopt;
    const auto shown = m_delay != 0 ? tick_transmitter(memory, cpu, steps) : std::nullopt;
    return shown ? shown : received;
}

std::optional<u32> KeyboardDisplay::tick_receiver(Memory& memory, const CpuState& cpu, u64 steps) {
    m_steps_since_look += steps;
    if (m_steps_since_look < steps_between_looks) {
        return std::nullopt;
    }
    const bool only_waits = m_polls * steps_of_a_waiting_loop >= m_steps_since_look;
    m_steps_since_look = 0;
    m_polls = 0;
    if (only_waits && (word(memory, receiver_control) & ready) == 0) {
        m_host.wait_for_character(nap_milliseconds);
    }
    const bool received = receive(memory);
    return received && wants_interrupt(word(memory, receiver_control), cpu) ? std::optional(keyboard_interrupt)
                                                                            : std::nullopt;
}

std::optional<u32> KeyboardDisplay::tick_transmitter(Memory& memory, const CpuState& cpu, u64 steps) {
    if (std::exchange(m_is_fresh, false)) {
        return std::nullopt;
    }
    m_delay -= static_cast<u32>(std::min<u64>(steps, m_delay));
    if (m_delay != 0) {
        return std::nullopt;
    }
    m_host.write_character(m_shown);
    const u32 control = word(memory, transmitter_control) | ready;
    memory.poke_word(m_base + transmitter_control, control);
    return wants_interrupt(control, cpu) ? std::optional(display_interrupt) : std::nullopt;
}

std::vector<u64> KeyboardDisplay::state() const {
    return {m_is_used, m_steps_since_look, m_polls, m_shown, m_delay, m_is_fresh, m_is_picture};
}

void KeyboardDisplay::set_state(std::span<const u64> state) {
    m_is_used = state[0] != 0;
    m_steps_since_look = state[1];
    m_polls = state[2];
    m_shown = static_cast<u8>(state[3]);
    m_delay = static_cast<u32>(state[4]);
    m_is_fresh = state[5] != 0;
    m_is_picture = state[6] != 0;
}

}  // namespace mariner

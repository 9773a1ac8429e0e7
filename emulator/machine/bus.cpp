#include "emulator/machine/bus.hpp"

#include <algorithm>
#include <string>

namespace mariner {

namespace {

bool overlaps(u32 first, u32 first_length, u32 second, u32 second_length) {
    return first < second + second_length && second < first + first_length;
}

}  // namespace

Result<void> Bus::attach(Device& device) {
    for (const Device* other : m_devices) {
        if (overlaps(device.offset(), device.size(), other->offset(), other->size())) {
            return Error{"the registers of '" + std::string(device.name()) + "' overlap those of '" +
                         std::string(other->name()) + "': attach only one of them"};
        }
    }
    m_devices.push_back(&device);
    return {};
}

bool Bus::occupies_page(u32 offset, u32 length) const {
    return std::any_of(m_devices.begin(), m_devices.end(), [&](const Device* device) {
        return overlaps(device->offset(), device->size(), offset, length);
    });
}

void Bus::reset(Memory& memory, u32 base) {
    m_base = base;
    m_attention = false;
    m_interrupt.reset();
    for (Device* device : m_devices) {
        device->reset(memory, base);
    }
}

Device* Bus::find(u32 address) const {
    for (Device* device : m_devices) {
        if (address - m_base - device->offset() < device->size()) {
            return device;
        }
    }
    return nullptr;
}

void Bus::note_read(Memory& memory, u32 address) {
    if (Device* device = find(address)) {
        m_attention |= device->on_read(memory, address);
    }
}

void Bus::note_write(Memory& memory, u32 address, u32 value) {
    if (Device* device = find(address)) {
        m_attention |= device->on_write(memory, address, value);
    }
}

bool Bus::take_attention() {
    const bool wanted = m_attention;
    m_attention = false;
    return wanted;
}

u64 Bus::steps_until_event() const {
    u64 steps = no_event;
    for (const Device* device : m_devices) {
        steps = std::min(steps, device->steps_until_event());
    }
    return steps;
}

void Bus::advance(Memory& memory, const CpuState& cpu, u64 steps) {
    for (Device* device : m_devices) {
        if (const std::optional<u32> code = device->tick(memory, cpu, steps)) {
            m_interrupt = code;
        }
    }
}

BusState Bus::state() const {
    BusState state{m_attention, m_interrupt, {}};
    for (const Device* device : m_devices) {
        state.devices.push_back(device->state());
    }
    return state;
}

void Bus::set_state(const BusState& state) {
    m_attention = state.attention;
    m_interrupt = state.interrupt;
    for (size_t i = 0; i < m_devices.size(); ++i) {
        m_devices[i]->set_state(state.devices[i]);
    }
}

std::optional<u32> Bus::take_interrupt() {
    const std::optional<u32> code = m_interrupt;
    m_interrupt.reset();
    return code;
}

}  // namespace mariner

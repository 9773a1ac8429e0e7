#pragma once
// A machine's registers and memory as the evaluator of blocks wants them.

#include "emulator/machine/machine.hpp"
#include "emulator/translate/block_evaluator.hpp"

namespace mariner::test {

class MachineWorld {
public:
    explicit MachineWorld(Machine& machine) : m_cpu(machine.cpu), m_memory(machine.memory()) {}

    [[nodiscard]] u64 get(translate::GuestPlace place) {
        if (place.kind == translate::GuestKind::flag) {
            return m_cpu.condition_flags >> place.number & 1;
        }
        const u32* const word = word_of(place);
        return place.kind == translate::GuestKind::pair ? u64{word[1]} << 32 | word[0] : *word;
    }
    void set(translate::GuestPlace place, u64 value) {
        if (place.kind == translate::GuestKind::flag) {
            m_cpu.condition_flags = (m_cpu.condition_flags & ~(1U << place.number)) | static_cast<u32>(value)
                                                                                          << place.number;
            return;
        }
        u32* const word = word_of(place);
        *word = static_cast<u32>(value);
        if (place.kind == translate::GuestKind::pair) {
            word[1] = static_cast<u32>(value >> 32);
        }
    }
    bool load(u32 address, u32 bytes, u64& value) {
        if (m_memory.refusal(address, bytes, false) != ExceptionKind::none) {
            return false;
        }
        value = bytes == 1   ? m_memory.load_byte(address).value
                : bytes == 2 ? m_memory.load_half(address).value
                             : m_memory.load_word(address).value;
        if (bytes == 8) {
            value |= u64{m_memory.load_word(address + 4).value} << 32;
        }
        return true;
    }
    bool store(u32 address, u32 bytes, u64 value) {
        if (m_memory.refusal(address, bytes, true) != ExceptionKind::none) {
            return false;
        }
        const u32 low = static_cast<u32>(value);
        if (bytes == 1) {
            m_memory.store_byte(address, static_cast<u8>(low));
        } else if (bytes == 2) {
            m_memory.store_half(address, static_cast<u16>(low));
        } else {
            m_memory.store_word(address, low);
        }
        if (bytes == 8) {
            m_memory.store_word(address + 4, static_cast<u32>(value >> 32));
        }
        return true;
    }
    /// `count` accesses, side by side, to what can be written.
    [[nodiscard]] bool is_open(u32 address, u32 bytes, u32 count) const {
        for (u32 i = 0; i < count; ++i) {
            if (m_memory.refusal(address + i * bytes, bytes, true) != ExceptionKind::none) {
                return false;
            }
        }
        return true;
    }

private:
    u32* word_of(translate::GuestPlace place) {
        switch (place.kind) {
            case translate::GuestKind::gpr:
                return &m_cpu.gpr[place.number];
            case translate::GuestKind::hi:
                return &m_cpu.hi;
            case translate::GuestKind::lo:
                return &m_cpu.lo;
            case translate::GuestKind::c0:
                return place.number == 8    ? &m_cpu.bad_address
                       : place.number == 12 ? &m_cpu.status
                       : place.number == 13 ? &m_cpu.cause
                                            : &m_cpu.epc;
            default:
                return &m_cpu.fpr[place.number];
        }
    }

    CpuState& m_cpu;
    Memory& m_memory;
};

}  // namespace mariner::test

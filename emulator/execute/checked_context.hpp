#pragma once
// The context in which the checked core runs the bodies. Registers and memory by way of the machine; a faulting access
// or a trap leaves its exception in `exception`.

#include <bit>
#include <cstring>

#include "emulator/execute/decoded_op.hpp"
#include "emulator/execute/observer.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/meaning/language.hpp"

namespace mariner {

namespace detail {

/// Registers and memory for the bodies, by way of the machine. Always inlined, at -O1 too: one call that gets its
/// address would keep the context in memory (a fifth more host instructions).
template <class Watcher>
struct CheckedContext : meaning::PerformingContext {
    static constexpr bool registers_are_even = false;
    static constexpr bool wide_access = false;

    const DecodedOp& op;
    CpuState& cpu;
    Memory& memory;
    Watcher& observer;
    Exception& exception;
    u8* host;
    u32 return_address = 0;
    bool touched_memory = false;
    u32 loaded_from = 1;  // in no segment of text

    [[nodiscard, gnu::always_inline]] u32 rs() const { return cpu.gpr[op.rs]; }
    [[nodiscard, gnu::always_inline]] u32 rt() const { return cpu.gpr[op.rt]; }
    [[nodiscard, gnu::always_inline]] u32 imm() const { return static_cast<u32>(op.imm); }
    [[nodiscard, gnu::always_inline]] u32 link() const { return return_address; }

    [[gnu::always_inline]] void set(u8 id, u32& place, u32 value) {
        if constexpr (Watcher::active) {
            observer.set_register(id, value);
        }
        place = value;
    }
    [[gnu::always_inline]] void set_rd(u32 value) { set(op.rd, cpu.gpr[op.rd], value); }
    [[gnu::always_inline]] void set_rt(u32 value) { set(op.rt, cpu.gpr[op.rt], value); }
    [[gnu::always_inline]] void set_rt_read(u32 value) {
        if (op.rt != reg::zero) {
            set_rt(value);
        }
    }
    [[gnu::always_inline]] void set_ra(u32 value) { set(reg::ra, cpu.gpr[reg::ra], value); }

    [[nodiscard, gnu::always_inline]] u32 hi() const { return cpu.hi; }
    [[nodiscard, gnu::always_inline]] u32 lo() const { return cpu.lo; }
    [[gnu::always_inline]] void set_hi(u32 value) { set(register_id::hi, cpu.hi, value); }
    [[gnu::always_inline]] void set_lo(u32 value) { set(register_id::lo, cpu.lo, value); }

    [[nodiscard, gnu::always_inline]] meaning::Single fs() const { return {cpu.fpr[op.rs]}; }
    [[nodiscard, gnu::always_inline]] meaning::Single ft() const { return {cpu.fpr[op.rt]}; }
    [[nodiscard, gnu::always_inline]] meaning::Wide pair(u8 number) const {
        return {meaning::joined(cpu.fpr[number + 1U], cpu.fpr[number])};
    }
    [[nodiscard, gnu::always_inline]] meaning::Wide ps() const { return pair(op.rs); }
    [[nodiscard, gnu::always_inline]] meaning::Wide pt() const { return pair(op.rt); }
    [[gnu::always_inline]] void set_float(u32 number, u32 value) {
        set(static_cast<u8>(register_id::float_base + number), cpu.fpr[number], value);
    }
    [[gnu::always_inline]] void set_fd(meaning::Single value) { set_float(op.rd, value.bits); }
    [[gnu::always_inline]] void set_fs(meaning::Single value) { set_float(op.rs, value.bits); }
    [[gnu::always_inline]] void set_ft(meaning::Single value) { set_float(op.rt, value.bits); }
    [[gnu::always_inline]] void set_ft_next(meaning::Single value) { set_float(op.rt + 1U, value.bits); }
    [[gnu::always_inline]] void set_pd(meaning::Wide value) {
        set_float(op.rd, meaning::low_word(value.bits));
        set_float(op.rd + 1U, meaning::high_word(value.bits));
    }
    template <meaning::PairNames Pairs>
    [[nodiscard, gnu::always_inline]] bool names_odd() const {
        u32 numbers = 0;
        if constexpr ((Pairs & meaning::pd) != 0) {
            numbers |= op.rd;
        }
        if constexpr ((Pairs & meaning::ps) != 0) {
            numbers |= op.rs;
        }
        if constexpr ((Pairs & meaning::pt) != 0) {
            numbers |= op.rt;
        }
        return numbers % 2 != 0;
    }

    [[nodiscard, gnu::always_inline]] bool flag() const { return ((cpu.condition_flags >> (op.rt % 8)) & 1) != 0; }
    [[gnu::always_inline]] void set_flag(bool value) {
        if (op.rd < 8) {
            const u32 bit = 1U << op.rd;
            set(register_id::condition_flags, cpu.condition_flags,
                value ? cpu.condition_flags | bit : cpu.condition_flags & ~bit);
        }
    }

    [[nodiscard, gnu::always_inline]] u32 coprocessor0() const {
        switch (op.rd) {
            case 8:
                return cpu.bad_address;
            case 12:
                return cpu.status;
            case 13:
                return cpu.cause;
            case 14:
                return cpu.epc;
            default:
                return 0;
        }
    }
    [[gnu::always_inline]] void set_coprocessor0(u32 value) {
        switch (op.rd) {
            case 8:
                return set(register_id::bad_address, cpu.bad_address, value);
            case 12:
                return set(register_id::status, cpu.status, value);
            case 13:
                return set(register_id::cause, cpu.cause, value);
            case 14:
                return set(register_id::epc, cpu.epc, value);
            default:
                return;
        }
    }
    [[nodiscard, gnu::always_inline]] u32 status() const { return cpu.status; }
    [[gnu::always_inline]] void set_status(u32 value) { set(register_id::status, cpu.status, value); }
    [[nodiscard, gnu::always_inline]] u32 epc() const { return cpu.epc; }

    [[gnu::always_inline]] bool traps(bool condition, ExceptionKind kind) {
        if (condition) {
            raise(kind, 0);
        }
        return condition;
    }
    [[gnu::always_inline]] Flow raise(ExceptionKind kind, u32 value) {
        exception.kind = kind;
        exception.value = value;
        return Flow::leave;
    }

    // The machine's own accesses are calls on `memory`, never on this context, so that the context can live in host
    // registers.
    template <size_t Size>
    [[gnu::always_inline]] static auto load_checked(Memory& from, u32 address) {
        if constexpr (Size == 1) {
            return from.load_byte(address);
        } else if constexpr (Size == 2) {
            return from.load_half(address);
        } else {
            return from.load_word(address);
        }
    }
    template <size_t Size>
    [[gnu::always_inline]] static ExceptionKind store_checked(Memory& to, u32 address, u32 value) {
        if constexpr (Size == 1) {
            return to.store_byte(address, static_cast<u8>(value));
        } else if constexpr (Size == 2) {
            return to.store_half(address, static_cast<u16>(value));
        } else {
            return to.store_word(address, value);
        }
    }
    [[gnu::always_inline]] static u32 bits_of(u32 value) { return value; }
    [[gnu::always_inline]] static u32 bits_of(meaning::Single value) { return value.bits; }

    template <class T>
    [[gnu::always_inline]] bool load(u32 address, meaning::LoadedValue<T>& value) {
        T read;
        const u8 state = Memory::state<sizeof(T)>(host, address);
        if ((state & Memory::readable_by<sizeof(T)>) != 0) {
            if constexpr (Watcher::active) {
                observer.read(address, sizeof(T));
            }
            std::memcpy(&read, host + Memory::place(address), sizeof read);
            value = meaning::loaded_value<T>(read);
            return true;
        }
        const auto access = load_checked<sizeof(T)>(memory, address);
        if (!access) {
            raise(access.fault, address);
            return false;
        }
        touched_memory = true;
        loaded_from = address;
        if constexpr (Watcher::active) {
            observer.read(address, sizeof(T));
        }
        value = meaning::loaded_value<T>(std::bit_cast<T>(access.value));
        return true;
    }
    template <class T>
    [[gnu::always_inline]] bool load_if(bool condition, u32 address, meaning::LoadedValue<T>& value,
                                        meaning::LoadedValue<T> otherwise) {
        value = otherwise;
        return !condition || load<T>(address, value);
    }
    template <class T, class Value>
    [[gnu::always_inline]] bool store(u32 address, Value value) {
        const T written = static_cast<T>(value);
        const u32 bits = bits_of(written);
        const u8 state = Memory::state<sizeof(T)>(host, address);
        if ((state & Memory::writable_by<sizeof(T)>) != 0) {
            if constexpr (Watcher::active) {
                observer.write(address, sizeof(T), bits);
            }
            std::memcpy(host + Memory::place(address), &written, sizeof written);
            return true;
        }
        if constexpr (Watcher::active) {
            // Announced only if it will happen: every plain address takes stores.
            if (memory.peek_byte(address) && address % sizeof(T) == 0) {
                observer.write(address, sizeof(T), bits);
            }
        }
        const ExceptionKind refused = store_checked<sizeof(T)>(memory, address, bits);
        if (refused != ExceptionKind::none) {
            raise(refused, address);
            return false;
        }
        if constexpr (Watcher::active) {
            if (!memory.peek_byte(address)) {
                observer.write_text(address, sizeof(T), bits);
            }
        }
        touched_memory = true;
        return true;
    }
};

}  // namespace detail

}  // namespace mariner

#pragma once
// The context in which the checked core runs the bodies. Registers and memory by way of the machine; a faulting access
// or a trap leaves its exception in `exception`.

#include <cstring>

#include "emulator/execute/bodies.hpp"
#include "emulator/execute/decoded_op.hpp"
#include "emulator/execute/observer.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/machine/memory.hpp"

namespace mariner {

namespace detail {

/// Registers and memory for the bodies, by way of the machine.
template <class Watcher>
struct CheckedContext {
    static constexpr bool registers_are_even = false;
    static constexpr bool wide_access = false;

    const DecodedOp& op;
    CpuState& cpu;
    Memory& memory;
    Watcher& observer;
    Exception& exception;
    u8* host;
    u32 return_address_value = 0;
    u32 jump_address = 0;
    bool touched_memory = false;
    u32 loaded_from = 1;  // in no segment of text

    [[nodiscard]] u32 rs() const { return cpu.gpr[op.rs]; }
    [[nodiscard]] u32 rt() const { return cpu.gpr[op.rt]; }
    [[nodiscard]] u32 imm() const { return static_cast<u32>(op.imm); }
    [[nodiscard]] u8 rd_number() const { return op.rd; }
    [[nodiscard]] u8 rs_number() const { return op.rs; }
    [[nodiscard]] u8 rt_number() const { return op.rt; }

    [[gnu::always_inline]] void set(u8 id, u32& place, u32 value) {
        if constexpr (Watcher::active) {
            observer.set_register(id, value);
        }
        place = value;
    }
    void set_rd(u32 value) { set(op.rd, cpu.gpr[op.rd], value); }
    void set_rt(u32 value) { set(op.rt, cpu.gpr[op.rt], value); }
    void set_ra(u32 value) { set(reg::ra, cpu.gpr[reg::ra], value); }

    [[nodiscard]] u32 hi() const { return cpu.hi; }
    [[nodiscard]] u32 lo() const { return cpu.lo; }
    void set_hi(u32 value) { set(register_id::hi, cpu.hi, value); }
    void set_lo(u32 value) { set(register_id::lo, cpu.lo, value); }

    [[nodiscard]] u32 fs() const { return cpu.fpr[op.rs]; }
    [[nodiscard]] u32 ft() const { return cpu.fpr[op.rt]; }
    [[nodiscard]] u64 pair(u8 number) const { return bodies::joined(cpu.fpr[number + 1U], cpu.fpr[number]); }
    [[nodiscard]] u64 ps() const { return pair(op.rs); }
    [[nodiscard]] u64 pt() const { return pair(op.rt); }
    void set_float(u32 number, u32 value) {
        set(static_cast<u8>(register_id::float_base + number), cpu.fpr[number], value);
    }
    void set_fd(u32 value) { set_float(op.rd, value); }
    void set_fs(u32 value) { set_float(op.rs, value); }
    void set_ft(u32 value) { set_float(op.rt, value); }
    void set_ft_next(u32 value) { set_float(op.rt + 1U, value); }
    void set_pd(u64 value) {
        set_float(op.rd, bodies::low_word(value));
        set_float(op.rd + 1U, bodies::high_word(value));
    }

    [[nodiscard]] bool flag(u32 number) const { return ((cpu.condition_flags >> (number % 8)) & 1) != 0; }
    void set_flag(u32 number, bool value) {
        if (number < 8) {
            const u32 bit = 1U << number;
            set(register_id::condition_flags, cpu.condition_flags,
                value ? cpu.condition_flags | bit : cpu.condition_flags & ~bit);
        }
    }

    [[nodiscard]] u32 coprocessor0(u8 number) const {
        switch (number) {
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
    void set_coprocessor0(u8 number, u32 value) {
        switch (number) {
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
    void clear_exception_level() { set(register_id::status, cpu.status, cpu.status & ~2U); }
    [[nodiscard]] u32 exception_pc() const { return cpu.epc; }
    [[nodiscard]] u32 return_address() const { return return_address_value; }

    Flow fault(ExceptionKind kind, u32 value) {
        exception.kind = kind;
        exception.value = value;
        return Flow::leave;
    }

    // The machine's own accesses are told apart by the type of the value. They are calls on `memory`, never on this
    // context, so that the context can live in host registers.
    static Access<u32> load_checked(Memory& from, u32 address, u32 /*width*/) { return from.load_word(address); }
    static Access<u16> load_checked(Memory& from, u32 address, u16 /*width*/) { return from.load_half(address); }
    static Access<u8> load_checked(Memory& from, u32 address, u8 /*width*/) { return from.load_byte(address); }
    static ExceptionKind store_checked(Memory& to, u32 address, u32 value) { return to.store_word(address, value); }
    static ExceptionKind store_checked(Memory& to, u32 address, u16 value) { return to.store_half(address, value); }
    static ExceptionKind store_checked(Memory& to, u32 address, u8 value) { return to.store_byte(address, value); }

    template <class T>
    [[gnu::always_inline]] bool load(u32 address, T& value) {
        const u8 state = Memory::state<sizeof(T)>(host, address);
        if ((state & Memory::readable_by<sizeof(T)>) != 0) {
            if constexpr (Watcher::active) {
                observer.read(address, sizeof(T));
            }
            std::memcpy(&value, host + Memory::place(address), sizeof(T));
            return true;
        }
        const Access<T> access = load_checked(memory, address, T{});
        if (!access) {
            fault(access.fault, address);
            return false;
        }
        touched_memory = true;
        loaded_from = address;
        if constexpr (Watcher::active) {
            observer.read(address, sizeof(T));
        }
        value = access.value;
        return true;
    }
    template <class T>
    [[gnu::always_inline]] bool store(u32 address, T value) {
        const u8 state = Memory::state<sizeof(T)>(host, address);
        if ((state & Memory::writable_by<sizeof(T)>) != 0) {
            if constexpr (Watcher::active) {
                observer.write(address, sizeof(T), value);
            }
            std::memcpy(host + Memory::place(address), &value, sizeof(T));
            return true;
        }
        if constexpr (Watcher::active) {
            // Announced only if it will happen: every plain address takes stores.
            if (memory.peek_byte(address) && address % sizeof(T) == 0) {
                observer.write(address, sizeof(T), value);
            }
        }
        const ExceptionKind refused = store_checked(memory, address, value);
        if (refused != ExceptionKind::none) {
            fault(refused, address);
            return false;
        }
        if constexpr (Watcher::active) {
            if (!memory.peek_byte(address)) {
                observer.write_text(address, sizeof(T), value);
            }
        }
        touched_memory = true;
        return true;
    }
};

}  // namespace detail

}  // namespace mariner

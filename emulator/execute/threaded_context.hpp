#pragma once
// The context in which the fast core and the switch core run the bodies: registers by way of a ThreadedOp, memory by
// the fast way only. Whatever that doesn't cover (first touch, devices, faults, traps) answers Flow::leave with nothing
// changed, and the checked core does the instruction.

#include <cstring>

#include "emulator/execute/threaded_core.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/meaning/language.hpp"

namespace mariner {

/// How one half of a fused pair gets at the value that the first half has just computed.
enum class Forward : u8 { none, to_rs, to_rt };

/// `Keep`: write results to the register file; the first half of a pair leaves it out where the second overwrites it.
template <Forward From = Forward::none, bool Keep = true>
struct ThreadedContext : meaning::PerformingContext {
    static constexpr bool registers_are_even = true;
    static constexpr bool wide_access = true;

    const ThreadedOp* ip;
    CpuState* cpu;
    u8* host;
    u32 forwarded = 0;
    u32 result = 0;

    [[gnu::always_inline]] u32 rs() const { return From == Forward::to_rs ? forwarded : ip->registers.rs(cpu, ip->op); }
    [[gnu::always_inline]] u32 rt() const { return From == Forward::to_rt ? forwarded : ip->registers.rt(cpu, ip->op); }
    [[gnu::always_inline]] u32 imm() const { return static_cast<u32>(ip->op.imm); }
    [[gnu::always_inline]] u32 link() const { return imm(); }

    [[gnu::always_inline]] void set(u32& place, u32 value) {
        result = value;
        if constexpr (Keep) {
            place = value;
        }
    }
    [[gnu::always_inline]] void set_rd(u32 value) { set(ip->registers.rd(cpu, ip->op), value); }
    [[gnu::always_inline]] void set_rt(u32 value) { set(ip->registers.rt(cpu, ip->op), value); }
    [[gnu::always_inline]] void set_rt_read(u32 value) {
        if (ip->op.rt != reg::zero) {
            set_rt(value);
        }
    }
    [[gnu::always_inline]] void set_ra(u32 value) { cpu->gpr[reg::ra] = value; }

    [[gnu::always_inline]] u32 hi() const { return cpu->hi; }
    [[gnu::always_inline]] u32 lo() const { return cpu->lo; }
    [[gnu::always_inline]] void set_hi(u32 value) { cpu->hi = value; }
    [[gnu::always_inline]] void set_lo(u32 value) { cpu->lo = value; }

    [[gnu::always_inline]] meaning::Wide pair(u8 number) const {
        meaning::Wide value;
        std::memcpy(&value, cpu->fpr.data() + number, sizeof value);
        return value;
    }
    [[gnu::always_inline]] void set_pair(u8 number, meaning::Wide value) {
        std::memcpy(cpu->fpr.data() + number, &value, sizeof value);
    }
    [[gnu::always_inline]] meaning::Single fs() const { return {cpu->fpr[ip->op.rs]}; }
    [[gnu::always_inline]] meaning::Single ft() const { return {cpu->fpr[ip->op.rt]}; }
    [[gnu::always_inline]] meaning::Wide ps() const { return pair(ip->op.rs); }
    [[gnu::always_inline]] meaning::Wide pt() const { return pair(ip->op.rt); }
    [[gnu::always_inline]] void set_fd(meaning::Single value) { cpu->fpr[ip->op.rd] = value.bits; }
    [[gnu::always_inline]] void set_fs(meaning::Single value) { cpu->fpr[ip->op.rs] = value.bits; }
    [[gnu::always_inline]] void set_ft(meaning::Single value) { cpu->fpr[ip->op.rt] = value.bits; }
    [[gnu::always_inline]] void set_pd(meaning::Wide value) { set_pair(ip->op.rd, value); }
    [[gnu::always_inline]] void set_pt(meaning::Wide value) { set_pair(ip->op.rt, value); }

    [[gnu::always_inline]] bool flag() const { return ((cpu->condition_flags >> ip->op.rt) & 1) != 0; }
    [[gnu::always_inline]] void set_flag(bool value) {
        const u32 number = ip->op.rd;
        if (number < 8) {
            cpu->condition_flags = (cpu->condition_flags & ~(1U << number)) | (u32{value} << number);
        }
    }

    [[nodiscard]] u32 coprocessor0() const {
        switch (ip->op.rd) {
            case 8:
                return cpu->bad_address;
            case 12:
                return cpu->status;
            case 13:
                return cpu->cause;
            case 14:
                return cpu->epc;
            default:
                return 0;
        }
    }
    void set_coprocessor0(u32 value) {
        switch (ip->op.rd) {
            case 8:
                cpu->bad_address = value;
                break;
            case 12:
                cpu->status = value;
                break;
            case 13:
                cpu->cause = value;
                break;
            case 14:
                cpu->epc = value;
                break;
            default:
                break;
        }
    }
    [[nodiscard]] u32 status() const { return cpu->status; }
    void set_status(u32 value) { cpu->status = value; }
    [[nodiscard]] u32 epc() const { return cpu->epc; }

    [[gnu::always_inline]] static bool traps(bool condition, ExceptionKind /*kind*/) { return condition; }
    [[gnu::always_inline]] static Flow raise(ExceptionKind /*kind*/, u32 /*value*/) { return Flow::leave; }

    template <class T>
    [[gnu::always_inline]] bool load(u32 address, meaning::LoadedValue<T>& value) {
        const u8 state = Memory::state<sizeof(T)>(host, address);
        if ((state & Memory::readable_by<sizeof(T)>) == 0) [[unlikely]] {
            return false;
        }
        T read;
        std::memcpy(&read, host + Memory::place(address), sizeof read);
        value = meaning::loaded_value<T>(read);
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
        const u8 state = Memory::state<sizeof(T)>(host, address);
        if ((state & Memory::writable_by<sizeof(T)>) == 0) [[unlikely]] {
            return false;
        }
        const T written = static_cast<T>(value);
        std::memcpy(host + Memory::place(address), &written, sizeof written);
        return true;
    }
};

}  // namespace mariner

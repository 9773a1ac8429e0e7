#pragma once
// What each instruction leaves in registers and memory, in the form in which courses compare processors: whole words of
// memory, one register or word a time, $zero and HI, LO and the coprocessors left out.

#include <string>

#include "emulator/execute/observer.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner {

/// A register (address: its number) or a word of memory got a value.
struct RetiredWrite {
    u32 pc = 0;
    u32 address = 0;
    u32 value = 0;
    bool is_memory = false;

    friend bool operator==(const RetiredWrite&, const RetiredWrite&) = default;
};

/// "@00003000: $ 1 <= 00000005", "@00003004: *00000000 <= 00000005"
std::string retired_text(const RetiredWrite& write);

class RetirementListener {
public:
    virtual ~RetirementListener() = default;
    /// Asked in front of each instruction: true stops there.
    [[nodiscard]] virtual bool has_enough() const = 0;
    virtual void begin(u32 /*pc*/, const isa::Instruction& /*instruction*/) {}
    virtual void take(const RetiredWrite& write) = 0;
};

/// The observer's calls, turned into writes in the order of the program.
class Retirement {
public:
    Retirement(const Machine& machine, RetirementListener& listener) : m_machine(machine), m_listener(listener) {}

    /// True stops in front of the instruction.
    bool before(u32 pc, const isa::Instruction& instruction) {
        if (m_listener.has_enough()) {
            return true;
        }
        settle(pc);
        m_listener.begin(pc, instruction);
        m_pc = pc;
        m_is_syscall = instruction.op == isa::Op::syscall;
        if (m_is_syscall) {
            m_service = m_machine.cpu.gpr[reg::v0];
        }
        return false;
    }
    void after() { flush(); }
    void write(u32 address, u32 size, u32 value) {
        const u32 place = address & ~3U;
        if (!m_has_word || m_word.address != place) {
            flush();
            m_word = {m_pc, place, m_machine.peek_word(place).value_or(0), true};
            m_has_word = true;
        }
        const u32 shift = 8 * (address % 4);
        const u32 mask = (size >= 4 ? ~0U : (1U << (8 * size)) - 1) << shift;
        m_word.value = (m_word.value & ~mask) | ((value << shift) & mask);
    }
    void set_register(u8 id, u32 value) {
        if (id > 0 && id < 32) {
            m_listener.take({m_pc, id, value, false});
        }
    }
    /// What a system call has left behind, of which no after() tells, unless it was refused.
    void settle(u32 next_pc = 0) {
        flush();
        const CpuState& cpu = m_machine.cpu;
        const bool was_refused = next_pc == m_machine.map().exception_handler && cpu.epc == m_pc;
        const SyscallInfo* const row = m_is_syscall && !was_refused ? find_syscall(m_service) : nullptr;
        m_is_syscall = false;
        for (const u8 id : {reg::v0, reg::a0, reg::a1}) {
            if (row != nullptr && row->gives(id == reg::v0 ? "$v0" : id == reg::a0 ? "$a0" : "$a1")) {
                set_register(id, cpu.gpr[id]);
            }
        }
    }

private:
    void flush() {
        if (m_has_word) {
            m_has_word = false;
            m_listener.take(m_word);
        }
    }

    const Machine& m_machine;
    RetirementListener& m_listener;
    u32 m_pc = 0;
    u32 m_service = 0;
    bool m_is_syscall = false;
    bool m_has_word = false;  // one instruction may write it byte by byte
    RetiredWrite m_word;
};

}  // namespace mariner

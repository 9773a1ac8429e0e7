#pragma once
// The checks of `mariner run --check`: reads of what was never written, broken calling conventions, wrong system calls.
// Fed by the observer of a checked core (run_watch.hpp); changes nothing in the machine. Code in the kernel's text (an
// exception handler) is followed, but not judged: it must save what it never wrote.

#include <array>
#include <string>
#include <vector>

#include "emulator/analysis/call_follower.hpp"
#include "emulator/analysis/findings.hpp"
#include "emulator/analysis/operand_reads.hpp"
#include "emulator/analysis/written_memory.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner {

struct SyscallInfo;

struct CheckOptions {
    bool delayed_branching = false;
    bool data_is_zeroed = false;  // an ELF file: all of its data begins as something that the program may count on
    bool has_arguments = false;   // $a0 and $a1 were set before the start
};

class Checker {
public:
    /// The machine is in its start state.
    Checker(const Machine& machine, const CheckOptions& options);

    /// The observer's calls, in the order in which they come.
    void before(u32 pc, const isa::Instruction& instruction) {
        if (m_is_after_syscall) [[unlikely]] {
            settle_syscall(pc);
        }
        const isa::InstructionInfo& info = isa::info(instruction.op);
        const Transfer* const transfer = m_calls.arrived(pc);
        if (transfer != nullptr) [[unlikely]] {
            arrive(*transfer);
        }
        const u32 index = (pc - m_text_base) / 4;
        m_is_judged = index < m_entries.size();
        if (m_is_judged && m_entries[index] && pc == m_falls_to) [[unlikely]] {
            report_fall_through(m_pc, pc);
        }
        m_pc = pc;
        // Behind a branch comes its target or the next instruction; neither falls if it is a jump that is always taken.
        m_falls_to = info.has(isa::flag::Jump) ? no_address : pc + 4;
        m_result = Value{};
        const RegisterSet reads = registers_read(instruction);
        Frame& frame = m_frames.back();
        frame.used.low |= reads.low & ~frame.written.low;
        frame.used.floats |= reads.floats & ~frame.written.floats;
        if (((reads.low & m_unwritten.low) | (reads.floats & m_unwritten.floats)) != 0) [[unlikely]] {
            read_unwritten(instruction, info, reads);
        }
        if (info.has(isa::flag::Store | isa::flag::EndsBlock)) {
            before_store_or_syscall(instruction, info);
        }
        m_calls.note(pc, instruction, info, m_machine.cpu);
    }
    void read(u32 address, u32 size) {
        if (m_memory.state_of(address, size) != ByteState::written) [[unlikely]] {
            read_unusual_memory(address, size);
        }
    }
    void write(u32 address, u32 size) {
        m_memory.set(address, size, m_result.is_unwritten ? ByteState::saved_register : ByteState::written);
    }
    void set_register(u8 id) {
        m_writer[id] = m_pc;
        Frame& frame = m_frames.back();
        m_giver[id] = frame.entry;
        const bool is_float = id >= register_id::float_base;
        u64& low = m_unwritten.low;
        if (is_float) {
            const u32 bit = 1U << (id - register_id::float_base);
            frame.written.floats |= bit;
            m_unwritten.floats = m_result.is_unwritten ? m_unwritten.floats | bit : m_unwritten.floats & ~bit;
        } else {
            const u64 bit = u64{1} << id;
            frame.written.low |= bit;
            low = m_result.is_unwritten ? low | bit : low & ~bit;
        }
        m_copied_from[id] = m_result.is_unwritten ? m_result.source : id;
    }

    /// The run is over; `dropped_off`: there was no instruction behind the last one.
    void finish(bool dropped_off);

    [[nodiscard]] const Findings& findings() const { return m_findings; }

private:
    static constexpr u32 no_address = 1;
    static constexpr size_t id_count = register_id::float_base + 32;
    /// Deeper calls are forgotten from the outermost on.
    static constexpr size_t most_frames = 1U << 16U;

    /// What the current instruction writes, if it passes on a register's value that nothing wrote.
    struct Value {
        bool is_unwritten = false;
        u8 source = 0;
    };

    /// A saved register that a function uses before it writes it, or that nobody but the function itself has set
    /// before, is a variable of the whole program (or a result): changing it is meant. Else its caller's value is lost.
    /// The registers that a function must leave as they were, with the value they had when it was called.
    static constexpr std::array<u8, 10> saved_ids = {16, 17, 18, 19, 20, 21, 22, 23, reg::gp, reg::fp};
    static constexpr u8 first_saved_float = 20;
    struct Frame {
        u32 entry = 0;
        u32 site = 0;
        u32 link = no_address;
        u32 sp = 0;
        std::array<u32, saved_ids.size()> saved{};
        std::array<u32, 32 - first_saved_float> saved_floats{};
        std::array<u32, saved_ids.size()> givers{};  // the functions that gave them these values
        std::array<u32, 32 - first_saved_float> float_givers{};
        RegisterSet used;      // read before they were written here
        RegisterSet written;   // here, or in a function called from here
        RegisterSet put_away;  // saved on the stack before they were written
        u32 inner_site = 0;    // the last call that came back here, and where it came back to
        u32 inner_link = no_address;
    };

    void mark_initial_memory();
    void mark_entries();

    // checker.cpp: values
    void read_unwritten(const isa::Instruction& instruction, const isa::InstructionInfo& info, RegisterSet reads);
    [[nodiscard]] bool may_be_unwritten(const isa::Instruction& instruction, u8 id) const;
    [[nodiscard]] bool is_stack_store(const isa::Instruction& instruction) const;
    void put_away(const isa::Instruction& instruction, const isa::InstructionInfo& info, RegisterSet& reads);
    void report_unwritten_register(u8 id);
    void read_unusual_memory(u32 address, u32 size);
    void before_store_or_syscall(const isa::Instruction& instruction, const isa::InstructionInfo& info);

    // checker_calls.cpp
    [[nodiscard]] Frame frame_now() const;
    void arrive(const Transfer& transfer);
    void enter_function(const Transfer& transfer);
    void arrive_by_register(const Transfer& transfer);
    void check_return(const Frame& frame, const Transfer& transfer);
    void check_saved(const Frame& frame, u32 site, u8 id, u32 giver);
    static void pass_on(const Frame& inner, Frame& outer);
    void report_lost_return_address(const Frame& frame, const Transfer& transfer);
    void report_fall_through(u32 from, u32 to);
    [[nodiscard]] std::string function_name(u32 entry) const;
    [[nodiscard]] std::string writer_clause(u8 id) const;

    // checker_syscalls.cpp
    void before_syscall();
    void settle_syscall(u32 next_pc);
    void check_service_arguments(const SyscallInfo& service);
    void check_service_address(const SyscallInfo& service, u8 id, u32 size, bool is_text);

    const Machine& m_machine;
    CheckOptions m_options;
    Findings m_findings;

    RegisterSet m_unwritten;
    std::array<u32, id_count> m_writer{};
    std::array<u32, id_count> m_giver{};  // the function that wrote the register last
    std::array<u8, id_count> m_copied_from{};
    WrittenMemory m_memory;
    Value m_result;

    u32 m_text_base = 0;
    std::vector<bool> m_entries;  // by instruction of the user's text: a function begins here
    u32 m_pc = no_address;
    u32 m_falls_to = no_address;
    bool m_is_judged = false;
    CallFollower m_calls;
    std::vector<Frame> m_frames;  // the first is the program itself, which nothing called
    bool m_has_forgotten_frames = false;

    bool m_is_after_syscall = false;
    u32 m_service = 0;
    u32 m_a0 = 0;
    u32 m_a1 = 0;
};

}  // namespace mariner

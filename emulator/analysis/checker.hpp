#pragma once
// The checks of `mariner run --check`: reads of what was never written, broken calling conventions, wrong system calls.
// Fed by the observer of a checked core (run_watch.hpp); changes nothing in the machine. Code in the kernel's text (an
// exception handler) is followed, but not judged: it must save what it never wrote.

#include <array>
#include <string>
#include <vector>

#include "emulator/analysis/call_follower.hpp"
#include "emulator/analysis/findings.hpp"
#include "emulator/analysis/trace.hpp"
#include "emulator/analysis/written_memory.hpp"
#include "emulator/execute/registers.hpp"
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

    /// The machine is in its start state again, for another run: only the findings stay.
    void restart();
    /// Something outside the program has written this before the run: a caller, an instructor.
    void give_register(u8 id);
    void give_memory(u32 address, u64 size) { m_memory.set_range(address, size, ByteState::written); }
    /// The run begins as a call from outside, at the machine's pc, which returns to `link`.
    void begin_call(u32 link);

    /// The observer's calls, in the order in which they come.
    [[gnu::always_inline]] void before(u32 pc, const isa::Instruction& instruction) {
        if (m_is_after_syscall || m_calls.is_expecting()) [[unlikely]] {
            settle(pc);
        }
        const u32 index = (pc - m_text_base) / 4;
        const InstructionSite& site = index < m_known_sites ? m_sites[index] : unknown_site(instruction);
        const u32 previous = m_pc;
        m_pc = pc;
        m_result.is_unwritten = false;
        if (site.is_special || site.reads.meets(m_attended_reads)) [[unlikely]] {
            look_closer(site, instruction, previous);
        }
    }
    [[gnu::always_inline]] void read(u32 address, u32 size) {
        if (!m_memory.is_all_written(address, size)) [[unlikely]] {
            read_unusual_memory(address, size);
        }
    }
    [[gnu::always_inline]] void write(u32 address, u32 size) {
        m_memory.set(address, size, m_result.is_unwritten ? ByteState::saved_register : ByteState::written);
    }
    [[gnu::always_inline]] void set_register(u8 id) {
        m_writer[id] = m_pc;
        if (m_result.is_unwritten || m_attended_writes.contains(id)) [[unlikely]] {
            note_write(id);
        }
    }

    /// The run is over; `dropped_off`: there was no instruction behind the last one.
    void finish(bool dropped_off);

    [[nodiscard]] const Findings& findings() const { return m_findings; }

private:
    static std::string name(u8 id) { return std::string(register_name(id)); }

    static constexpr u32 no_address = 1;
    static constexpr size_t id_count = register_id::float_base + 32;
    /// Deeper calls are forgotten from the outermost on.
    static constexpr size_t most_frames = 1U << 16U;

    /// What the current instruction writes, if it passes on a register's value that nothing wrote.
    struct PassedValue {
        bool is_unwritten = false;
        u8 source = 0;
    };

    /// A saved register that a function uses before it writes it, or that nobody but the function itself has set
    /// before, is a variable of the whole program (or a result): changing it is meant. Else its caller's value is lost.
    /// The registers that a function must leave as they were, with the value they had when it was called.
    static constexpr std::array<u8, 10> saved_ids = {16, 17, 18, 19, 20, 21, 22, 23, reg::gp, reg::fp};
    static constexpr u8 first_saved_float = 20;
    static constexpr RegisterSet saved_registers{0x50ff0000, 0xfff00000};  // all of these
    struct CheckedCall {
        u32 entry = 0;
        u32 site = no_address;  // of the call; none if it came from outside the program
        u32 link = no_address;
        u32 sp = 0;
        std::array<u32, saved_ids.size()> saved{};
        std::array<u32, 32 - first_saved_float> saved_floats{};
        std::array<u32, saved_ids.size()> givers{};  // the functions that gave them these values
        std::array<u32, 32 - first_saved_float> float_givers{};
        // Of the saved registers:
        RegisterSet used;      // read before they were written here
        RegisterSet written;   // here, or in a function called from here
        RegisterSet put_away;  // saved on the stack before they were written
        u32 inner_site = 0;    // the last call that came back here, and where it came back to
        u32 inner_link = no_address;
    };

    /// What there is to know about an instruction beforehand.
    struct InstructionSite {
        RegisterSet reads;
        bool is_special = false;  // stores, ends a straight run, or begins a function
        bool is_entry = false;    // a function begins here
    };
    static InstructionSite site_of(const isa::Instruction& instruction) {
        constexpr auto special = isa::flag::Store | isa::flag::EndsBlock | isa::flag::Link | isa::flag::Indirect;
        return {registers_read(instruction), isa::info(instruction.op).has(special), false};
    }
    /// Of an instruction that isn't where one stood at the start: in the kernel's text, or self-modified.
    const InstructionSite& unknown_site(const isa::Instruction& instruction);
    void mark_entry(u32 address);
    [[nodiscard]] bool is_judged() const { return (m_pc - m_text_base) / 4 < m_sites.size(); }

    /// What the next instruction finds outstanding: the answer of a syscall, the arrival of a call or return.
    void settle(u32 pc);
    void enter_entry(u32 previous);
    void look_closer(const InstructionSite& site, const isa::Instruction& instruction, u32 previous);
    /// After a change in what follows: which registers' reads and writes say something new?
    void attend();

    void mark_initial_memory();
    void read_text();

    // checker.cpp: values
    void read_unwritten(const isa::Instruction& instruction, const isa::InstructionInfo& info, RegisterSet reads);
    [[nodiscard]] bool may_be_unwritten(const isa::Instruction& instruction, u8 id) const;
    [[nodiscard]] bool is_stack_store(const isa::Instruction& instruction) const;
    void put_away(const isa::Instruction& instruction, const isa::InstructionInfo& info, RegisterSet& reads);
    void note_write(u8 id);
    void report_unwritten_register(u8 id);
    void read_unusual_memory(u32 address, u32 size);
    void before_store(const isa::Instruction& instruction, const isa::InstructionInfo& info);

    // checker_calls.cpp
    [[nodiscard]] CheckedCall frame_now() const;
    void arrive(const Transfer& transfer);
    void enter_function(const Transfer& transfer);
    void arrive_by_register(const Transfer& transfer);
    void check_return(const CheckedCall& frame, const Transfer& transfer);
    void check_saved(const CheckedCall& frame, u32 site, u8 id, u32 giver);
    static void pass_on(const CheckedCall& inner, CheckedCall& outer);
    void report_lost_return_address(const CheckedCall& frame, const Transfer& transfer);
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
    RegisterSet m_written_on_top;  // saved registers, by the innermost function since it became that
    RegisterSet m_attended_reads;
    RegisterSet m_attended_writes;
    std::array<u32, id_count> m_writer{};
    std::array<u32, id_count> m_giver{};  // the function that wrote the register last
    std::array<u8, id_count> m_copied_from{};
    WrittenMemory m_memory;
    PassedValue m_result;

    u32 m_text_base = 0;
    std::vector<InstructionSite> m_sites;  // by instruction of the user's text
    u32 m_known_sites = 0;                 // all of them, but none if the program may change itself
    InstructionSite m_other_site;
    u32 m_pc = no_address;
    u32 m_arrived_at = no_address;  // by a call or return
    CallFollower m_calls;
    std::vector<CheckedCall> m_frames;  // the first is the program itself, which nothing called
    bool m_has_forgotten_frames = false;

    bool m_is_after_syscall = false;
    u32 m_service = 0;
    u32 m_a0 = 0;
    u32 m_a1 = 0;
};

}  // namespace mariner

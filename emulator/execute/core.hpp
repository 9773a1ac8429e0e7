#pragma once
// The engines' one interface. The runner, the debugger and the tests run a Machine through it; which engine works
// behind it never shows in registers, memory, stops or counts.

#include <atomic>
#include <memory>

#include "emulator/execute/stop.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

enum class EngineKind : u8 {
    automatic,  // the best there is: jit if this build has it, else fast
    fast,       // pre-decoded, threaded, fused pairs
    switch_,    // the same without tail calls and fusing: where the compiler can't be trusted with them
    checked,    // one instruction at a time
    jit,        // compiled to the host's own code (emulator/backend_x86/)
};

struct CoreOptions {
    bool delayed_branching = false;
    // Whether text may change and data may be run follows from the machine (MachineOptions::self_modifying). With
    // either, every kind is served by a checked core.
};

/// Is told of fetches that execute nothing, which no observer of instructions sees.
class FetchListener {
public:
    virtual ~FetchListener() = default;
    /// In place of the instruction there an interrupt with this CAUSE code was taken.
    virtual void interrupted(u32 address, u32 code) = 0;
    /// There was no instruction: the program has come to its end.
    virtual void found_end(u32 address) = 0;
};

class Core {
public:
    explicit Core(Machine& machine) : m_machine(machine) {}
    virtual ~Core() = default;
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    /// Executes at most `steps` instructions from machine.cpu.pc on; exactly that many if it returns step_limit.
    /// After a syscall or an exception the caller serves it (syscalls; Machine::enter_handler) and calls run() again.
    Stop run(u64 steps);

    /// Ends a run() within about a millisecond, from any thread; StopReason::requested. A request made while
    /// nothing runs ends the next run() before its first instruction.
    void request_stop() { m_stop_requested.store(true, std::memory_order_relaxed); }

    /// A device's interrupt is taken in place of the instruction at pc: one step in which that instruction only was
    /// fetched. False if there is no handler: the run ends with Exception external_interrupt at pc.
    bool interrupt(u32 cause_code);

    /// What an engine counts; taken over where one engine has another do a part of its work.
    struct Counts {
        u64 steps = 0;
        u64 fetches = 0;
        u32 last_fetch = 0;   // MARS starts with 0, so that a program at address 0 misses its first fetch
        u64 checked = 0;      // steps that a faster engine left to the checked core since it has no way of its own
        u64 interpreted = 0;  // steps that the compiling engine left to the fast core
    };
    [[nodiscard]] const Counts& counts() const { return m_counts; }
    void set_counts(const Counts& counts) { m_counts = counts; }

    /// Instructions executed so far: kernel text's, syscalls and those that raised an exception included.
    [[nodiscard]] u64 steps() const { return m_counts.steps; }

    /// What MARS's option `ic` prints: fetches from user text, consecutive ones from one address counted once, and
    /// the last one that found no instruction. Exact in every engine; between two calls of run() at any time.
    [[nodiscard]] u64 fetches() const { return m_counts.fetches; }

    /// Counts start again; for a machine that was reset.
    void reset_counts();

    [[nodiscard]] Machine& machine() { return m_machine; }

    /// It must outlive the core's last run.
    void set_fetch_listener(FetchListener* listener) { m_fetch_listener = listener; }

protected:
    /// At least one and at most `steps` instructions, not many more than slice_steps. Sets m_stop and returns true, or
    /// returns false to be called again for the rest. Counts through count_steps() and the like.
    virtual bool run_slice(u64 steps) = 0;

    /// Stop requests are looked at between slices: a millisecond of the fast core, three of the checked one.
    static constexpr u64 slice_steps = 1'000'000;
    /// A fetch address that equals no other.
    static constexpr u32 no_address = 1;

    /// `executed` instructions at consecutive or jumped-to addresses of one segment have been executed, of which
    /// `repeats` were fetched from the same address as the one before; the last one stands at `last`.
    void count_steps(u64 executed, u64 repeats, bool user_text, u32 last);
    /// The next instruction is fetched at pc: true if MARS won't count that fetch.
    [[nodiscard]] bool is_repeat(u32 pc) const { return pc == m_counts.last_fetch; }
    void count_checked_step() { ++m_counts.checked; }
    /// A fetch outside the count of steps: the one that finds nothing, or a load from text.
    void count_fetch(u32 address);

    /// pc is no instruction's address: finds out which stop that is.
    void stop_at_bad_pc();

    Machine& m_machine;
    Stop m_stop;

private:
    std::atomic<bool> m_stop_requested = false;
    FetchListener* m_fetch_listener = nullptr;
    Counts m_counts;
};

/// Never null. Text of the machine's image is decoded here, once. An interpreter even for automatic and jit: who wants
/// those asks make_engine (emulator/runtime/engine.hpp).
std::unique_ptr<Core> make_core(EngineKind kind, Machine& machine, CoreOptions options = {});

}  // namespace mariner

#pragma once
// A run from its first instruction to its end: drives a core, serves its syscalls, leads exceptions to the guest's
// handler, gives devices their time and watches the limits. Used by every command that runs programs and by the
// library; prints nothing itself.

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/execute/core.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/runtime/limits.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner {

enum class RunEnding : u8 {
    paused,        // the steps of one run_for() are used up; it may go on
    exited,        // service 10 or 17
    dropped_off,   // there is no instruction behind the last one
    exception,     // without a handler
    invalid_pc,    // a jump to where no instruction can be
    host_failure,  // a service was used in a way that kills MARS itself
    end_of_input,  // the program asked for input after its end (kills MARS too)
    step_limit,
    time_limit,
    limit,        // of output, heap or random streams
    output_lost,  // the host can't write any more
    stopped,      // on request; it may go on
    hook,         // a checked core's observer wants to stop; it may go on
};

/// "exited", "step_limit" ...: the word that reports use.
std::string_view name_of(RunEnding ending);

struct RunResult {
    RunEnding ending = RunEnding::paused;
    bool has_refused_input = false;  // exception: a read could not use what it was given, which `message` holds
    int exit_code = 0;               // of service 17
    u32 pc = 0;                      // the instruction that ended it (invalid_pc: the impossible address)
    Exception exception;             // exception, host_failure, end_of_input
    std::string message;             // limit: a sentence that says which one; else see has_refused_input
    std::string_view limit{};        // the same in a word: "output", "heap", "random_streams"

    [[nodiscard]] bool is_normal() const { return ending == RunEnding::exited || ending == RunEnding::dropped_off; }
    [[nodiscard]] bool may_go_on() const {
        return ending == RunEnding::paused || ending == RunEnding::stopped || ending == RunEnding::hook;
    }
};

struct RunOptions {
    RunLimits limits;
    FloatFormat float_format = FloatFormat::java8;
    FileRule files{};
    ServiceAccesses* accesses = nullptr;  // is told what services read and write in the guest's memory
    FileStore* file_store = nullptr;      // in place of the disk's files, which `files` rules
    /// Set by somebody else (Ctrl-C, a closed window, a grader's clock) to end the run soon.
    const std::atomic<bool>* stop = nullptr;
};

class Runner {
public:
    /// All three must outlive the runner.
    Runner(Core& core, Host& host, const RunOptions& options);
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    /// To the end, or to a stop after which it may be called again.
    RunResult run() { return run_for(~u64{0}); }
    /// The same, but at most so many instructions.
    RunResult run_for(u64 steps);

    /// RunLimits::time_milliseconds count from here; without it, from the runner's making.
    void restart_clock();

    /// For callers that drive the core themselves: does what this stop asks for. Nothing if the run goes on.
    std::optional<RunResult> handle(const Stop& stop);

    /// Goes on with another core of the same machine; only without limits of steps.
    void use(Core& core);
    [[nodiscard]] Syscalls& services() { return m_syscalls; }
    /// In place of RunOptions::accesses.
    void tell_accesses(ServiceAccesses* accesses) { m_syscall_options.accesses = accesses; }

    [[nodiscard]] u64 steps() const { return m_core->steps(); }
    [[nodiscard]] u64 syscalls() const { return m_syscalls.count(); }
    [[nodiscard]] u64 bytes_written() const { return m_syscalls.bytes_written(); }
    /// Sentences for the user about files that were refused, since the last call.
    std::string take_notes() { return m_syscalls.take_notes(); }

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool is_stop_requested() const;
    [[nodiscard]] bool is_time_up() const;
    RunResult run_until_end(u64 steps);
    [[nodiscard]] RunResult result(RunEnding ending, const Stop& stop) const;
    [[nodiscard]] u64 next_slice(u64 last_step) const;
    std::optional<RunResult> look_around(const Stop& stop);
    std::optional<RunResult> serve_syscall(const Stop& stop);
    std::optional<RunResult> end_of_service(SyscallResult served, const Stop& stop);
    std::optional<RunResult> raise(const Exception& exception, const Stop& stop);
    void advance_devices();
    std::optional<RunResult> interrupt();

    Core* m_core;
    Machine& m_machine;
    Host& m_host;
    RunOptions m_options;
    SyscallOptions m_syscall_options;
    Syscalls m_syscalls;
    Clock::time_point m_deadline;
    Clock::time_point m_last_pulse;
    u32 m_stops_until_look = 0;
    u64 m_device_steps = 0;  // up to here the devices have been told of the time
};

}  // namespace mariner

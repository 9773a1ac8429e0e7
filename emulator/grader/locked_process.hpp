#pragma once
// A process of its own for what nobody trusts: forked, locked in (sandbox.hpp), heard through one pipe, held to a time
// of its processor. Its messages come whole, each as soon as it was told; how it died is found out in the end. Graders
// and leagues run their guests in such processes. Must be started while the program has one thread.

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "emulator/grader/sandbox.hpp"
#include "emulator/platform/descriptor.hpp"
#include "emulator/support/result.hpp"

namespace mariner::grader {

struct LockRules {
    SandboxLimits limits;
    /// Off only for a debugger's sake: limits are tried all the same, what fails is let pass.
    bool is_strict = true;
    size_t guests = 1;  // that need room at the same time
};

/// A program that a locked process talks to: started afresh, with memory of its own, and ended with it.
struct HelperCommand {
    std::string program;             // its file
    std::vector<std::string> words;  // argv; it reads orders from standard input and answers on standard output
};
/// In the locked process: where its helpers' pipes are, two numbers each, orders to write and answers to read.
inline constexpr int first_helper_descriptor = 4;
/// Ends a locked process: its helper is gone, whose death is what counts.
[[noreturn]] void end_for_lost_helper(size_t helper);
/// The same end for a helper that locks itself in, and can't be.
[[noreturn]] void end_for_missing_lock();

/// Says something to who started this process, from inside of it; false once nobody hears any more.
using TellMessage = std::function<bool(const std::string& message)>;

class LockedProcess {
public:
    /// `task` is done in the child, which ends when it comes back.
    static Result<std::unique_ptr<LockedProcess>> start(const LockRules& rules,
                                                        const std::function<void(const TellMessage& tell)>& task,
                                                        const std::vector<HelperCommand>& helpers = {});
    /// Whether a child can be locked in and has room for its guests: nothing is begun before that is known.
    static Result<void> rehearse(const LockRules& rules);

    /// Kills it if it is still there.
    ~LockedProcess();
    LockedProcess(const LockedProcess&) = delete;
    LockedProcess& operator=(const LockedProcess&) = delete;

    /// What there is to read on when it has said something, or has ended.
    [[nodiscard]] int descriptor() const { return m_pipe.number(); }
    /// Hands on what has come whole. False once there is nothing more to hear: it has ended, or it was killed because
    /// `take` could make no sense of a message.
    bool hear(const std::function<bool(const std::string& message)>& take);

    using Clock = std::chrono::steady_clock;
    /// So much processor time from now on, so that a busy machine changes no result.
    void allow(std::chrono::nanoseconds time);
    /// When to look at its time next, if it says nothing.
    [[nodiscard]] Clock::time_point deadline() const { return m_deadline; }
    /// Kills it if its time is up.
    void look_at_time();
    [[nodiscard]] bool is_late() const { return m_is_late; }

    /// Waits for its end.
    void finish();
    // After finish():
    [[nodiscard]] bool was_out_of_processor_time() const;
    [[nodiscard]] bool was_killed_by_system() const;
    [[nodiscard]] bool could_not_be_locked_in() const;
    [[nodiscard]] bool had_no_helper() const;  // its program can't be started
    /// "signal 11, Segmentation fault"
    [[nodiscard]] std::string death() const;

private:
    LockedProcess() = default;

    bool take_messages(const std::function<bool(const std::string& message)>& take);

    /// Of the process and its helpers.
    [[nodiscard]] std::chrono::nanoseconds used() const;
    void kill_all();

    int m_process = -1;
    std::vector<int> m_helpers;
    Descriptor m_pipe;
    std::string m_received;
    int m_status = 0;
    bool m_is_late = false;
    std::chrono::nanoseconds m_allowed{};
    std::chrono::nanoseconds m_used_before{};
    Clock::time_point m_begun;
    Clock::time_point m_deadline;
};

/// What a process does before it looks at anybody's program, if it was started as a helper.
Result<void> lock_helper_in(const LockRules& rules);

/// Sleeps until one of them has something to say or is to be looked at, 200 milliseconds at most; which ones have.
std::vector<bool> wait_for_any(const std::vector<LockedProcess*>& processes);

}  // namespace mariner::grader

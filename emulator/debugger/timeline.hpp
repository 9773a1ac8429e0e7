#pragma once
// A machine that can be at any moment of its run. Runs it on, into the unknown or again through what is known, and
// keeps snapshots on the way; decides nothing about where to stop.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/debugger/acting_tools.hpp"
#include "emulator/debugger/history.hpp"
#include "emulator/debugger/host_log.hpp"
#include "emulator/debugger/points.hpp"
#include "emulator/devices/devices.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/runtime/limits.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/syscalls/file_table.hpp"

namespace mariner::debugger {

struct SessionOptions {
    std::vector<std::string> arguments;  // of the program
    RunLimits limits;                    // time_milliseconds is not looked at
    FileRule files{};
    FloatFormat float_format = FloatFormat::java8;
    bool delayed_branching = false;
    bool self_modifying = false;
    /// Keyboard, display and controls at 0xffff0000; their keys are the host's input.
    bool devices = true;
    /// Held keys and the pointer, where somebody knows them; must outlive the session.
    DeviceHost* controls = nullptr;
    /// MARS's tools and the others, as --tool takes them. Those that act on the program come at the start or not at
    /// all.
    std::vector<std::string> tools;
    /// For snapshots and the log, in bytes. If the log alone needs more than half, the beginning is forgotten.
    size_t history_memory = size_t{256} << 20;
    /// Instructions between snapshots, at least. Fewer make going back quicker and going forward slower.
    u64 shortest_interval = 2'000'000;
    /// A snapshot that has copied more of them makes the next interval longer. Copying a page, and the first store to
    /// it afterwards, take as long as some 40,000 instructions of the compiling engine, which may cost a sixth of the
    /// time: 250,000 steps of two million. Where instructions take longer, it is worth more pages.
    u64 pages_per_interval = 8;
};

class Timeline {
public:
    /// `acting` watches this machine; null for none.
    Timeline(std::unique_ptr<Machine> machine, Host& host, const SessionOptions& options,
             std::unique_ptr<tools::ToolSet> acting = nullptr);
    ~Timeline();
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    [[nodiscard]] Machine& machine() { return *m_machine; }
    [[nodiscard]] Core& plain_core() { return *m_core; }
    [[nodiscard]] bool has_arguments() const { return !m_options.arguments.empty(); }
    [[nodiscard]] CoreOptions core_options() const { return {m_options.delayed_branching}; }
    [[nodiscard]] History& history() { return m_history; }
    /// Null if there are none.
    [[nodiscard]] ActingTools* acting() { return m_acting.get(); }
    [[nodiscard]] FloatFormat float_format() const { return m_options.float_format; }
    /// Who watches the next run, by a core that tells them; null for nobody.
    void set_watchers(tools::ToolSet* watchers) {
        m_runner.tell_accesses(watchers);
        if (m_acting) {
            m_acting->pass_on_to(watchers);
        }
    }

    [[nodiscard]] Time time() const { return m_time; }
    /// The same in the middle of a run too, for a host that is being asked: behind the instruction that asks.
    [[nodiscard]] Time time_of_question() const {
        return m_running != nullptr ? m_time + m_running->steps() - m_steps_before : m_time;
    }
    [[nodiscard]] Time horizon() const { return m_horizon; }
    /// The program's end, if it has come and this is its moment.
    [[nodiscard]] const RunResult* end() const { return m_end && m_time == m_horizon ? &*m_end : nullptr; }

    enum class Halt : u8 { reached, hook, ended, limit, interrupted };
    /// To `target` or until something happens, by a core of this machine.
    Halt run(Time target, Core& core);
    Halt run(Time target) { return run(target, plain_core()); }

    /// To any moment between the history's begin and the horizon. False if interrupted, wherever it got to.
    bool go_to(Time time);
    /// To the snapshot at or before a moment.
    void go_before(Time time);

    /// The machine is about to be changed by the user: what was known of later moments holds no more.
    void cut_future();
    /// What was read in a future that is cut off isn't read again.
    void forget_cut_input() { m_host.forget_pushed_back(); }
    /// How often that has happened.
    [[nodiscard]] u64 cuts() const { return m_cuts; }
    /// It has been changed.
    void note_change() { m_history.take(m_time, true); }

    /// From any thread.
    void interrupt() {
        m_is_interrupted.store(true, std::memory_order_relaxed);
        m_stop.store(true, std::memory_order_relaxed);
    }
    /// Asked every few milliseconds of a run, and while the program waits: true is an interrupt, too.
    void set_watch(std::function<bool()> watch) { m_watch = std::move(watch); }
    [[nodiscard]] bool is_interrupted() const { return m_is_interrupted.load(std::memory_order_relaxed); }
    void forget_interrupt();
    std::string take_notes() { return m_files.take_notes(); }
    Printed take_printed() { return m_host.take_printed(); }

private:
    [[nodiscard]] Time next_halt(Time target) const;
    RunResult run_stretch(Time target, Core& core);
    void arrive(bool was_live);
    /// A run came back before its time; nothing if it should just go on.
    std::optional<Halt> settle(RunResult result, bool was_live);
    void undo_wait();
    void look() {
        if (m_watch && m_watch()) {
            interrupt();
        }
    }

    SessionOptions m_options;
    std::unique_ptr<Machine> m_machine;
    std::atomic<bool> m_stop = false;  // what the runner looks at: an interrupt, or the log is growing fast
    std::atomic<bool> m_is_interrupted = false;
    std::function<bool()> m_watch;
    HostLog m_log;
    RecordedHost m_host;
    RecordedFiles m_files;
    RecordedKeys m_keys;
    Devices m_devices;
    std::unique_ptr<Core> m_core;
    Runner m_runner;
    std::unique_ptr<ActingTools> m_acting;
    History m_history;
    Time m_time = 0;
    const Core* m_running = nullptr;  // only while it runs
    u64 m_steps_before = 0;           // of it, when it began
    Time m_horizon = 0;
    u64 m_cuts = 0;
    Time m_next_snapshot = 0;
    std::optional<RunResult> m_end;
    bool m_end_takes_no_step = false;
};

}  // namespace mariner::debugger

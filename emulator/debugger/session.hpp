#pragma once
// One program under a debugger's control, forwards and backwards. `mariner debug`, the GDB server and the DAP server
// are front ends of this class; it prints nothing and knows no commands, lines of text or protocols.
//
// How it goes back: everything that a program gets from outside (input, time, random seeds, files, dialogs) goes
// through a log (host_log.hpp). Snapshots (history.hpp) are taken while it runs; a moment of the past is reached by
// putting back the snapshot before it and running the program again from there with the log in place of the world:
// nothing is printed, read or written twice. The state at a given Time is therefore always exactly the same.
//
// How it runs: on the fast core. Breakpoints are instructions that the engine decodes as stops, watched memory is
// withheld from the engine's fast way (trap_core.hpp); what isn't watched costs nothing.
//
// One thread at a time may call a session, except for interrupt(). Everything that moves returns a StopReport.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/analysis/findings.hpp"
#include "emulator/debugger/timeline.hpp"
#include "emulator/debugger/tool_view.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner::debugger {

class CheckedPast;
struct Event;
struct Wanted;

enum class Motion : u8 {
    instruction,       // one instruction
    instruction_over,  // one instruction; a call counts as one
    line,              // to the start of another source line
    line_over,         // the same, calls included
    out,               // until the current function returns; backward: to the call that entered it
    resume,            // until something stops it; backward likewise, or to the beginning
    to_syscall,        // in front of the next system call
    to_input,          // in front of the next system call that reads the console
};

struct Frame {
    u32 pc = 0;        // where it is now, or where it will go on after the call
    u32 call = 0;      // the jal that entered it; 0 for the outermost
    u32 function = 0;  // its first instruction
    u32 sp = 0;        // on entry
    std::optional<Time> entered;
    std::optional<std::array<u32, 4>> arguments;  // $a0..$a3 on entry, where `entered` is known
};

class Session {
public:
    /// Image and host must outlive the session. The host is asked for input and given output only for what happens the
    /// first time. The program stands in front of its first instruction.
    static Result<std::unique_ptr<Session>> create(const ProgramImage& image, Host& host,
                                                   const SessionOptions& options = {});
    ~Session();

    // --- Where we are
    [[nodiscard]] const ProgramImage& image() const { return machine().image(); }
    [[nodiscard]] const Machine& machine() const { return m_timeline->machine(); }
    [[nodiscard]] Time time() const { return m_timeline->time(); }
    /// The same, and exact while the host is being asked or told something in the middle of a motion.
    [[nodiscard]] Time time_of_question() const { return m_timeline->time_of_question(); }
    [[nodiscard]] bool has_delayed_branching() const { return m_timeline->core_options().delayed_branching; }
    /// The latest moment that has been reached on this path, and the earliest that can be gone back to.
    [[nodiscard]] Time history_end() const { return m_timeline->horizon(); }
    [[nodiscard]] Time history_begin() const { return m_timeline->history().begin(); }
    [[nodiscard]] bool is_in_past() const { return time() < history_end(); }
    /// Set if the program is at its end here: going on is impossible, going back isn't.
    [[nodiscard]] const RunResult* end() const { return m_timeline->end(); }
    /// The instruction to show as where the program is: the next one, or that with which it has ended, since behind it
    /// there may be another routine.
    [[nodiscard]] u32 place() const { return machine().cpu.pc - (end() != nullptr && end()->is_normal() ? 4 : 0); }
    /// Bytes that snapshots and log occupy; number of snapshots.
    [[nodiscard]] size_t history_bytes() const { return m_timeline->history().bytes(); }
    [[nodiscard]] size_t snapshot_count() const { return m_timeline->history().count(); }
    /// Sentences for the user (files refused ...) since the last call.
    std::string take_notes() { return m_timeline->take_notes(); }
    /// What the program printed in the motions since the last call, those through the past included.
    Printed take_printed() { return m_timeline->take_printed(); }

    // --- Motions
    StopReport move(Motion motion, Direction direction = Direction::forward, u64 count = 1);
    /// Until an instruction is about to be executed (breakpoints count); in no deeper call if `same_frame`.
    StopReport run_to(u32 address, Direction direction = Direction::forward, bool same_frame = false);
    /// To a moment of the past, or forward to a later one; breakpoints don't count.
    StopReport go_to(Time time);
    /// From any thread: ends a motion within milliseconds. Forgotten when a motion ends.
    void interrupt() { m_timeline->interrupt(); }
    /// The same for who has no other thread: asked every few milliseconds of a motion, and true ends it.
    void set_watch(std::function<bool()> watch) { m_timeline->set_watch(std::move(watch)); }

    // --- Breakpoints and watchpoints. Numbers are given in order and never used again.
    int add(Breakpoint breakpoint);
    int add(Watchpoint watchpoint);
    bool remove(int id);
    [[nodiscard]] Point* find_point(int id);
    [[nodiscard]] const std::vector<Breakpoint>& breakpoints() const { return m_breakpoints; }
    [[nodiscard]] const std::vector<Watchpoint>& watchpoints() const { return m_watchpoints; }

    // --- State. Changing it in the past cuts the future off: history_end() becomes time().
    [[nodiscard]] u32 register_value(u8 id) const {  // ids as in Place; pc: see machine().cpu.pc
        return mariner::register_value(machine().cpu, id).value_or(0);
    }
    bool set_register(u8 id, u32 value);  // false: there is none, or it can't be changed ($zero)
    bool set_pc(u32 address);
    /// As if something had been changed: the world is asked anew for what comes.
    void forget_future();
    /// What was read in a future that is forgotten isn't given again: the host is asked.
    void forget_input() { m_timeline->forget_cut_input(); }
    /// Any memory, text in whole words, devices not asked. Fewer bytes where the segment ends; none outside all.
    [[nodiscard]] std::vector<u8> read_memory(u32 address, u32 size) const;
    /// Data only; false if not all of it lies in one segment.
    bool write_memory(u32 address, std::span<const u8> bytes);

    // --- Questions about the past
    /// The last instruction before now that wrote (a byte of) the place. Doesn't move. Nothing if interrupted.
    std::optional<Touch> last_write(const Place& place);
    /// What the checks of `mariner run --check` find in what has been run since they were asked last: the first of it,
    /// and the session stands in front of the instruction. Doesn't move else. Can't be interrupted, so ask often; the
    /// watch is forgotten.
    std::optional<Finding> check_past();
    /// Innermost first. Frames are found from prologues and saved $ra, their arguments by looking back.
    std::vector<Frame> call_stack(size_t most = 64, bool with_arguments = true);
    /// The whole run that is known, once more from its start, by the core of somebody who watches; comes back to now.
    /// `begin` gets the machine in its start state; `end` sees it where the watched run has ended, which is earlier
    /// than history_end() if it was interrupted. False if the start is forgotten.
    bool review(const std::function<Core&(Machine& machine)>& begin, const std::function<void()>& end);
    /// Somebody runs the machine on, to see what would come; then all is as it was. Ends are not looked behind.
    void look_ahead(const std::function<void(Machine& machine)>& look);
    /// MARS's tools and the others, as they would have counted up to now.
    [[nodiscard]] ToolView& tools() { return m_tools; }
    /// Those that act on the program, as they are now; null if the session has none.
    [[nodiscard]] const tools::ToolSet* acting_tools() {
        return m_timeline->acting() != nullptr ? &m_timeline->acting()->tools() : nullptr;
    }
    /// A key of the pad of one that acts goes down or up, now. False if there is no such tool or key.
    bool press(std::string_view tool, std::string_view key);

private:
    explicit Session(std::unique_ptr<Timeline> timeline);

    [[nodiscard]] Wanted wanted_points(Direction direction);
    StopReport report(Why why) const;
    StopReport report(const Event& event);
    StopReport run(Direction direction, Wanted wanted);
    StopReport run_forward(Time limit, Wanted wanted);
    StopReport run_backward(Time begin, Wanted wanted);
    StopReport move_once(Motion motion, Direction direction);
    StopReport step(Direction direction, u64 count);
    StopReport step_over(Direction direction);
    StopReport step_line(Direction direction, bool over);
    StopReport step_out(Direction direction);
    StopReport to_service(Direction direction, bool of_input);
    [[nodiscard]] bool is_line_start() const;
    [[nodiscard]] std::optional<u32> call_before() const;

    std::unique_ptr<Timeline> m_timeline;
    ToolView m_tools;
    std::unique_ptr<CheckedPast> m_checked;  // once it is asked for
    std::vector<Breakpoint> m_breakpoints;
    std::vector<Watchpoint> m_watchpoints;
    int m_last_id = 0;
};

}  // namespace mariner::debugger

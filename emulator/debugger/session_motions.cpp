// The motions of a session: what each of them stops at, forwards and backwards.

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/debugger/call_frames.hpp"
#include "emulator/debugger/scan.hpp"
#include "emulator/debugger/session.hpp"

namespace mariner::debugger {

namespace {

constexpr Time never = ~Time{0};

bool reads_console(const CpuState& cpu) {
    constexpr auto services = std::to_array<u32>({5, 6, 7, 8, 12, 50, 51, 52, 53, 54});
    constexpr u32 read_file = 14;
    const u32 service = cpu.gpr[reg::v0];
    return std::find(services.begin(), services.end(), service) != services.end() ||
           (service == read_file && cpu.gpr[reg::a0] == 0);
}

}  // namespace

/// Forward, hits are counted.
Wanted Session::wanted_points(Direction direction) {
    Wanted wanted;
    wanted.counts_hits = direction == Direction::forward;
    for (Breakpoint& breakpoint : m_breakpoints) {
        if (breakpoint.enabled) {
            wanted.breakpoints.push_back(&breakpoint);
        }
    }
    for (Watchpoint& watchpoint : m_watchpoints) {
        if (watchpoint.enabled) {
            wanted.watchpoints.push_back(&watchpoint);
        }
    }
    return wanted;
}

StopReport Session::report(Why why) const {
    StopReport result;
    result.why = why;
    result.time = time();
    result.pc = machine().cpu.pc;
    if (why == Why::ended) {
        result.end = *end();
    }
    return result;
}

StopReport Session::report(const Event& event) {
    if (event.breakpoint == nullptr && event.watchpoint == nullptr) {
        return report(Why::stepped);
    }
    StopReport result = report(event.breakpoint != nullptr ? Why::breakpoint : Why::watchpoint);
    result.id = event.breakpoint != nullptr ? event.breakpoint->id : event.watchpoint->id;
    result.touch = event.touch;
    if (const Point* const point = find_point(result.id); point != nullptr && point->temporary) {
        remove(result.id);
    }
    return result;
}

StopReport Session::run_forward(Time limit, Wanted wanted) {
    if (end() != nullptr) {
        return report(Why::ended);
    }
    std::optional<Event> event;
    auto outcome = Timeline::Halt::reached;
    {
        Scan scan(*m_timeline, std::move(wanted));
        event = scan.run(limit, true);
        outcome = scan.outcome();
    }
    m_timeline->forget_interrupt();
    if (event) {
        return report(*event);
    }
    switch (outcome) {
        case Timeline::Halt::interrupted:
            return report(Why::interrupted);
        case Timeline::Halt::limit:
            return report(Why::limit);
        default:
            return report(end() != nullptr ? Why::ended : Why::stepped);
    }
}

StopReport Session::run_backward(Time begin, Wanted wanted) {
    const Time now = time();
    if (now <= history_begin()) {
        return report(Why::history_begin);
    }
    begin = std::max(begin, history_begin());
    std::optional<Event> event;
    bool was_interrupted = false;
    {
        Scan scan(*m_timeline, std::move(wanted));
        event = scan.find_last(begin, now);
        was_interrupted = scan.outcome() == Timeline::Halt::interrupted;
    }
    m_timeline->forget_interrupt();
    if (was_interrupted) {
        m_timeline->go_to(now);
        return report(Why::interrupted);
    }
    m_timeline->go_to(event ? event->time : begin);
    if (event) {
        return report(*event);
    }
    return report(begin == history_begin() ? Why::history_begin : Why::stepped);
}

StopReport Session::run(Direction direction, Wanted wanted) {
    return direction == Direction::forward ? run_forward(never, std::move(wanted)) : run_backward(0, std::move(wanted));
}

StopReport Session::go_to(Time wanted) {
    wanted = std::max(wanted, history_begin());
    if (wanted > history_end()) {
        m_timeline->go_to(history_end());
        return run_forward(wanted, {});
    }
    const bool arrived = m_timeline->go_to(wanted);
    m_timeline->forget_interrupt();
    if (!arrived) {
        return report(Why::interrupted);
    }
    return report(end() != nullptr ? Why::ended : Why::stepped);
}

StopReport Session::move(Motion motion, Direction direction, u64 count) {
    if (motion == Motion::instruction) {
        return step(direction, count);
    }
    StopReport result = report(Why::stepped);
    for (u64 i = 0; i < count; ++i) {
        result = move_once(motion, direction);
        if (result.why != Why::stepped && result.why != Why::system_call && result.why != Why::input) {
            break;
        }
    }
    return result;
}

StopReport Session::move_once(Motion motion, Direction direction) {
    switch (motion) {
        case Motion::instruction:
            return step(direction, 1);
        case Motion::instruction_over:
            return step_over(direction);
        case Motion::line:
        case Motion::line_over:
            return step_line(direction, motion == Motion::line_over);
        case Motion::out:
            return step_out(direction);
        case Motion::to_syscall:
        case Motion::to_input:
            return to_service(direction, motion == Motion::to_input);
        case Motion::resume:
            break;
    }
    return run(direction, wanted_points(direction));
}

StopReport Session::step(Direction direction, u64 count) {
    if (direction == Direction::forward) {
        return run_forward(count < never - time() ? time() + count : never, wanted_points(Direction::forward));
    }
    const Time now = time();
    StopReport result = run_backward(now - std::min(now, count), wanted_points(Direction::backward));
    if (result.why == Why::history_begin && now - result.time == count) {
        result.why = Why::stepped;  // just there, and no further was asked for
    }
    return result;
}

/// The call that stands in front of here, if one does.
std::optional<u32> Session::call_before() const {
    const u32 distance = has_delayed_branching() ? 8 : 4;
    const u32 site = machine().cpu.pc - distance;
    return is_call(machine().text().find(site)) ? std::optional(site) : std::nullopt;
}

StopReport Session::step_over(Direction direction) {
    const u32 sp = machine().cpu.gpr[reg::sp];
    if (direction == Direction::forward) {
        const u32 pc = machine().cpu.pc;
        if (!is_call(machine().text().find(pc))) {
            return step(direction, 1);
        }
        return run_to(pc + (has_delayed_branching() ? 8 : 4), direction, true);
    }
    const std::optional<u32> call = call_before();
    const Time now = time();
    if (!call || now <= history_begin() + 1) {
        return step(direction, 1);
    }
    // Did it come back from there, or fall through from above?
    m_timeline->go_to(now - 1);
    const bool has_returned = machine().cpu.pc != *call && machine().cpu.gpr[reg::sp] <= sp;
    m_timeline->go_to(now);
    if (!has_returned) {
        return step(direction, 1);
    }
    Wanted wanted = wanted_points(Direction::backward);
    wanted.addresses = {*call};
    wanted.at = [this, sp](u32) { return machine().cpu.gpr[reg::sp] == sp; };
    return run_backward(0, std::move(wanted));
}

bool Session::is_line_start() const {
    const TextEntry* const entry = image().find_text(machine().cpu.pc);
    return entry == nullptr || entry->statement == TextEntry::no_statement || entry->first_of_statement;
}

StopReport Session::step_line(Direction direction, bool over) {
    StopReport result;
    do {
        result = over ? step_over(direction) : step(direction, 1);
        if (result.why != Why::stepped) {
            return result;
        }
    } while (!is_line_start());
    return result;
}

StopReport Session::step_out(Direction direction) {
    const bool delayed = has_delayed_branching();
    const Frame frame = unwind(machine(), place(), delayed, 1).front();
    if (frame.call == 0) {
        StopReport result = report(Why::nowhere);
        result.message = "this is the outermost function, or its return address is lost";
        return result;
    }
    const bool is_forward = direction == Direction::forward;
    Wanted wanted = wanted_points(direction);
    wanted.addresses = {is_forward ? frame.call + (delayed ? 8 : 4) : frame.call};
    wanted.at = [this, is_forward, sp = frame.sp](u32) {
        const u32 now = machine().cpu.gpr[reg::sp];
        return is_forward ? now >= sp : now == sp;
    };
    return run(direction, std::move(wanted));
}

StopReport Session::run_to(u32 address, Direction direction, bool same_frame) {
    Wanted wanted = wanted_points(direction);
    wanted.addresses = {address};
    const u32 sp = same_frame ? machine().cpu.gpr[reg::sp] : 0;
    wanted.at = [this, sp](u32) { return machine().cpu.gpr[reg::sp] >= sp; };
    return run(direction, std::move(wanted));
}

StopReport Session::to_service(Direction direction, bool of_input) {
    Wanted wanted = wanted_points(direction);
    machine().text().for_each([&wanted](const isa::Instruction& instruction, u32 address) {
        wanted.addresses.insert(wanted.addresses.end(), instruction.op == isa::Op::syscall ? 1 : 0, address);
    });
    wanted.at = [this, of_input](u32) { return !of_input || reads_console(machine().cpu); };
    StopReport result = run(direction, std::move(wanted));
    if (result.why == Why::stepped) {
        result.why = of_input ? Why::input : Why::system_call;
    }
    return result;
}

}  // namespace mariner::debugger

#include "emulator/debugger/timeline.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "emulator/runtime/engine.hpp"

namespace mariner::debugger {

namespace {

/// Before a moment that somebody looks at, in parts of the shortest interval: the next steps back are short ways.
constexpr std::array<u64, 2> parts_before_target = {2, 64};
/// Some milliseconds.
constexpr Time steps_between_looks = 2'000'000;
/// The same, where somebody is told of each step.
constexpr Time told_steps_between_looks = 20'000;

RunOptions run_options(const SessionOptions& options, FileStore& files, const std::atomic<bool>& stop) {
    RunOptions result;
    result.limits.output_bytes = options.limits.output_bytes;
    result.limits.heap_bytes = options.limits.heap_bytes;
    result.float_format = options.float_format;
    result.file_store = &files;
    result.stop = &stop;
    return result;
}

/// The machine's segment has room for each that is attached, and nobody has attached another.
Devices devices_of(Machine& machine, DeviceHost& host, bool wanted) {
    Devices devices = wanted ? make_devices(host) : Devices();
    [[maybe_unused]] const Result<void> attached = attach_devices(devices, machine);
    assert(attached);
    return devices;
}

}  // namespace

Timeline::Timeline(std::unique_ptr<Machine> machine, Host& host, const SessionOptions& options,
                   std::unique_ptr<tools::ToolSet> acting)
    : m_options(options),
      m_machine(std::move(machine)),
      m_host(host, m_log),
      m_files(options.files, m_log),
      m_keys(m_host, m_log, options.controls),
      m_devices(devices_of(*m_machine, m_keys, options.devices)),
      m_core(make_engine(EngineKind::automatic, *m_machine, core_options())),
      m_runner(*m_core, m_host, run_options(m_options, m_files, m_stop)),
      m_acting(acting ? std::make_unique<ActingTools>(*m_machine, std::move(acting)) : nullptr),
      m_history(*m_machine, m_runner.services(), m_log, m_keys, m_acting.get(), options.history_memory,
                std::max<u64>(options.shortest_interval, 1), options.pages_per_interval) {
    if (m_acting) {
        m_acting->begin_moment();
    }
    m_history.take(0);
    m_next_snapshot = m_history.good_interval(0);
    m_log.set_alarm(options.history_memory / 2, &m_stop);
    host.set_stop_check([this] {
        look();
        return m_host.should_stop();
    });
}

Timeline::~Timeline() = default;

Time Timeline::next_halt(Time target) const {
    if (m_watch) {
        target = std::min(target, m_time + steps_between_looks);
    }
    if (m_time >= m_horizon) {
        const Time limit = m_options.limits.steps != 0 ? m_options.limits.steps : ~Time{0};
        return std::min({target, limit, m_next_snapshot});
    }
    return std::min({target, m_horizon, m_history.next_change(m_time).value_or(m_horizon)});
}

/// Step by step for tools that act: they are told of each.
RunResult Timeline::run_stretch(Time target, Core& core) {
    const Time halt = next_halt(target);
    if (!m_acting) {
        RunResult result = m_runner.run_for(halt - m_time);
        m_time = time_of_question();
        return result;
    }
    core.set_fetch_listener(m_acting.get());
    const Time part = std::min(halt, m_time + told_steps_between_looks);
    RunResult result;
    do {
        m_acting->look_ahead();
        result = m_runner.run_for(1);
        const Time before = std::exchange(m_time, time_of_question());
        m_steps_before = core.steps();
        if (m_time != before && result.may_go_on()) {
            m_acting->note_step();
            m_acting->begin_moment();
        }
    } while (result.ending == RunEnding::paused && m_time < part);
    core.set_fetch_listener(m_acting->other());
    return result;
}

Timeline::Halt Timeline::run(Time target, Core& core) {
    m_runner.use(core);
    while (m_time < target) {
        if (end() != nullptr) {
            return Halt::ended;
        }
        const bool is_live = m_time >= m_horizon;
        if (is_live && m_options.limits.steps != 0 && m_time >= m_options.limits.steps) {
            return Halt::limit;
        }
        look();
        m_log.set_live(is_live);
        m_steps_before = core.steps();
        m_running = &core;
        RunResult result = run_stretch(target, core);
        m_running = nullptr;
        m_horizon = std::max(m_horizon, m_time);
        if (const std::optional<Halt> outcome = settle(std::move(result), is_live)) {
            return *outcome;
        }
        m_runner.use(core);
    }
    return Halt::reached;
}

std::optional<Timeline::Halt> Timeline::settle(RunResult result, bool was_live) {
    switch (result.ending) {
        case RunEnding::paused:
            arrive(was_live);
            return std::nullopt;
        case RunEnding::hook:
            return Halt::hook;
        case RunEnding::stopped:
            break;
        default:
            if (!was_live && m_history.next_change(m_time - 1) == m_time) {
                arrive(was_live);  // the user has led it on from there
                return std::nullopt;
            }
            m_end_takes_no_step = result.ending == RunEnding::dropped_off || result.ending == RunEnding::invalid_pc;
            m_end = std::move(result);
            return std::nullopt;
    }
    const bool was_waiting = m_host.take_interrupted();
    const bool is_full = m_stop.exchange(false, std::memory_order_relaxed) && !is_interrupted();
    if (was_waiting) {
        undo_wait();
    }
    if (is_full) {
        m_history.take(m_time);
        return std::nullopt;
    }
    return Halt::interrupted;
}

/// The system call that was broken off counted as a step and may have read a part of its input: it has not happened.
void Timeline::undo_wait() {
    const Time time = m_time - 1;
    m_horizon = time;
    m_time = m_history.restore(time);
    Printed printed = m_host.take_printed();
    // It is at rest when it is there, and no sooner, whoever wants to interrupt it.
    bool was_interrupted = is_interrupted();
    std::function<bool()> watch = std::exchange(m_watch, {});
    forget_interrupt();
    while (run(time) == Halt::interrupted) {
        was_interrupted = true;
        forget_interrupt();
    }
    m_watch = std::move(watch);
    m_is_interrupted.store(was_interrupted, std::memory_order_relaxed);
    m_host.put_printed(std::move(printed));
}

/// A stretch has been run as planned.
void Timeline::arrive(bool was_live) {
    if (was_live) {
        if (m_time >= m_next_snapshot) {
            m_history.take(m_time);
            m_next_snapshot = m_time + m_history.good_interval(m_time);
        }
        return;
    }
    if (m_history.before(m_time) == m_time) {
        m_history.restore(m_time);  // the user may have changed something here
    }
    if (m_time == m_horizon && m_end && m_end_takes_no_step) {
        m_runner.run_for(1);
    }
}

void Timeline::go_before(Time time) {
    m_time = m_history.restore(time);
}

bool Timeline::go_to(Time time) {
    if (time == m_time) {
        return true;
    }
    if (const Time snapshot = m_history.before(time); time < m_time || snapshot > m_time) {
        go_before(time);
    }
    for (const u64 part : parts_before_target) {
        const Time distance = m_options.shortest_interval / part;
        if (time - m_time > 2 * distance) {
            if (run(time - distance) != Halt::reached) {
                return false;
            }
            if (m_history.before(m_time) != m_time) {
                m_history.take(m_time);
            }
        }
    }
    return run(time) == Halt::reached;
}

void Timeline::cut_future() {
    const bool was_past = m_time < m_horizon;
    ++m_cuts;
    m_host.push_back(m_log.cut());
    if (was_past) {
        m_files.resume(m_runner.services().state().files);
    }
    m_history.cut(m_time);
    m_horizon = m_time;
    m_end.reset();
    m_next_snapshot = m_time + m_history.good_interval(m_time);
}

void Timeline::forget_interrupt() {
    m_is_interrupted.store(false, std::memory_order_relaxed);
    m_stop.store(false, std::memory_order_relaxed);
}

}  // namespace mariner::debugger

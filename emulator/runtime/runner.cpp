#include "emulator/runtime/runner.hpp"

#include <algorithm>
#include <array>

namespace mariner {

namespace {

/// Between two looks at clock and stop flag: a few milliseconds of the fast core, and as many short stops for syscalls.
constexpr u64 steps_in_slice = 4'000'000;
constexpr u32 stops_between_looks = 64;
constexpr auto time_between_pulses = std::chrono::milliseconds(20);

}  // namespace

std::string_view name_of(RunEnding ending) {
    static constexpr auto names = std::to_array<std::string_view>(
        {"paused", "exited", "dropped_off", "exception", "invalid_pc", "host_failure", "end_of_input", "step_limit",
         "time_limit", "limit", "output_lost", "stopped", "hook"});
    static_assert(names.size() == static_cast<size_t>(RunEnding::hook) + 1);
    return names.at(static_cast<size_t>(ending));
}

Runner::Runner(Core& core, Host& host, const RunOptions& options)
    : m_core(&core),
      m_machine(core.machine()),
      m_host(host),
      m_options(options),
      m_syscall_options{options.float_format,      options.files,      options.limits.output_bytes,
                        options.limits.heap_bytes, options.file_store, options.accesses},
      m_syscalls(m_machine.cpu, m_machine.memory(), m_machine.heap_pointer, host, m_syscall_options),
      m_last_pulse(Clock::now()) {
    restart_clock();
    m_host.set_stop_check([this] { return is_stop_requested() || is_time_up(); });
}

Runner::~Runner() {
    m_host.set_stop_check({});
}

void Runner::restart_clock() {
    m_deadline = Clock::now() + std::chrono::milliseconds(m_options.limits.time_milliseconds);
}

bool Runner::is_stop_requested() const {
    return m_options.stop != nullptr && m_options.stop->load(std::memory_order_relaxed);
}

bool Runner::is_time_up() const {
    return m_options.limits.time_milliseconds != 0 && Clock::now() >= m_deadline;
}

RunResult Runner::result(RunEnding ending, const Stop& stop) const {
    RunResult result;
    result.ending = ending;
    result.pc = stop.pc;
    return result;
}

RunResult Runner::run_for(u64 steps) {
    RunResult end = run_until_end(steps);
    m_host.flush();
    return end;
}

RunResult Runner::run_until_end(u64 steps) {
    const u64 limit = m_options.limits.steps != 0 ? m_options.limits.steps : ~u64{0};
    const u64 begin = m_core->steps();
    const u64 pause = begin + std::min(steps, ~u64{0} - begin);
    Stop stop;
    while (true) {
        if (m_core->steps() >= limit) {
            return result(RunEnding::step_limit, stop);
        }
        if (m_core->steps() >= pause) {
            return result(RunEnding::paused, stop);
        }
        if (std::optional<RunResult> end = interrupt()) {
            return *end;
        }
        if (m_core->steps() >= std::min(limit, pause)) {
            continue;
        }
        stop = m_core->run(next_slice(std::min(limit, pause)));
        if (std::optional<RunResult> end = handle(stop)) {
            return *end;
        }
    }
}

u64 Runner::next_slice(u64 last_step) const {
    const u64 slice = std::min(last_step - m_core->steps(), steps_in_slice);
    return m_machine.bus().empty() ? slice : std::clamp<u64>(m_machine.bus().steps_until_event(), 1, slice);
}

std::optional<RunResult> Runner::handle(const Stop& stop) {
    std::optional<RunResult> end;
    switch (stop.reason) {
        case StopReason::syscall:
            end = serve_syscall(stop);
            break;
        case StopReason::exception:
            end = raise(stop.exception, stop);
            break;
        case StopReason::end_of_text:
            end = result(RunEnding::dropped_off, stop);
            break;
        case StopReason::invalid_pc:
            end = result(RunEnding::invalid_pc, stop);
            break;
        case StopReason::requested:
            end = result(RunEnding::stopped, stop);
            break;
        case StopReason::hook:
            end = result(RunEnding::hook, stop);
            break;
        case StopReason::step_limit:
        case StopReason::device:
            m_stops_until_look = 0;
            break;
    }
    if (!end || end->may_go_on()) {
        advance_devices();
    }
    if (!end && m_stops_until_look-- == 0) {
        m_stops_until_look = stops_between_looks;
        end = look_around(stop);
    }
    return end;
}

std::optional<RunResult> Runner::look_around(const Stop& stop) {
    if (is_stop_requested()) {
        return result(RunEnding::stopped, stop);
    }
    if (m_host.has_lost_output()) {
        return result(RunEnding::output_lost, stop);
    }
    const Clock::time_point now = Clock::now();
    if (m_options.limits.time_milliseconds != 0 && now >= m_deadline) {
        return result(RunEnding::time_limit, stop);
    }
    if (now - m_last_pulse >= time_between_pulses) {
        m_last_pulse = now;
        m_host.pulse();
    }
    return std::nullopt;
}

std::optional<RunResult> Runner::serve_syscall(const Stop& stop) {
    SyscallResult served = m_syscalls.serve();
    if (served.is_done()) {
        return std::nullopt;
    }
    return end_of_service(std::move(served), stop);
}

std::optional<RunResult> Runner::end_of_service(SyscallResult served, const Stop& stop) {
    RunResult end;
    end.pc = stop.pc;
    switch (served.kind) {
        case SyscallEnding::exit:
            end.ending = RunEnding::exited;
            end.exit_code = served.exit_code;
            return end;
        case SyscallEnding::exception: {
            std::optional<std::string> refused = m_syscalls.take_refused_input();
            std::optional<RunResult> raised = raise(served.exception, stop);
            if (raised && refused) {
                raised->has_refused_input = true;
                raised->message = std::move(*refused);
            }
            return raised;
        }
        case SyscallEnding::end_of_input:
            end.ending = RunEnding::end_of_input;
            end.exception = std::move(served.exception);
            return end;
        case SyscallEnding::limit:
            end.ending = RunEnding::limit;
            end.message = std::move(served.message);
            end.limit = served.limit;
            return end;
        case SyscallEnding::interrupted:
        case SyscallEnding::done:
            break;
    }
    // The service has done nothing yet: whoever goes on from here waits again.
    if (m_machine.cpu.delay_state == DelayState::clear) {
        m_machine.cpu.pc = stop.pc;
    }
    end.ending = is_stop_requested() || !is_time_up() ? RunEnding::stopped : RunEnding::time_limit;
    return end;
}

std::optional<RunResult> Runner::raise(const Exception& exception, const Stop& stop) {
    const bool is_host_failure = exception.kind == ExceptionKind::host_failure;
    if (!is_host_failure && m_machine.enter_handler(exception, stop.pc)) {
        return std::nullopt;
    }
    RunResult end = result(is_host_failure ? RunEnding::host_failure : RunEnding::exception, stop);
    end.exception = exception;
    return end;
}

void Runner::use(Core& core) {
    m_core = &core;
    m_device_steps = core.steps();
}

void Runner::advance_devices() {
    if (!m_machine.bus().empty()) {
        m_machine.bus().advance(m_machine.memory(), m_machine.cpu, m_core->steps() - m_device_steps);
        m_device_steps = m_core->steps();
    }
}

/// In place of the next instruction: one step.
std::optional<RunResult> Runner::interrupt() {
    const std::optional<u32> code = m_machine.bus().take_interrupt();
    if (!code || m_core->interrupt(*code)) {
        return std::nullopt;
    }
    RunResult end;
    end.ending = RunEnding::exception;
    end.pc = m_machine.cpu.pc;
    end.exception.kind = ExceptionKind::external_interrupt;
    end.exception.value = *code;
    return end;
}

}  // namespace mariner

#include "emulator/execute/core.hpp"

#include "emulator/execute/checked_core.hpp"
#include "emulator/execute/threaded_core.hpp"

namespace mariner {

Stop Core::run(u64 steps) {
    if (m_machine.cpu.delay_state == DelayState::due) {
        m_machine.cpu.pc = m_machine.cpu.delay_target;
        m_machine.cpu.delay_state = DelayState::clear;
    }
    const u64 before = m_counts.steps;
    m_stop = Stop{};
    for (;;) {
        if (m_stop_requested.exchange(false, std::memory_order_relaxed)) {
            m_stop.reason = StopReason::requested;
            m_stop.pc = m_machine.cpu.pc;
            return m_stop;
        }
        const u64 left = steps - (m_counts.steps - before);
        if (left == 0) {
            m_stop.reason = StopReason::step_limit;
            m_stop.pc = m_machine.cpu.pc;
            return m_stop;
        }
        if (run_slice(left)) {
            return m_stop;
        }
    }
}

bool Core::interrupt(u32 cause_code) {
    const u32 pc = m_machine.cpu.pc;
    Exception exception;
    exception.kind = ExceptionKind::external_interrupt;
    exception.value = cause_code;
    ++m_counts.steps;
    if (m_fetch_listener != nullptr) {
        m_fetch_listener->interrupted(pc, cause_code);
    }
    if (m_machine.map().text.contains(pc)) {
        count_fetch(pc);
    }
    return m_machine.enter_handler(exception, pc);
}

void Core::reset_counts() {
    m_counts = {};
}

void Core::count_steps(u64 executed, u64 repeats, bool user_text, u32 last) {
    m_counts.steps += executed;
    if (user_text && executed != 0) {
        m_counts.fetches += executed - repeats;
        m_counts.last_fetch = last;
    }
}

void Core::count_fetch(u32 address) {
    if (address != m_counts.last_fetch) {
        ++m_counts.fetches;
        m_counts.last_fetch = address;
    }
}

void Core::stop_at_bad_pc() {
    const u32 pc = m_machine.cpu.pc;
    m_stop.pc = pc;
    if (!m_machine.text().is_fetchable(pc)) {
        m_stop.reason = StopReason::invalid_pc;
        m_machine.note_invalid_pc(pc);
        return;
    }
    m_stop.reason = StopReason::end_of_text;
    if (m_fetch_listener != nullptr) {
        m_fetch_listener->found_end(pc);
    }
    if (m_machine.map().text.contains(pc)) {
        count_fetch(pc);
    }
}

std::unique_ptr<Core> make_core(EngineKind kind, Machine& machine, CoreOptions options) {
    const bool plain = !options.delayed_branching && !machine.is_self_modifying();
    if (!plain || kind == EngineKind::checked) {
        return make_checked_core(machine, options);
    }
    return kind == EngineKind::switch_ ? make_switch_core(machine) : make_fast_core(machine);
}

}  // namespace mariner

#include "emulator/debugger/trap_core.hpp"

#include <algorithm>
#include <utility>

#include "emulator/execute/checked_core.hpp"
#include "emulator/support/sort_unique.hpp"

namespace mariner::debugger {

namespace {

/// The observer's way.
class Trapper : public Observer {
public:
    static constexpr bool active = true;
    explicit Trapper(TrapState& state) : m_state(&state) {}

    bool before(u32 pc, const isa::Instruction& instruction) {
        if (m_state->settle()) {
            return true;
        }
        const bool is_resumed = m_state->take_resumed(pc);
        if (m_state->is_trap(pc) || m_state->judge().is_trap(instruction)) {
            if (m_state->judge().stops_before(pc, is_resumed)) {
                return true;
            }
            m_state->note();
        }
        return false;
    }

private:
    TrapState* m_state;
};

class ObservedTrapCore final : public Core {
public:
    ObservedTrapCore(Machine& machine, TrapState& state, CoreOptions options)
        : Core(machine), m_watched(machine, options, Trapper(state)) {}

protected:
    bool run_slice(u64 steps) override {
        const u64 before = m_watched.core().steps();
        m_stop = m_watched.core().run(std::min(steps, slice_steps));
        count_steps(m_watched.core().steps() - before, 0, false, 0);
        return m_stop.reason != StopReason::step_limit;
    }

private:
    WatchedCore<Trapper> m_watched;
};

class FastTrapCore final : public Core {
public:
    FastTrapCore(Machine& machine, TrapState& state)
        : Core(machine), m_state(state), m_stepper(machine), m_trapped(make_trapped(machine, state)) {}

protected:
    bool run_slice(u64 steps) override {
        const u64 budget = std::min(steps, slice_steps);
        u64 done = 0;
        const bool stopped = run_pieces(budget, done);
        count_steps(done, 0, false, 0);
        return stopped;
    }

private:
    static std::unique_ptr<Core> make_trapped(Machine& machine, const TrapState& state) {
        const Text original = machine.text();
        for (const u32 address : state.traps()) {
            isa::Instruction stop;
            stop.op = isa::Op::syscall;
            machine.text().replace(address, stop);
        }
        std::unique_ptr<Core> core = make_core(EngineKind::fast, machine);
        machine.text() = original;
        return core;
    }

    bool stop_here() {
        m_stop = Stop{};
        m_stop.reason = StopReason::hook;
        m_stop.pc = m_machine.cpu.pc;
        return true;
    }

    /// Adds to `done` what was executed; true if it stopped, with m_stop set.
    bool run_pieces(u64 budget, u64& done) {
        while (done < budget) {
            if (m_state.settle()) {
                return stop_here();
            }
            const u32 pc = m_machine.cpu.pc;
            const bool is_trap = m_state.is_trap(pc);
            const bool is_resumed = m_state.take_resumed(pc);
            if (is_trap && m_state.judge().stops_before(pc, is_resumed)) {
                return stop_here();
            }
            if (!(is_trap ? run_trapped(done) : run_to_trap(budget, done))) {
                return true;
            }
        }
        return false;
    }

    bool run_trapped(u64& done) {
        m_state.note();
        ++done;
        Stop stop;
        return !m_stepper.step(stop) || goes_on(stop);
    }

    bool run_to_trap(u64 budget, u64& done) {
        const u64 before = m_trapped->steps();
        const Stop stop = m_trapped->run(budget - done);
        done += m_trapped->steps() - before;
        if (stop.reason == StopReason::syscall && m_state.is_trap(stop.pc)) {
            m_machine.cpu.pc = stop.pc;
            --done;
            return true;
        }
        return goes_on(stop);
    }

    /// A watched access draws attention as a device does.
    bool goes_on(const Stop& stop) {
        const bool is_watch = stop.reason == StopReason::device && m_machine.bus().empty();
        if (stop.reason == StopReason::step_limit || is_watch) {
            return true;
        }
        m_stop = stop;
        return false;
    }

    TrapState& m_state;
    CheckedCore<Observer, false, false> m_stepper;  // decoded before the traps are set
    std::unique_ptr<Core> m_trapped;
};

}  // namespace

void TrapState::set_traps(std::vector<u32> traps) {
    m_traps = std::move(traps);
    sort_unique(m_traps);
}

bool TrapState::is_trap(u32 pc) const {
    return std::binary_search(m_traps.begin(), m_traps.end(), pc);
}

std::unique_ptr<Core> make_trap_core(Machine& machine, TrapState& state, CoreOptions options) {
    if (options.delayed_branching || machine.is_self_modifying()) {
        return std::make_unique<ObservedTrapCore>(machine, state, options);
    }
    return std::make_unique<FastTrapCore>(machine, state);
}

}  // namespace mariner::debugger

#include "emulator/debugger/checked_past.hpp"

#include "emulator/execute/checked_core.hpp"

namespace mariner::debugger {

namespace {

/// Stops behind the instruction that something was found in.
class FaultWatcher : public Observer {
public:
    static constexpr bool active = true;
    FaultWatcher(Checker& checker, const size_t& told) : m_checker(&checker), m_told(&told) {}

    bool before(u32 pc, const isa::Instruction& instruction) {
        if (m_checker->findings().all().size() > *m_told) {
            return true;
        }
        m_checker->before(pc, instruction);
        return false;
    }
    void read(u32 address, u32 size) { m_checker->read(address, size); }
    void write(u32 address, u32 size, u32 /*value*/) { m_checker->write(address, size); }
    void set_register(u8 id, u32 /*value*/) { m_checker->set_register(id); }

private:
    Checker* m_checker;
    const size_t* m_told;
};

}  // namespace

/// The machine has to be in its start state. False if that can't be reached any more.
bool CheckedPast::begin() {
    m_is_over = m_timeline.history().begin() != 0;
    if (m_is_over || !m_timeline.go_to(0)) {
        return false;
    }
    const CheckOptions options{m_timeline.core_options().delayed_branching, false, m_timeline.has_arguments()};
    m_checker = std::make_unique<Checker>(m_timeline.machine(), options);
    m_core =
        WatchedCore<FaultWatcher>(m_timeline.machine(), m_timeline.core_options(), {*m_checker, m_told}).take_core();
    return true;
}

std::optional<Finding> CheckedPast::check(Time until) {
    m_is_over = m_is_over || m_timeline.cuts() != m_cuts;
    if (m_is_over || m_reached >= until || (!m_checker && !begin()) || !m_timeline.go_to(m_reached)) {
        return std::nullopt;
    }
    m_timeline.run(until, *m_core);
    m_reached = m_timeline.time();
    if (m_timeline.end() != nullptr) {
        m_checker->finish(m_timeline.end()->ending == RunEnding::dropped_off);
        m_is_over = true;
    }
    if (m_checker->findings().all().size() == m_told) {
        return std::nullopt;
    }
    return m_checker->findings().all()[m_told++];
}

}  // namespace mariner::debugger

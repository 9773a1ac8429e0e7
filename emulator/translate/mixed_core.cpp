#include "emulator/translate/mixed_core.hpp"

namespace mariner::translate {

MixedCore::MixedCore(Machine& machine) : Core(machine), m_interpreter(mariner::make_core(EngineKind::fast, machine)) {}

bool MixedCore::run_interpreted(u64 steps) {
    m_interpreter->set_counts(counts());
    const Stop stop = m_interpreter->run(steps);
    Counts counts = m_interpreter->counts();
    counts.interpreted += counts.steps - this->steps();
    m_seen += counts.steps - this->steps();
    set_counts(counts);
    if (stop.reason == StopReason::step_limit) {
        return false;
    }
    m_stop = stop;
    return true;
}

u64 MixedCore::steps_to_block(const Listing& listing, u32 index) {
    u64 steps = 1;
    while (index + steps < listing.count() && !listing.starts_block(static_cast<u32>(index + steps))) {
        ++steps;
    }
    return steps;
}

}  // namespace mariner::translate

#pragma once
// The checks of `mariner run --check` for a run under a debugger: what has been run at full speed is run once more,
// watched, and the first moment that the checks find something wrong with is told. Called by session.

#include <memory>
#include <optional>

#include "emulator/analysis/checker.hpp"
#include "emulator/debugger/timeline.hpp"

namespace mariner::debugger {

class CheckedPast {
public:
    /// Must not outlive the timeline.
    explicit CheckedPast(Timeline& timeline) : m_timeline(timeline), m_cuts(timeline.cuts()) {}

    /// Goes on from where it was up to a moment. If something is found, the timeline stands behind its instruction.
    /// Once the user has changed something in the machine, nothing is found any more: what the program has written
    /// itself isn't known then.
    std::optional<Finding> check(Time until);

private:
    bool begin();

    Timeline& m_timeline;
    u64 m_cuts;  // of the timeline, when this was made
    std::unique_ptr<Checker> m_checker;
    std::unique_ptr<Core> m_core;  // looks at the checker
    size_t m_told = 0;             // of its findings
    Time m_reached = 0;
    bool m_is_over = false;
};

}  // namespace mariner::debugger

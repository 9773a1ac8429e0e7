#pragma once
// Tools over a run that can go back. What they have counted at a moment is always the same, so it is found by running
// the past once more under them: forwards only the new part, backwards from the beginning. Nobody pays while none asks.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/analysis/run_watch.hpp"
#include "emulator/debugger/timeline.hpp"
#include "emulator/tools/tool_set.hpp"

namespace mariner::debugger {

class ToolView {
public:
    explicit ToolView(Timeline& timeline) : m_timeline(timeline) {}

    /// As `--tool` takes them, in place of those that are there; or why that can't be.
    Result<void> choose(std::vector<std::string> specifications);
    [[nodiscard]] const std::vector<std::string>& specifications() const { return m_specifications; }

    /// The tools as they are at the timeline's moment, which stays; null if that was interrupted.
    const tools::ToolSet* now();
    /// They have counted from here on: 0 unless the beginning has been forgotten.
    [[nodiscard]] Time since() const { return m_since; }

private:
    [[nodiscard]] Result<std::unique_ptr<tools::ToolSet>> make() const;
    bool start_again();
    bool run_to(Time time);

    Timeline& m_timeline;
    std::vector<std::string> m_specifications;
    std::unique_ptr<tools::ToolSet> m_tools;
    std::unique_ptr<RunWatch> m_watch;
    Time m_since = 0;
    Time m_known = 0;  // up to here they have counted
    u64 m_cuts = 0;    // of the future, when they began
};

}  // namespace mariner::debugger

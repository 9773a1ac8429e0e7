#include "emulator/debugger/tool_view.hpp"

#include <algorithm>

namespace mariner::debugger {

Result<std::unique_ptr<tools::ToolSet>> ToolView::make() const {
    return tools::ToolSet::create(m_specifications, {m_timeline.machine(), m_timeline.float_format(),
                                                     m_timeline.core_options().delayed_branching});
}

Result<void> ToolView::choose(std::vector<std::string> specifications) {
    const std::vector<std::string> before = std::exchange(m_specifications, std::move(specifications));
    const Result<std::unique_ptr<tools::ToolSet>> made = make();
    if (!made || (*made)->acts()) {
        m_specifications = before;
        return made ? Error{"a tool that acts on the program can't be connected on the way: --tool connects it at the start"}
                    : made.error();
    }
    m_watch.reset();
    m_tools.reset();
    return {};
}

bool ToolView::start_again() {
    m_watch.reset();
    m_tools = std::move(*make());  // it has been made before
    RunWatchOptions options;
    options.tools = m_tools.get();
    m_watch = std::make_unique<RunWatch>(m_timeline.machine(), m_timeline.core_options(), std::move(options));
    m_since = m_timeline.history().begin();
    m_known = m_since;
    m_cuts = m_timeline.cuts();
    return m_timeline.go_to(m_since);
}

/// False if interrupted, somewhere on the way.
bool ToolView::run_to(Time time) {
    m_timeline.set_watchers(m_tools.get());
    const Timeline::Halt halt = m_timeline.run(time, m_watch->core());
    m_timeline.set_watchers(nullptr);
    m_known = m_timeline.time();
    return halt == Timeline::Halt::reached || halt == Timeline::Halt::ended;
}

const tools::ToolSet* ToolView::now() {
    const Time time = m_timeline.time();
    const bool is_known = m_tools && m_known <= time && m_cuts == m_timeline.cuts();
    bool is_there = is_known ? m_timeline.go_to(m_known) : start_again();
    is_there = is_there && run_to(time);
    if (!is_there) {
        m_tools.reset();
        m_timeline.forget_interrupt();
        m_timeline.go_to(time);
    }
    return m_tools.get();
}

}  // namespace mariner::debugger

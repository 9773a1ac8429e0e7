#pragma once
// A checked core with everything that `mariner run` can be asked to watch: the trace, the checks, tools. The app
// builds one instead of a plain core, runs it as usual, and asks it afterwards; a run without any never comes here.

#include <memory>

#include "emulator/analysis/checker.hpp"
#include "emulator/analysis/retire_log.hpp"
#include "emulator/analysis/trace.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/tools/tool_set.hpp"

namespace mariner {

struct RunWatchOptions {
    TraceBuffer::Sink trace;                // none: no trace
    bool trace_retired = false;             // only what courses compare processors with
    RetirementListener* retired = nullptr;  // who else gets that; must outlive the watch
    bool check = false;
    CheckOptions checks{};
    tools::ToolSet* tools = nullptr;  // must outlive the watch
};

class RunWatch {
public:
    RunWatch(Machine& machine, CoreOptions core_options, RunWatchOptions options);

    [[nodiscard]] Core& core() { return *m_core; }
    /// What the last instruction wrote has been told, too.
    void settle() { m_retired->settle(); }
    /// The run is over. False if the trace could not be written (and ended the run by StopReason::hook).
    bool finish(bool dropped_off);
    [[nodiscard]] bool has_lost_trace() const {
        return (m_trace && m_trace->has_failed()) || (m_retire_log && m_retire_log->has_failed());
    }
    /// Null unless checks were asked for.
    [[nodiscard]] const Checker* checker() const { return m_checker.get(); }
    [[nodiscard]] Checker* checker() { return m_checker.get(); }

private:
    std::unique_ptr<TraceLog> m_trace;
    std::unique_ptr<RetireLog> m_retire_log;
    std::unique_ptr<Retirement> m_retired;
    std::unique_ptr<Checker> m_checker;
    std::unique_ptr<Core> m_core;  // looks at those above
};

}  // namespace mariner

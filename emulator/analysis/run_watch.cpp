#include "emulator/analysis/run_watch.hpp"

#include "emulator/analysis/check_core.hpp"
#include "emulator/execute/checked_core.hpp"

namespace mariner {

namespace {

/// All that was asked for: a trace, checks, tools.
class RunWatcher : public Observer {
public:
    static constexpr bool active = true;
    RunWatcher(TraceLog* trace, Checker* checker, tools::ToolSet* tools)
        : m_trace(trace), m_checker(checker), m_tools(tools) {}

    bool before(u32 pc, const isa::Instruction& instruction) {
        if (m_tools != nullptr && m_tools->fetch(pc)) {
            return true;
        }
        if (m_checker != nullptr) {
            m_checker->before(pc, instruction);
        }
        return m_trace != nullptr && m_trace->before(pc, instruction);
    }
    bool after(u32 /*pc*/) {
        if (m_trace != nullptr) {
            m_trace->after();
        }
        return false;
    }
    void read(u32 address, u32 size) {
        if (m_tools != nullptr) {
            m_tools->read(address, size);
        }
        if (m_checker != nullptr) {
            m_checker->read(address, size);
        }
    }
    void write(u32 address, u32 size, u32 value) {
        if (m_trace != nullptr) {
            m_trace->write(address, size, value);
        }
        if (m_tools != nullptr) {
            m_tools->write(address, size, value);
        }
        if (m_checker != nullptr) {
            m_checker->write(address, size);
        }
    }
    void write_text(u32 address, u32 size, u32 value) {
        if (m_tools != nullptr) {
            m_tools->write(address, size, value);
        }
    }
    void set_register(u8 id, u32 value) {
        if (m_trace != nullptr) {
            m_trace->set_register(id, value);
        }
        if (m_checker != nullptr) {
            m_checker->set_register(id);
        }
    }

private:
    TraceLog* m_trace;
    Checker* m_checker;
    tools::ToolSet* m_tools;
};

}  // namespace

RunWatch::RunWatch(Machine& machine, CoreOptions core_options, RunWatchOptions options) {
    if (options.trace) {
        m_trace = std::make_unique<TraceLog>(machine, std::move(options.trace));
    }
    if (options.check) {
        options.checks.delayed_branching = core_options.delayed_branching;
        m_checker = std::make_unique<Checker>(machine, options.checks);
    }
    if (m_trace || options.tools != nullptr) {
        m_core =
            WatchedCore<RunWatcher>(machine, core_options, {m_trace.get(), m_checker.get(), options.tools}).take_core();
        m_core->set_fetch_listener(options.tools);
    } else if (m_checker) {
        m_core = make_check_core(machine, core_options, *m_checker);
    } else {
        m_core = make_checked_core(machine, core_options);
    }
}

bool RunWatch::finish(bool dropped_off) {
    if (m_checker) {
        m_checker->finish(dropped_off);
    }
    return !m_trace || m_trace->finish();
}

}  // namespace mariner

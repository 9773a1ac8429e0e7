#include "emulator/analysis/run_watch.hpp"

#include "emulator/analysis/check_core.hpp"
#include "emulator/execute/checked_core.hpp"

namespace mariner {

namespace {

/// All that was asked for: a trace, checks, tools.
class RunWatcher : public Observer {
public:
    static constexpr bool active = true;
    RunWatcher(TraceLog* trace, Retirement* retired, Checker* checker, tools::ToolSet* tools)
        : m_trace(trace), m_retired(retired), m_checker(checker), m_tools(tools) {}

    bool before(u32 pc, const isa::Instruction& instruction) {
        if (m_tools != nullptr && m_tools->fetch(pc)) {
            return true;
        }
        if (m_checker != nullptr) {
            m_checker->before(pc, instruction);
        }
        const bool has_lost_trace = (m_trace != nullptr && m_trace->before(pc, instruction)) ||
                                    (m_retired != nullptr && m_retired->before(pc, instruction));
        return has_lost_trace;
    }
    bool after(u32 /*pc*/) {
        if (m_trace != nullptr) {
            m_trace->after();
        }
        if (m_retired != nullptr) {
            m_retired->after();
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
        if (m_retired != nullptr) {
            m_retired->write(address, size, value);
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
        if (m_retired != nullptr) {
            m_retired->set_register(id, value);
        }
        if (m_checker != nullptr) {
            m_checker->set_register(id);
        }
    }

private:
    TraceLog* m_trace;
    Retirement* m_retired;
    Checker* m_checker;
    tools::ToolSet* m_tools;
};

/// Tools alone that look at fetches, or at data: each pays for its own only.
class FetchWatcher : public Observer {
public:
    static constexpr bool active = true;
    explicit FetchWatcher(tools::ToolSet& tools) : m_tools(&tools) {}
    [[gnu::always_inline]] bool before(u32 pc, const isa::Instruction& /*instruction*/) { return m_tools->fetch(pc); }

private:
    tools::ToolSet* m_tools;
};

class DataWatcher : public Observer {
public:
    static constexpr bool active = true;
    static constexpr bool has_steps = false;
    explicit DataWatcher(tools::ToolSet& tools) : m_tools(&tools) {}
    [[gnu::always_inline]] void read(u32 address, u32 size) { m_tools->read(address, size); }
    [[gnu::always_inline]] void write(u32 address, u32 size, u32 value) { m_tools->write(address, size, value); }

private:
    tools::ToolSet* m_tools;
};

/// Null where the common watcher has to do. The rare kinds of machine have no quick way of their own.
std::unique_ptr<Core> make_quick_core(Machine& machine, CoreOptions core_options, tools::ToolSet& tools) {
    if (machine.is_self_modifying() || core_options.delayed_branching ||
        (tools.watches_fetches() && tools.watches_data())) {
        return nullptr;
    }
    if (tools.watches_data()) {
        return std::make_unique<CheckedCore<DataWatcher, false, false>>(machine, DataWatcher(tools));
    }
    return std::make_unique<CheckedCore<FetchWatcher, false, false>>(machine, FetchWatcher(tools));
}

}  // namespace

RunWatch::RunWatch(Machine& machine, CoreOptions core_options, RunWatchOptions options) {
    if (options.trace && options.trace_retired) {
        m_retire_log = std::make_unique<RetireLog>(std::move(options.trace));
        options.retired = m_retire_log.get();
    } else if (options.trace) {
        m_trace = std::make_unique<TraceLog>(machine, std::move(options.trace));
    }
    if (options.check) {
        options.checks.delayed_branching = core_options.delayed_branching;
        m_checker = std::make_unique<Checker>(machine, options.checks);
    }
    if (options.retired != nullptr) {
        m_retired = std::make_unique<Retirement>(machine, *options.retired);
    }
    const bool has_trace = m_trace || m_retired;
    if (has_trace || options.tools != nullptr) {
        if (!has_trace && !m_checker) {
            m_core = make_quick_core(machine, core_options, *options.tools);
        }
        if (!m_core) {
            m_core = WatchedCore<RunWatcher>(machine, core_options,
                                             {m_trace.get(), m_retired.get(), m_checker.get(), options.tools})
                         .take_core();
        }
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
    if (m_retired) {
        m_retired->settle();
    }
    return (!m_trace || m_trace->finish()) && (!m_retire_log || m_retire_log->finish());
}

}  // namespace mariner

#include "emulator/analysis/run_watch.hpp"

namespace mariner {

class RunWatch::Watcher : public Observer {
public:
    static constexpr bool active = true;
    Watcher(TraceLog* trace, Checker* checker) : m_trace(trace), m_checker(checker) {}

    bool before(u32 pc, const isa::Instruction& instruction) {
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
        if (m_checker != nullptr) {
            m_checker->read(address, size);
        }
    }
    void write(u32 address, u32 size, u32 value) {
        if (m_trace != nullptr) {
            m_trace->write(address, size, value);
        }
        if (m_checker != nullptr) {
            m_checker->write(address, size);
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
};

struct RunWatch::Watched {
    WatchedCore<Watcher> core;
};

RunWatch::RunWatch(Machine& machine, CoreOptions core_options, RunWatchOptions options) {
    if (options.trace) {
        m_trace = std::make_unique<TraceLog>(machine, std::move(options.trace));
    }
    if (options.check) {
        options.checks.delayed_branching = core_options.delayed_branching;
        m_checker = std::make_unique<Checker>(machine, options.checks);
    }
    m_watched = std::make_unique<Watched>(
        Watched{WatchedCore<Watcher>(machine, core_options, Watcher(m_trace.get(), m_checker.get()))});
}

RunWatch::~RunWatch() = default;

Core& RunWatch::core() {
    return m_watched->core.core();
}

bool RunWatch::finish(bool dropped_off) {
    if (m_checker) {
        m_checker->finish(dropped_off);
    }
    return !m_trace || m_trace->finish();
}

}  // namespace mariner

#include "emulator/analysis/profile.hpp"

#include <algorithm>

#include "emulator/execute/checked_core.hpp"

namespace mariner {

Profiler::Profiler(const Machine& machine, bool delayed_branching)
    : m_machine(machine), m_delay(delayed_branching ? 1 : 0), m_calls(delayed_branching) {
    m_profile.text_base = machine.text().user().base;
    m_profile.text.resize(machine.text().user().slots.size());
    Transfer start;
    start.target = machine.cpu.pc;
    start.link = 1;  // no instruction's address
    enter(start);
}

void Profiler::arrive(const Transfer& transfer) {
    if (transfer.kind == TransferKind::call) {
        enter(transfer);
        return;
    }
    const size_t outermost = std::max<size_t>(m_frames.size(), deepest_return + 1) - deepest_return;
    for (size_t i = m_frames.size(); i-- > outermost;) {
        if (m_frames[i].link == transfer.target) {
            while (m_frames.size() > i) {
                leave();
            }
            return;
        }
    }
}

void Profiler::enter(const Transfer& transfer) {
    if (m_frames.size() >= most_frames) {
        return;  // costs of deeper calls count for the deepest that is known
    }
    m_frames.push_back({transfer.target, transfer.site, transfer.link, m_profile.steps});
    ++m_active[transfer.target];
    ++m_profile.functions[transfer.target].calls;
    if (m_frames.size() > 1) {
        ++m_profile.edges[{transfer.site, transfer.target}].calls;
    }
}

void Profiler::leave() {
    const ProfiledCall frame = m_frames.back();
    m_frames.pop_back();
    const u64 cost = m_profile.steps - frame.start;
    if (!m_frames.empty()) {
        m_profile.edges[{frame.site, frame.entry}].inclusive += cost;
    }
    // Of a recursion only the outermost call counts, or a function would cost more than the run.
    if (--m_active[frame.entry] == 0) {
        m_profile.functions[frame.entry].inclusive += cost;
    }
}

Profile Profiler::finish() {
    while (!m_frames.empty()) {
        leave();
    }
    for (u32 i = 0; i < m_pages.size(); ++i) {
        for (u32 j = 0; m_pages[i] && j < m_pages[i]->size(); ++j) {
            const PageCount& count = (*m_pages[i])[j];
            if (count.reads + count.writes > 0) {
                m_profile.pages[i * 1024 + j] = count;
            }
        }
    }
    return std::move(m_profile);
}

namespace {

class ProfileWatcher : public Observer {
public:
    static constexpr bool active = true;
    explicit ProfileWatcher(Profiler& profiler) : m_profiler(&profiler) {}
    bool before(u32 pc, const isa::Instruction& instruction) {
        m_profiler->before(pc, instruction);
        return false;
    }
    void read(u32 address, u32 /*size*/) { m_profiler->read(address); }
    void write(u32 address, u32 /*size*/, u32 /*value*/) { m_profiler->write(address); }

private:
    Profiler* m_profiler;
};

}  // namespace

ProfiledCore::ProfiledCore(Machine& machine, CoreOptions options)
    : m_profiler(machine, options.delayed_branching),
      m_core(WatchedCore<ProfileWatcher>(machine, options, ProfileWatcher(m_profiler)).take_core()) {}

}  // namespace mariner

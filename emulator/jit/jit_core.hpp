#pragma once
// The compiling engine: starts on the fast core, and compiles what turns out to be worth it, a region at a time. The
// fast core also does what is left of a budget that ends within a block, kernel text, and what can't be compiled;
// single instructions that compiled code doesn't do itself are steps of the checked core.

#include <memory>

#include "emulator/execute/core.hpp"
#include "emulator/jit/exchange.hpp"
#include "emulator/jit/jit.hpp"

namespace mariner::jit {

class JitCore final : public Core {
public:
    JitCore(Machine& machine, Warmth warmth);
    ~JitCore() override;

    /// Called by compiled code: one step of the checked core. Returns the address at which to go on.
    [[gnu::sysv_abi]] static u64 step(Exchange* exchange, u32 site);

protected:
    bool run_slice(u64 steps) override;

private:
    struct HostCompiler;

    bool run_fast(u64 steps);
    bool run_compiled(u64 steps, u64 entry);
    void review_memory();
    [[nodiscard]] u64 steps_to_block(u32 index) const;

    Warmth m_warmth;
    u64 m_seen = 0;  // steps ever, of all runs of the machine
    u64 m_noting_starts = 0;
    u64 m_end_of_noting;  // of first stores, when so many steps have been seen
    std::unique_ptr<Core> m_fast;
    std::unique_ptr<HostCompiler> m_compiler;  // null until something is warm
    bool m_is_refused = false;                 // by the system: the fast core does everything
    Exchange m_exchange;
    const StepSite* m_stopped = nullptr;  // where compiled code stopped last
};

}  // namespace mariner::jit

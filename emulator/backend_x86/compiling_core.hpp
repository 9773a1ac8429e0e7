#pragma once
// The compiling engine: starts on the fast core, and compiles what turns out to be worth it, a region at a time. The
// fast core also does what is left of a budget that ends within a block, kernel text, and what can't be compiled;
// single instructions that compiled code doesn't do itself are steps of the checked core.

#include <memory>

#include "emulator/backend_x86/engine.hpp"
#include "emulator/backend_x86/exchange.hpp"
#include "emulator/translate/mixed_core.hpp"

namespace mariner::backend_x86 {

class CompilingCore final : public translate::MixedCore {
public:
    CompilingCore(Machine& machine, Warmth warmth);
    ~CompilingCore() override;

    /// Called by compiled code: one step of the checked core. Returns the address at which to go on.
    [[gnu::sysv_abi]] static u64 step(Exchange* exchange, u32 site);

protected:
    bool run_slice(u64 steps) override;

private:
    struct HostCompiler;

    bool run_compiled(u64 steps, u64 entry);
    void review_memory();

    Warmth m_warmth;
    u64 m_noting_starts = 0;
    u64 m_end_of_noting;  // of first stores, if it ends: when so many steps have been seen, the run is a long one
    std::unique_ptr<HostCompiler> m_compiler;  // null until something is warm
    bool m_is_refused = false;                 // by the system: the fast core does everything
    Exchange m_exchange;
    const StepSite* m_stopped = nullptr;  // where compiled code stopped last
};

}  // namespace mariner::backend_x86

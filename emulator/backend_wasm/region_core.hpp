#pragma once
// The compiling engine of WebAssembly builds: starts on the switch core, and makes modules of what is hot, a region at
// a time. The switch core also does what is left of a budget that may end within a region, kernel text, and what can't
// be compiled or isn't worth it; single instructions that compiled code leaves are steps of the checked core.

#include <memory>
#include <vector>

#include "emulator/backend_wasm/instance.hpp"
#include "emulator/backend_wasm/region_code.hpp"
#include "emulator/execute/checked_core.hpp"
#include "emulator/translate/mixed_core.hpp"

namespace mariner::backend_wasm {

class RegionCore final : public translate::MixedCore {
public:
    explicit RegionCore(Machine& machine);

protected:
    bool run_slice(u64 steps) override;

private:
    /// A region that has been compiled.
    struct Compiled {
        CompiledFunction function;
        std::vector<ExitSite> sites;
        u32 first = 0;
        u32 size = 0;  // instructions
        u64 runs = 0;
        u64 steps = 0;
    };
    /// What is known of an instruction.
    struct EntryPoint {
        static constexpr u16 none = 0xffff;
        u16 region = none;        // that can be entered here
        u16 covered_by = none;    // the newest one that it lies in
        bool is_refused = false;  // not to be compiled
    };

    void review_memory();
    void begin();
    [[nodiscard]] bool may_compile() const;
    void compile_at(u32 index);
    void retire(u16 region);
    bool run_compiled(u16 region, u32 index, u64 steps);
    bool conclude(const ExitSite& site, u64 steps);
    bool step_at(u32 pc);

    const u64 m_patience;
    bool m_notes_first_stores = true;  // the memory, for what is compiled
    u64 m_noting_starts = 0;
    u64 m_end_of_noting = 0;  // of first stores, when so many steps have been seen
    u64 m_compiled = 0;       // instructions
    u32 m_strays = 0;         // since compiled code was entered
    CheckedCore<Observer, false, false> m_stepper;
    std::unique_ptr<translate::Listing> m_listing;  // once something is warm
    std::vector<EntryPoint> m_places;
    std::vector<Compiled> m_regions;
    i32 m_remaining = 0;  // compiled code writes these two
    u32 m_pc = 0;
};

}  // namespace mariner::backend_wasm

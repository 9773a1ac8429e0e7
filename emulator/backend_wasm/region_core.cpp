#include "emulator/backend_wasm/region_core.hpp"

#if defined(MARINER_BACKEND_WASM)

#include <algorithm>

namespace mariner::backend_wasm {

namespace {

/// How long the interpreter goes on where nothing is compiled.
constexpr u64 steps_of_interpreter = 10'000;
/// Steps that must have been made for each instruction compiled before.
constexpr u64 steps_per_instruction = 1000;
/// Modules of one machine, and instructions in them. What doesn't fit stays interpreted.
constexpr size_t most_regions = 200;
constexpr u64 most_instructions = 50'000;
/// A region that after so many runs has made so few steps in each costs more than it saves.
constexpr u64 runs_to_judge = 1000;
constexpr u64 steps_worth_a_run = 40;
/// So often in a row the interpreter goes on to the end of a block only, in search of a region's entry.
constexpr u32 most_strays = 100;

/// The memory stops noting first stores when so many times the steps have been made that come before compiling. Tests,
/// who have no patience, compare the memory at every stop, and that takes its time once all pages count as written.
constexpr u64 patience_with_noting = 5;
constexpr u64 never = ~u64{0};

u32 address_of(const void* place) {
    return static_cast<u32>(reinterpret_cast<std::uintptr_t>(place));
}

}  // namespace

RegionCore::RegionCore(Machine& machine)
    : MixedCore(machine), m_patience(steps_before_compiling()), m_stepper(machine) {}

bool RegionCore::run_slice(u64 steps) {
    // Compiled loads don't look at the states of pages that can always be read, so a watcher would miss them.
    if (m_machine.memory().is_watched()) {
        return run_interpreted(steps);
    }
    if (m_seen < m_patience) {
        return run_interpreted(std::min(steps, m_patience - m_seen));
    }
    review_memory();
    if (m_listing == nullptr) {
        begin();
    }
    const u32 pc = m_machine.cpu.pc;
    if (!m_listing->holds(pc)) {
        return run_interpreted(std::min(steps, steps_of_interpreter));
    }
    const u32 index = (pc - m_listing->base()) / 4;
    const EntryPoint& place = m_places[index];
    if (place.region != EntryPoint::none) {
        return run_compiled(place.region, index, steps);
    }
    // Within a region, or behind what isn't worth one, the next place to enter one comes soon.
    const bool is_stray = (place.is_refused || place.covered_by != EntryPoint::none) && ++m_strays < most_strays;
    if (is_stray || !m_listing->starts_block(index)) {
        return run_interpreted(std::min(steps, steps_to_block(*m_listing, index)));
    }
    if (place.is_refused || !may_compile()) {
        return run_interpreted(std::min(steps, steps_of_interpreter));
    }
    compile_at(index);
    return false;
}

/// As the engine for x86-64 does: first stores are noted no longer once that is worth compiling everything anew.
void RegionCore::review_memory() {
    Memory& memory = m_machine.memory();
    if (m_listing == nullptr || std::exchange(m_noting_starts, memory.noting_starts()) != memory.noting_starts()) {
        m_noting_starts = memory.noting_starts();
        m_end_of_noting = m_patience == 0 ? never : m_seen + (patience_with_noting - 1) * m_patience;
    }
    if (memory.notes_first_stores() && m_seen >= m_end_of_noting) {
        memory.stop_noting_first_stores();
    }
    if (m_listing != nullptr && m_notes_first_stores != memory.notes_first_stores()) {
        m_listing.reset();
        m_places.clear();
        m_regions.clear();
        m_compiled = 0;
    }
    m_notes_first_stores = memory.notes_first_stores();
}

void RegionCore::begin() {
    m_listing = std::make_unique<translate::Listing>(m_machine.text().user());
    m_places.resize(m_listing->count());
}

bool RegionCore::may_compile() const {
    return m_regions.size() < most_regions && m_compiled < most_instructions &&
           m_compiled * std::min(steps_per_instruction, m_patience) <= m_seen;
}

void RegionCore::compile_at(u32 index) {
    // A small program is worth having in one piece, with what is called by computed jumps.
    const bool takes_all = m_listing->count() <= translate::region_limit / 2;
    const translate::Region region(*m_listing, index, takes_all ? m_listing->starts() : std::vector<u32>{},
                                   [](u32) { return false; });
    Memory& memory = m_machine.memory();
    const HostPlaces host{
        address_of(&m_machine.cpu), address_of(memory.host()), address_of(memory.host() + Memory::pages_offset),
        address_of(&m_remaining),   address_of(&m_pc),         m_machine.map(),
        m_notes_first_stores};
    RegionCode code = compile(*m_listing, region, index, host);
    m_compiled += region.size();
    Compiled compiled{CompiledFunction(code.module), std::move(code.sites), code.first, region.size()};
    if (!compiled.function) {
        m_places[index].is_refused = true;
        return;
    }
    for (const translate::Block& block : region.blocks()) {
        for (u32 at = block.first; at < block.end; ++at) {
            m_places[at].covered_by = static_cast<u16>(m_regions.size());
        }
    }
    for (const u32 entry : code.entries) {
        m_places[code.first + entry].region = static_cast<u16>(m_regions.size());
    }
    m_regions.push_back(std::move(compiled));
}

/// Gives the code back; its place in the list stays.
void RegionCore::retire(u16 region) {
    for (EntryPoint& place : m_places) {
        if (place.covered_by == region) {
            place.covered_by = EntryPoint::none;
        }
        if (place.region == region) {
            place.region = EntryPoint::none;
            place.is_refused = true;
        }
    }
    m_regions[region].function = {};
}

bool RegionCore::run_compiled(u16 number, u32 index, u64 steps) {
    Compiled& region = m_regions[number];
    // A region may run over its budget by its own length.
    const u64 reserve = region.size + 1;
    if (steps < 2 * reserve) {
        return run_interpreted(steps);
    }
    m_strays = 0;
    const u32 budget = static_cast<u32>(std::min(steps - reserve, slice_steps));
    const u64 repeats = is_repeat(m_machine.cpu.pc) ? 1 : 0;
    const ExitSite site = region.sites[region.function.run(index - region.first, budget)];
    const u64 executed = static_cast<u64>(i64{budget} - m_remaining - site.given_back);
    m_machine.cpu.pc = site.kind == ExitKind::jump ? m_pc : site.pc;
    m_seen += executed;
    const u32 last = site.kind == ExitKind::service ? site.pc : no_address;
    count_steps(executed, executed > 0 ? repeats : 0, true, last);
    region.steps += executed;
    if (++region.runs >= runs_to_judge && region.steps < steps_worth_a_run * region.runs) {
        retire(number);
    }
    return conclude(site, steps - executed);
}

/// What compiled code doesn't do itself. `steps`: what is left.
bool RegionCore::conclude(const ExitSite& site, u64 steps) {
    switch (site.kind) {
        case ExitKind::go_on:
        case ExitKind::jump:
            return false;
        case ExitKind::service:
            m_stop.reason = StopReason::syscall;
            m_stop.pc = site.pc;
            m_machine.cpu.pc = site.pc + 4;
            return true;
        case ExitKind::step:
            return step_at(site.pc);
        case ExitKind::interpret:
            return run_interpreted(std::min(steps, steps_of_interpreter));
    }
    return false;
}

bool RegionCore::step_at(u32 pc) {
    const u64 repeats = is_repeat(pc) ? 1 : 0;
    count_checked_step();
    ++m_seen;
    const bool is_stopped = m_stepper.step(m_stop);
    count_steps(1, repeats, true, pc);
    return is_stopped;
}

}  // namespace mariner::backend_wasm

#endif

#include "emulator/backend_x86/compiling_core.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "emulator/backend_x86/code_arena.hpp"
#include "emulator/backend_x86/region_emitter.hpp"
#include "emulator/backend_x86/thunks.hpp"
#include "emulator/execute/checked_core.hpp"
#include "emulator/support/sort_unique.hpp"

namespace mariner::backend_x86 {

namespace {

/// How long the fast core goes on where nothing is compiled yet.
constexpr u64 steps_of_fast_core = 10'000;

/// Compiled code begins up to so far below on the stack. Windows makes a stack grow a page at a time, so that none may
/// be skipped; the compiler sees to that for a function that has such room, and elsewhere this costs nothing.
[[gnu::noinline]] void reserve_stack() {
    constexpr size_t page = 4096;
    std::array<char, return_stack_size + page> room;
    *static_cast<volatile char*>(room.data() + page) = 0;
}

}  // namespace

/// Everything that is needed once something is compiled.
struct CompilingCore::HostCompiler {
    HostCompiler(Machine& machine, bool is_for_long_run)
        : listing(machine.text().user()),
          map(choose_registers(listing)),
          memory_map(machine.map()),
          notes_first_stores(machine.memory().notes_first_stores()),
          is_long_run(is_for_long_run),
          stepper(machine) {}

    bool prepare(Exchange& exchange);
    [[nodiscard]] bool may_begin(u32 index) const;
    bool compile(u32 index);

    Listing listing;
    RegisterMap map;
    const MemoryMap& memory_map;
    const bool notes_first_stores;  // the memory, when this began
    const bool is_long_run;
    CheckedCore<Observer, false, false> stepper;
    CodeArena arena;
    Thunks thunks;
    std::span<u64> entries;   // per instruction: the code of the block that begins there, or thunks.unlinked
    std::vector<u32> wanted;  // where compiled code may go to though there was no code, in order
    std::vector<StepSite> sites;
    u64 compiled = 0;  // instructions
    /// At the end of a budget, so much is left to the fast core: compiled code may run over by two regions' length.
    u64 reserve = 0;
};

bool CompilingCore::HostCompiler::prepare(Exchange& exchange) {
    if (!arena.reserve(listing.count()) || !make_thunks(arena, map, exchange, listing.base(), thunks)) {
        return false;
    }
    entries = {arena.table(), listing.count()};
    std::ranges::fill(entries, thunks.unlinked);
    return true;
}

/// A region that began in the midst of a block would cut it in two for ever. Long blocks are cut anyway.
bool CompilingCore::HostCompiler::may_begin(u32 index) const {
    return listing.starts_block(index) || std::ranges::binary_search(wanted, index);
}

bool CompilingCore::HostCompiler::compile(u32 index) {
    const auto has_code = [this](u32 at) { return entries[at] != thunks.unlinked; };
    // Where a long run is compiled anew, it is worth having the whole program in one piece.
    const bool takes_all = is_long_run && listing.count() <= region_limit;
    std::erase_if(wanted, has_code);
    const Region region(listing, index, takes_all ? listing.starts() : wanted, has_code);
    const Surroundings around{thunks,         reinterpret_cast<u64>(arena.next()),
                              entries.data(), static_cast<u32>(sites.size()),
                              memory_map,     notes_first_stores,
                              is_long_run};
    RegionEmitter emitter(listing, region, map, around);
    if (!emitter.run()) {
        return false;
    }
    const std::vector<StepSite> new_sites = emitter.sites();
    sites.insert(sites.end(), new_sites.begin(), new_sites.end());
    wanted.insert(wanted.end(), emitter.missing().begin(), emitter.missing().end());
    sort_unique(wanted);
    compiled += region.size();
    constexpr u64 of_unrolled_loops = 64;
    reserve = std::max(reserve, u64{2} * region.size() + of_unrolled_loops);
    return arena.write(emitter.size(), [&](u8* to) {
        emitter.copy_to(to);
        for (const RegionEmitter::CodeEntry& entry : emitter.entries()) {
            entries[entry.index] = reinterpret_cast<u64>(to + entry.offset);
        }
    });
}

CompilingCore::CompilingCore(Machine& machine, Warmth warmth)
    : MixedCore(machine), m_warmth(warmth), m_end_of_noting(warmth.steps_to_end_of_noting) {
    m_exchange.cpu = &machine.cpu;
    m_exchange.host = machine.memory().host();
    m_exchange.core = this;
}

CompilingCore::~CompilingCore() = default;

/// A program that runs long enough is compiled once more, and before that the noting of first stores ends, if it may:
/// giving so many pages back when the machine is reset takes its time.
void CompilingCore::review_memory() {
    Memory& memory = m_machine.memory();
    const bool begins_anew = std::exchange(m_noting_starts, memory.noting_starts()) != memory.noting_starts();
    if (begins_anew && !memory.is_exact()) {
        m_end_of_noting = m_seen + m_warmth.steps_to_end_of_noting;
    }
    const bool is_long_run = m_seen >= m_end_of_noting;
    if (is_long_run && memory.notes_first_stores()) {
        memory.stop_noting_first_stores();
    }
    if (m_compiler != nullptr &&
        (m_compiler->notes_first_stores != memory.notes_first_stores() || m_compiler->is_long_run != is_long_run)) {
        m_compiler.reset();
    }
}

bool CompilingCore::run_slice(u64 steps) {
    // Compiled loads don't look at the states of pages that can always be read, so a watcher would miss them.
    if (m_is_refused || m_machine.memory().is_watched()) {
        return run_interpreted(steps);
    }
    if (m_seen < m_warmth.first_steps) {
        return run_interpreted(std::min(steps, m_warmth.first_steps - m_seen));
    }
    review_memory();
    if (m_compiler == nullptr) {
        m_compiler = std::make_unique<HostCompiler>(m_machine, m_seen >= m_end_of_noting);
        m_is_refused = !m_compiler->prepare(m_exchange);
        return false;
    }
    const Listing& listing = m_compiler->listing;
    const u32 pc = m_machine.cpu.pc;
    if (steps < 2 * m_compiler->reserve) {
        return run_interpreted(steps);
    }
    if (!listing.holds(pc)) {
        return run_interpreted(std::min(steps, steps_of_fast_core));
    }
    const u32 index = (pc - listing.base()) / 4;
    if (m_compiler->entries[index] != m_compiler->thunks.unlinked) {
        return run_compiled(steps, m_compiler->entries[index]);
    }
    if (!m_compiler->may_begin(index)) {
        return run_interpreted(std::min(steps, steps_to_block(listing, index)));
    }
    if (m_compiler->compiled * m_warmth.steps_per_instruction > m_seen) {
        return run_interpreted(std::min(steps, steps_of_fast_core));
    }
    m_is_refused = !m_compiler->compile(index);
    return false;
}

bool CompilingCore::run_compiled(u64 steps, u64 entry) {
    const u64 budget = std::min(steps - m_compiler->reserve, slice_steps);
    const u64 repeats = is_repeat(m_machine.cpu.pc) ? 1 : 0;
    m_exchange.remaining = static_cast<i32>(budget);
    using Enter = __attribute__((sysv_abi)) void (*)(Exchange*, u64);
    reserve_stack();
    reinterpret_cast<Enter>(m_compiler->thunks.enter)(&m_exchange, entry);
    u64 executed = static_cast<u64>(static_cast<i64>(budget) - m_exchange.remaining);
    u32 last = no_address;
    switch (m_exchange.reason) {
        case LeaveReason::stopped:
            executed += static_cast<u64>(m_stopped->debt);
            last = m_stopped->pc;
            break;
        case LeaveReason::syscall:
            last = m_exchange.pc;
            m_stop.reason = StopReason::syscall;
            m_stop.pc = m_exchange.pc;
            m_machine.cpu.pc = m_exchange.pc + 4;
            break;
        case LeaveReason::budget:
        case LeaveReason::unlinked:
        case LeaveReason::interpret:
            m_machine.cpu.pc = m_exchange.pc;
            break;
    }
    m_seen += executed;
    count_steps(executed, executed > 0 ? repeats : 0, true, last);
    if (m_exchange.reason == LeaveReason::interpret) {
        return run_interpreted(std::min(steps - executed, steps_of_fast_core));
    }
    return m_exchange.reason == LeaveReason::syscall || m_exchange.reason == LeaveReason::stopped;
}

u64 CompilingCore::step(Exchange* exchange, u32 number) {
    CompilingCore& core = *exchange->core;
    const StepSite& site = core.m_compiler->sites[number];
    exchange->cpu->pc = site.pc;
    core.count_checked_step();
    if (!core.m_compiler->stepper.step(core.m_stop)) {
        return site.continuation;
    }
    core.m_stopped = &site;
    return core.m_compiler->thunks.leave[static_cast<u32>(LeaveReason::stopped)];
}

}  // namespace mariner::backend_x86

#include "emulator/debugger/scan.hpp"

#include <algorithm>
#include <utility>

#include "emulator/execute/registers.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/sort_unique.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner::debugger {

namespace {

/// So many events in one stretch, and it is worth looking at its end first.
constexpr u32 many_events = 64;
constexpr Time short_stretch = 50'000;
constexpr Time parts_of_stretch = 8;
constexpr size_t most_hits = 65536;  // of one system call

bool overlap(const Place& place, u32 address, u32 size) {
    return u64{address} < u64{place.address} + place.size && u64{place.address} < u64{address} + size;
}

bool is_coprocessor0(u8 id) {
    return id >= register_id::bad_address && id <= register_id::epc;
}

bool is_result_of_service(u8 id) {
    const std::span<const SyscallInfo> services = syscall_table();
    return std::ranges::any_of(services, [id](const SyscallInfo& row) { return row.gives(register_name(id)); });
}

/// It may, but need not: a conditional move.
bool writes_on_condition(const isa::Instruction& instruction) {
    const std::string_view mnemonic = isa::info(instruction.op).mnemonic.substr(0, 4);
    return mnemonic == "movn" || mnemonic == "movz" || mnemonic == "movf" || mnemonic == "movt";
}

/// May this instruction change the register, be it by what follows from it?
bool may_write(const isa::Instruction& instruction, u8 id) {
    const meaning::Facts& facts = meaning::facts(instruction.op);
    return registers_written(instruction).contains(id) ||
           (instruction.op == isa::Op::syscall && is_result_of_service(id)) ||
           (is_coprocessor0(id) && (facts.may_raise || facts.always_leaves));
}

}  // namespace

Scan::Scan(Timeline& timeline, Wanted wanted)
    : m_timeline(timeline), m_machine(timeline.machine()), m_wanted(std::move(wanted)), m_state(*this) {
    for (const Watchpoint* watchpoint : m_wanted.watchpoints) {
        const bool is_register = watchpoint->place.kind == PlaceKind::register_;
        m_watches_registers = m_watches_registers || is_register;
        m_watches_memory = m_watches_memory || !is_register;
        m_watches_reads = m_watches_reads || (!is_register && sees_reads(watchpoint->kind));
    }
    m_state.set_traps(traps());
    if (!m_state.traps().empty() || m_watches_memory || (m_watches_registers && m_machine.is_self_modifying())) {
        m_core = make_trap_core(m_machine, m_state, timeline.core_options());
    }
    if (m_watches_memory) {
        watch_memory();
    }
}

Scan::~Scan() {
    if (m_watches_memory) {
        m_machine.memory().watch_pages({}, false, {});
    }
}

std::vector<u32> Scan::traps() const {
    std::vector<u32> result = m_wanted.addresses;
    for (const Breakpoint* breakpoint : m_wanted.breakpoints) {
        result.push_back(breakpoint->address);
    }
    if (m_watches_registers) {
        m_machine.text().for_each([&](const isa::Instruction& instruction, u32 address) {
            result.insert(result.end(), is_trap(instruction) ? 1 : 0, address);
        });
    }
    return result;
}

bool Scan::is_trap(const isa::Instruction& instruction) const {
    return m_watches_registers && std::ranges::any_of(m_wanted.watchpoints, [&](const Watchpoint* watchpoint) {
               return watchpoint->place.kind == PlaceKind::register_ &&
                      may_write(instruction, watchpoint->place.register_id);
           });
}

void Scan::watch_memory() {
    std::vector<u32> pages;
    for (const Watchpoint* watchpoint : m_wanted.watchpoints) {
        const Place& place = watchpoint->place;
        if (place.kind != PlaceKind::memory || place.size == 0) {
            continue;
        }
        const u32 last = static_cast<u32>((u64{place.address} + place.size - 1) / page_size);
        for (u32 page = place.address / page_size; page <= last && page < (1U << 20U); ++page) {
            pages.push_back(page);
        }
    }
    sort_unique(pages);
    m_machine.memory().watch_pages(
        pages, m_watches_reads, [this](u32 address, u32 size, bool is_write) { note_access(address, size, is_write); });
}

u64 Scan::value_of(const Place& place) const {
    if (place.kind == PlaceKind::register_) {
        return register_value(m_machine.cpu, place.register_id).value_or(0);
    }
    u64 value = 0;
    for (u32 i = 0; i < std::min(place.size, 8U); ++i) {
        value |= u64{m_machine.memory().peek_byte(place.address + i).value_or(0)} << (8 * i);
    }
    return value;
}

/// A load or store stands at pc itself; a service is served with pc behind its system call.
u32 Scan::accessing_pc(u32 address) const {
    const CpuState& cpu = m_machine.cpu;
    const TextSlot* const slot = m_machine.text().find(cpu.pc);
    if (slot == nullptr) {
        return cpu.pc - 4;
    }
    const bool is_access = meaning::facts(slot->instruction.op).touches_memory();
    const u32 named = cpu.gpr[slot->instruction.rs] + static_cast<u32>(slot->instruction.imm);
    return is_access && address - named + 4 < 12 ? cpu.pc : cpu.pc - 4;
}

void Scan::note_access(u32 address, u32 size, bool is_write) {
    for (Watchpoint* const watchpoint : m_wanted.watchpoints) {
        const bool fits =
            watchpoint->kind == WatchKind::access || (watchpoint->kind == WatchKind::read ? !is_write : is_write);
        if (watchpoint->place.kind != PlaceKind::memory || !fits || !overlap(watchpoint->place, address, size) ||
            m_hits.size() >= most_hits) {
            continue;
        }
        Touch touch;
        touch.pc = accessing_pc(address);
        touch.place = Place::of_memory(address, size);
        touch.old_value = value_of(touch.place);
        touch.is_write = is_write;
        m_hits.push_back({watchpoint, touch});
        m_state.note();
        m_machine.bus().call_attention();
    }
}

void Scan::remember_registers(u32 pc) {
    m_writer = pc;
    m_is_writer_known = true;
    m_service = m_machine.cpu.gpr[reg::v0];
    m_register_values.clear();
    for (const Watchpoint* watchpoint : m_wanted.watchpoints) {
        m_register_values.push_back(static_cast<u32>(value_of(watchpoint->place)));
    }
}

template <class Point>
bool Scan::counts(Point& point) {
    if (!m_wanted.counts_hits) {
        return true;
    }
    ++point.hits;
    if (point.counts && !point.counts(point.hits)) {
        return false;
    }
    const bool is_ignored = point.ignore > 0;
    point.ignore -= is_ignored ? 1 : 0;
    return !is_ignored;
}

bool Scan::stops_before(u32 pc, bool resumed) {
    if (!resumed) {
        // Each counts its own hits, whichever of them stops.
        bool stops = false;
        for (Breakpoint* const breakpoint : m_wanted.breakpoints) {
            const bool is_hit = breakpoint->address == pc &&
                                (!breakpoint->condition || breakpoint->condition(m_machine)) && counts(*breakpoint);
            if (is_hit && !breakpoint->log && !stops) {
                m_event = Event{0, breakpoint, nullptr, {}};
                stops = true;
            } else if (is_hit && breakpoint->log && m_wanted.counts_hits) {
                breakpoint->log(m_machine);
            }
        }
        if (stops) {
            return true;
        }
        if (m_wanted.at &&
            std::find(m_wanted.addresses.begin(), m_wanted.addresses.end(), pc) != m_wanted.addresses.end() &&
            m_wanted.at(pc)) {
            m_event = Event{};
            return true;
        }
    }
    if (m_watches_registers) {
        remember_registers(pc);
    }
    return false;
}

bool Scan::stops_behind() {
    for (Hit& hit : std::exchange(m_hits, {})) {
        if (judge_hit(hit)) {
            return true;
        }
    }
    if (!std::exchange(m_is_writer_known, false)) {
        return false;
    }
    for (size_t i = 0; i < m_register_values.size(); ++i) {
        Watchpoint& watchpoint = *m_wanted.watchpoints[i];
        if (watchpoint.place.kind == PlaceKind::register_ && judge_register(watchpoint, m_register_values[i])) {
            return true;
        }
    }
    return false;
}

bool Scan::judge_hit(Hit& hit) {
    Touch& touch = hit.touch;
    touch.new_value = value_of(touch.place);
    if (hit.watchpoint->kind == WatchKind::change && touch.new_value == touch.old_value) {
        return false;
    }
    return accept(*hit.watchpoint, touch);
}

bool Scan::judge_register(Watchpoint& watchpoint, u32 old_value) {
    const u8 id = watchpoint.place.register_id;
    Touch touch;
    touch.pc = m_writer;
    touch.place = watchpoint.place;
    touch.old_value = old_value;
    touch.new_value = value_of(watchpoint.place);
    bool is_touched = touch.old_value != touch.new_value;
    if (!is_touched && watchpoint.kind != WatchKind::change) {
        const TextSlot* const slot = m_machine.text().find(m_writer);
        if (slot != nullptr && slot->instruction.op == isa::Op::syscall) {
            const SyscallInfo* const service = find_syscall(m_service);
            is_touched = service != nullptr && service->gives(register_name(id));
        } else {
            is_touched = slot != nullptr && registers_written(slot->instruction).contains(id) &&
                         !writes_on_condition(slot->instruction);
        }
    }
    return is_touched && accept(watchpoint, touch);
}

bool Scan::accept(Watchpoint& watchpoint, const Touch& touch) {
    if ((watchpoint.condition && !watchpoint.condition(m_machine)) || !counts(watchpoint)) {
        return false;
    }
    m_event = Event{0, nullptr, &watchpoint, touch};
    return true;
}

std::optional<Event> Scan::take_event() {
    std::optional<Event> event = std::exchange(m_event, std::nullopt);
    if (event) {
        event->time = event->watchpoint != nullptr ? m_timeline.time() - 1 : m_timeline.time();
        event->touch.time = event->time;
    }
    return event;
}

std::optional<Event> Scan::run(Time limit, bool resumed) {
    m_hits.clear();
    m_is_writer_known = false;
    m_event.reset();
    if (m_core == nullptr) {
        m_outcome = m_timeline.run(limit);
        return std::nullopt;
    }
    if (resumed) {
        m_state.note_resumed(m_machine.cpu.pc);
    }
    m_outcome = m_timeline.run(limit, *m_core);
    if (m_outcome != Timeline::Halt::hook) {
        m_state.settle();  // behind the last instruction
    }
    m_state.forget_resumed();
    return take_event();
}

/// Between the snapshots around a moment.
bool Scan::may_happen_around(Time time) const {
    if (!m_state.traps().empty() || m_watches_reads || m_watches_registers) {
        return true;
    }
    return std::any_of(m_wanted.watchpoints.begin(), m_wanted.watchpoints.end(), [&](const Watchpoint* watchpoint) {
        return m_timeline.history().may_be_written(watchpoint->place.address, watchpoint->place.size, time);
    });
}

std::optional<Event> Scan::find_last(Time begin, Time before) {
    m_outcome = Timeline::Halt::reached;
    while (before > begin && m_core != nullptr) {
        const Time snapshot = m_timeline.history().before(before - 1);
        if (may_happen_around(snapshot)) {
            const std::optional<Event> event = find_last_in(snapshot, before);
            if (event) {
                return event->time >= begin ? event : std::nullopt;
            }
            if (m_outcome == Timeline::Halt::interrupted) {
                return std::nullopt;
            }
        }
        before = snapshot;
    }
    return std::nullopt;
}

std::optional<Event> Scan::find_last_in(Time begin, Time before) {
    m_timeline.go_before(begin);
    std::optional<Event> last;
    bool resumed = false;
    for (u32 count = 0; m_timeline.time() < before; ++count) {
        if (count >= many_events && before - m_timeline.time() > short_stretch) {
            const std::optional<Event> later = find_last_in_parts(before);
            return later ? later : last;
        }
        const std::optional<Event> event = run(before, resumed);
        if (!event) {
            break;
        }
        last = event;
        resumed = event->watchpoint == nullptr;
    }
    return last;
}

/// From here: puts snapshots on the way, then looks behind the last of them first.
std::optional<Event> Scan::find_last_in_parts(Time before) {
    std::vector<Time> begins;
    const Time step = (before - m_timeline.time()) / parts_of_stretch;
    for (Time part = 0; part < parts_of_stretch; ++part) {
        if (part > 0) {
            m_outcome = m_timeline.run(m_timeline.time() + step);
            if (m_outcome != Timeline::Halt::reached) {
                return std::nullopt;
            }
        }
        m_timeline.history().take(m_timeline.time());
        begins.push_back(m_timeline.time());
    }
    for (auto begin = begins.rbegin(); begin != begins.rend(); ++begin) {
        if (const std::optional<Event> event = find_last(*begin, before)) {
            return event;
        }
        if (m_outcome == Timeline::Halt::interrupted) {
            return std::nullopt;
        }
        before = *begin;
    }
    return std::nullopt;
}

}  // namespace mariner::debugger

#pragma once
// Runs a timeline until something that is wanted happens, and finds the last time that it happened before a moment.
// Breakpoints, watchpoints and the stops of motions are all looked for here, forwards and backwards by the same judge.

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/debugger/points.hpp"
#include "emulator/debugger/timeline.hpp"
#include "emulator/debugger/trap_core.hpp"

namespace mariner::debugger {

/// What a scan stops at. The points are not copied: forward scans count their hits.
struct Wanted {
    std::vector<Breakpoint*> breakpoints{};
    std::vector<Watchpoint*> watchpoints{};
    std::vector<u32> addresses{};      // in front of these instructions ...
    std::function<bool(u32 pc)> at{};  // ... if this agrees, with the machine as it is there
    bool counts_hits = false;          // hits and ignored hits are looked at
};

struct Event {
    Time time = 0;  // in front of the instruction
    Breakpoint* breakpoint = nullptr;
    Watchpoint* watchpoint = nullptr;  // with `touch`
    Touch touch{};
};

class Scan final : private TrapJudge {
public:
    Scan(Timeline& timeline, Wanted wanted);
    ~Scan() override;
    Scan(const Scan&) = delete;
    Scan& operator=(const Scan&) = delete;

    /// From now on, at most to a moment. Breakpoints where it begins don't count if it is `resumed`. Nothing if nothing
    /// happened; outcome() then tells how the run ended. It ends in front of a breakpoint, behind an access.
    std::optional<Event> run(Time limit, bool resumed);
    [[nodiscard]] Timeline::Halt outcome() const { return m_outcome; }

    /// The last event in begin <= time < before. Leaves the timeline anywhere.
    std::optional<Event> find_last(Time begin, Time before);

private:
    struct Hit {
        Watchpoint* watchpoint = nullptr;
        Touch touch;
    };

    bool stops_before(u32 pc, bool resumed) override;
    bool stops_behind() override;
    [[nodiscard]] bool is_trap(const isa::Instruction& instruction) const override;

    [[nodiscard]] std::vector<u32> traps() const;
    void watch_memory();
    void note_access(u32 address, u32 size, bool is_write);
    [[nodiscard]] u32 accessing_pc(u32 address) const;
    [[nodiscard]] u64 value_of(const Place& place) const;
    void remember_registers(u32 pc);
    bool judge_hit(Hit& hit);
    bool judge_register(Watchpoint& watchpoint, u32 old_value);
    bool accept(Watchpoint& watchpoint, const Touch& touch);
    template <class Point>
    bool counts(Point& point);

    std::optional<Event> take_event();
    std::optional<Event> find_last_in(Time begin, Time before);
    std::optional<Event> find_last_in_parts(Time before);
    [[nodiscard]] bool may_happen_around(Time time) const;

    Timeline& m_timeline;
    Machine& m_machine;
    Wanted m_wanted;
    bool m_watches_registers = false;
    bool m_watches_memory = false;
    bool m_watches_reads = false;
    TrapState m_state;
    std::unique_ptr<Core> m_core;  // null: nothing is wanted
    Timeline::Halt m_outcome = Timeline::Halt::reached;

    std::optional<Event> m_event;
    std::vector<Hit> m_hits;
    u32 m_writer = 0;  // the trapped instruction under way
    bool m_is_writer_known = false;
    std::vector<u32> m_register_values;  // before it, by watchpoint
    u32 m_service = 0;                   // $v0 before it
};

}  // namespace mariner::debugger

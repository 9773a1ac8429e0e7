#include "emulator/language/routine_lints.hpp"

#include <algorithm>
#include <set>

#include "emulator/isa/registers.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner::language {

namespace {

/// Instructions looked at to find out where routines lead.
constexpr size_t most_work = 500'000;

bool is_temporary(const isa::RegisterInfo& one) {
    return one.name.starts_with("$t");
}

bool is_saved(const isa::RegisterInfo& one) {
    return one.name.starts_with("$s") && one.name != "$sp";
}

/// `sw $s0, 4($sp)` reads a register to keep it, not to use it.
bool keeps_on_stack(const isa::Instruction& instruction) {
    return meaning::facts(instruction.op).stores != 0 && instruction.rs == reg::sp;
}

class RoutineLints {
public:
    RoutineLints(const ProgramImage& image, const CodeFlow& flow, LintReport& report)
        : m_image(&image), m_flow(&flow), m_report(&report), m_before(flow.size()) {
        for (size_t i = 0; i < flow.size(); ++i) {
            for (const size_t next : flow.successors(i)) {
                m_before[next].push_back(i);
            }
        }
    }

    void run() {
        std::set<size_t> routines;
        for (size_t i = 0; i < m_flow->size(); ++i) {
            if (const std::optional<size_t> routine = m_flow->called_by(i)) {
                routines.insert(*routine);
            }
        }
        find_endless(routines);
        for (const size_t routine : routines) {
            const Reached reached = may_go_on() ? reach(routine) : Reached{{}, false};
            if (reached.is_known) {
                look_at_return(routine, reached);
                m_changed[routine] = registers_changed(reached);
                for (const size_t number : reached.instructions) {
                    if (const std::optional<size_t> called = m_flow->called_by(number)) {
                        m_callees[routine].insert(*called);
                    }
                }
                look_at_saved_registers(routine, reached);
            }
        }
        look_at_beginning(routines);
        spread_changes();
        for (size_t i = 0; i < m_flow->size() && may_go_on(); ++i) {
            look_at_call(i);
        }
    }

private:
    struct Reached {
        std::set<size_t> instructions;
        bool is_known = true;  // no jump to an address in a register, and not too long
    };

    [[nodiscard]] bool may_go_on() const { return m_work < most_work; }
    [[nodiscard]] const isa::Instruction& at(size_t number) const { return m_flow->entry(number).instruction; }
    [[nodiscard]] std::string name_of(size_t routine) const {
        return m_report->name_at(m_flow->entry(routine).address);
    }

    /// `borders` aren't crossed.
    [[nodiscard]] Reached reach(size_t from, const std::set<size_t>& borders = {}) {
        constexpr size_t most = 5000;
        Reached reached;
        std::vector<size_t> waiting{from};
        while (!waiting.empty() && reached.instructions.size() < most) {
            const size_t number = waiting.back();
            waiting.pop_back();
            if (!reached.instructions.insert(number).second) {
                continue;
            }
            ++m_work;
            const bool is_indirect = meaning::facts(at(number).op).is_indirect;
            reached.is_known &= !is_indirect || is_return(at(number)) || is_call(at(number));
            for (const size_t next : calls_endless(number) ? std::vector<size_t>() : m_flow->successors(number)) {
                if (!borders.contains(next)) {
                    waiting.push_back(next);
                }
            }
        }
        reached.is_known &= waiting.empty();
        return reached;
    }

    /// A call of something that never comes back.
    [[nodiscard]] bool calls_endless(size_t number) const {
        const std::optional<size_t> routine = m_flow->called_by(number);
        return routine && m_endless.contains(*routine);
    }

    [[nodiscard]] bool comes_back(const Reached& reached) const {
        return std::ranges::any_of(reached.instructions, [&](size_t number) { return is_return(at(number)); });
    }

    /// Whether what is called can come back at all. Of an address in a register it is likely.
    [[nodiscard]] bool returns(size_t call) {
        const std::optional<size_t> routine = m_flow->called_by(call);
        return routine ? comes_back(reach(*routine)) : meaning::facts(at(call).op).is_indirect;
    }

    /// Those that end the program, then those that call these on every way, and so on.
    void find_endless(const std::set<size_t>& routines) {
        for (size_t before = routines.size() + 1; before != m_endless.size() && may_go_on();) {
            before = m_endless.size();
            for (const size_t routine : routines) {
                const Reached reached = may_go_on() ? reach(routine) : Reached{{}, false};
                if (reached.is_known && !comes_back(reached)) {
                    m_endless.insert(routine);
                }
            }
        }
    }

    /// Registers that a routine writes and doesn't load again.
    [[nodiscard]] RegisterSet registers_changed(const Reached& reached) const {
        RegisterSet changed;
        RegisterSet loaded;
        for (const size_t number : reached.instructions) {
            const bool is_load = meaning::facts(at(number).op).loads != 0;
            (is_load ? loaded : changed) = (is_load ? loaded : changed) | registers_written(at(number));
        }
        return changed & ~loaded;
    }

    /// Whoever calls a routine changes the temporaries that it changes.
    void spread_changes() {
        RegisterSet temporaries;
        for (const isa::RegisterInfo& one : isa::register_table()) {
            if (is_temporary(one)) {
                temporaries.add(one.number);
            }
        }
        constexpr int deepest = 20;
        for (int depth = 0; depth < deepest; ++depth) {
            for (const auto& [routine, callees] : m_callees) {
                for (const size_t called : callees) {
                    const auto changed = m_changed.find(called);
                    if (changed != m_changed.end()) {
                        m_changed[routine] = m_changed[routine] | (changed->second & temporaries);
                    }
                }
            }
        }
    }

    /// The instructions that no call leads to: they must neither end in a routine that returns to its caller, nor
    /// return by an address that a call has changed.
    void look_at_beginning(const std::set<size_t>& routines) {
        const std::optional<size_t> begin = m_flow->find(m_image->entry);
        if (!begin || routines.contains(*begin)) {
            return;
        }
        const Reached reached = reach(*begin, routines);
        if (reached.is_known) {
            look_at_return(*begin, reached, routines);
        }
        for (const size_t number : reached.instructions) {
            const std::optional<size_t> next = m_flow->behind(number);
            const bool may_end = at(number).op == isa::Op::syscall && !m_flow->service_of(number);
            const bool falls = next && routines.contains(*next) && !m_flow->goes_elsewhere(number) && !may_end;
            if (falls && m_changed.contains(*next) && comes_back(reach(*next))) {
                m_report->add(Lint::falls_into_routine, m_flow->entry(number), {name_of(*next)});
            }
        }
    }

    /// A routine that uses an $s register before it writes it shares it with its callers: that is meant. One that
    /// calls itself, and that nobody else reads it after, may have it for what it does behind these calls.
    void look_at_saved_registers(size_t routine, const Reached& reached) {
        const bool calls_itself = m_callees[routine].contains(routine);
        for (const isa::RegisterInfo& one : isa::register_table()) {
            const bool is_changed = is_saved(one) && m_changed[routine].contains(one.number);
            if (is_changed && !is_shared(routine, one.number) &&
                !(calls_itself && !is_read_elsewhere(reached, one.number))) {
                const auto first = std::ranges::find_if(reached.instructions, [&](size_t number) {
                    return registers_written(at(number)).contains(one.number);
                });
                m_report->add(Lint::saved_register_changed, m_flow->entry(*first),
                              {name_of(routine), std::string(one.name)});
            }
        }
    }

    [[nodiscard]] bool is_read_elsewhere(const Reached& reached, u8 id) const {
        for (size_t i = 0; i < m_flow->size(); ++i) {
            if (registers_read(at(i)).contains(id) && !reached.instructions.contains(i)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool is_shared(size_t routine, u8 id) {
        return find_along(
                   routine, [&](size_t number) { return m_flow->successors(number); },
                   [&](size_t number) {
                       return registers_read(at(number)).contains(id) && !keeps_on_stack(at(number));
                   },
                   [&](size_t number) { return registers_written(at(number)).contains(id); })
            .has_value();
    }

    /// The first instruction on any way from one on that is looked for; ways end where `ends` says so.
    template <class Next, class IsFound, class Ends>
    std::optional<size_t> find_along(size_t from, Next next_of, IsFound is_found, Ends ends) {
        constexpr size_t furthest = 2000;
        std::set<size_t> seen;
        std::vector<size_t> waiting{from};
        while (!waiting.empty() && seen.size() < furthest) {
            const size_t number = waiting.back();
            waiting.pop_back();
            if (!seen.insert(number).second) {
                continue;
            }
            ++m_work;
            if (is_found(number)) {
                return number;
            }
            if (!ends(number)) {
                for (const size_t next : next_of(number)) {
                    waiting.push_back(next);
                }
            }
        }
        return std::nullopt;
    }

    /// A value that is made before a call and used behind it, though the call writes another one.
    void look_at_call(size_t number) {
        const std::optional<size_t> routine = m_flow->called_by(number);
        const std::optional<size_t> behind = m_flow->behind(number);
        const auto changed = routine ? m_changed.find(*routine) : m_changed.end();
        if (changed == m_changed.end() || !behind || calls_endless(number)) {
            return;
        }
        for (const isa::RegisterInfo& one : isa::register_table()) {
            const bool is_lost = changed->second.contains(one.number) &&
                                 (is_temporary(one) || (is_saved(one) && !is_shared(*routine, one.number)));
            if (is_lost && may_go_on() && is_made_before(number, one.number)) {
                look_behind_call(*behind, *routine, one);
            }
        }
    }

    [[nodiscard]] bool is_made_before(size_t call, u8 id) {
        const auto writes = [&](size_t number) { return number != call && registers_written(at(number)).contains(id); };
        return find_along(
                   call, [&](size_t number) { return m_before[number]; }, writes,
                   [&](size_t number) { return number != call && is_call(at(number)); })
            .has_value();
    }

    void look_behind_call(size_t behind, size_t routine, const isa::RegisterInfo& one) {
        const std::optional<size_t> use = find_along(
            behind, [&](size_t number) { return m_flow->successors(number); },
            [&](size_t number) { return registers_read(at(number)).contains(one.number); },
            [&](size_t number) { return registers_written(at(number)).contains(one.number) || is_call(at(number)); });
        if (use && m_told.insert({*use, one.number}).second) {
            m_report->add(Lint::register_lost, m_flow->entry(*use),
                          {std::string(one.name), name_of(routine),
                           is_temporary(one) ? "keep the value in an $s register or on the stack"
                                             : "let `" + name_of(routine) + "` save it on the stack and restore it"});
        }
    }

    /// A call whose return address is the one that the routine's own return takes.
    void look_at_return(size_t routine, const Reached& reached, const std::set<size_t>& borders = {}) {
        const auto keeps = [&](size_t number) {
            return !is_call(at(number)) && registers_written(at(number)).contains(reg::ra);
        };
        if (std::ranges::any_of(reached.instructions, keeps)) {
            return;
        }
        for (const size_t number : reached.instructions) {
            const std::optional<size_t> following = m_flow->behind(number);
            const bool may_come_back = following && !borders.contains(*following);
            if (!is_call(at(number)) || !may_come_back || !may_go_on() || !returns(number)) {
                continue;
            }
            if (comes_back(reach(*following, borders))) {
                const std::optional<size_t> called = m_flow->called_by(number);
                m_report->add(
                    Lint::return_address_lost, m_flow->entry(number),
                    {name_of(routine), called ? name_of(*called) : std::string(isa::register_name(at(number).rs))});
                return;
            }
        }
    }

    const ProgramImage* m_image;
    const CodeFlow* m_flow;
    LintReport* m_report;
    std::vector<std::vector<size_t>> m_before;  // the instructions that lead to each
    size_t m_work = 0;
    std::set<size_t> m_endless;
    std::unordered_map<size_t, RegisterSet> m_changed;  // by routines, of which all is known
    std::unordered_map<size_t, std::set<size_t>> m_callees;
    std::set<std::pair<size_t, u8>> m_told;
};

}  // namespace

void look_at_routines(const ProgramImage& image, const CodeFlow& flow, LintReport& report) {
    RoutineLints(image, flow, report).run();
}

}  // namespace mariner::language

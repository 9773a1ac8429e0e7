// What happens only where a flag holds.

#include "emulator/backend_x86/select.hpp"

namespace mariner::backend_x86 {

namespace Inst = x86::Inst;

/// A word from a register or memory to a register: the host has an instruction for that.
bool HostSelector::moves_by_condition(ValueId at) const {
    const Operation& effect = operation(at);
    return effect.code == Code::set && effect.place.kind == GuestKind::gpr;
}

void HostSelector::move_by_condition(ValueId at) {
    const Operation& effect = operation(at);
    const GuestPlace place = effect.place;
    keep_from(place, at);
    make_ready(effect.a());
    if (operand(effect.a())->isImm()) {
        const Gp number = take();
        move(number, *operand(effect.a()));
        hold(effect.a(), number);
    }
    const bool has_home = m_host.has_home(place.number);
    const CondCode holds = condition(effect.guard);
    Gp to = has_home ? m_host.home(place.number) : Gp(x86::eax);
    if (!has_home) {
        to = take();
        move(to, place_of(place));
    }
    m_a.emit(Inst::cmovccFromCond(holds), to, *operand(effect.a()));
    consume(effect.a());
    forget_cached(place);
    if (!has_home) {
        m_a.mov(integer_slot(place.number), to);
        cache(place, to);
    }
}

/// All effects up to `end` of one guard. Whatever is in scratch registers lies in memory behind it on both ways.
void HostSelector::perform_guarded(ValueId at, ValueId end) {
    const ValueId guard = operation(at).guard;
    for (ValueId one = at; one != no_value && one <= end; one = next_effect(one)) {
        for (const ValueId value : operation(one).operands) {
            settle(value);
        }
        if (operation(one).code == Code::set) {
            keep_from(operation(one).place, end);
        }
    }
    settle(guard);
    const CondCode holds = condition(guard);
    spill_all();  // changes none of the host's flags
    m_cached.fill({});
    const HostLabel skip = m_a.newLabel();
    m_a.j(x86::negateCond(holds), skip);
    for (ValueId one = at; one != no_value && one <= end; one = next_effect(one)) {
        if (!m_states[one].is_done) {
            m_states[one].is_done = true;
            perform(one);
        }
    }
    spill_all();
    bind_behind_guard(skip);
}

/// HI and LO are mostly fetched at once: who comes without having filled them brings what they hold.
void HostSelector::bind_behind_guard(const HostLabel& skip) {
    const bool is_worth_it = m_cached[0] || m_cached[1];
    if (!is_worth_it) {
        m_a.bind(skip);
        return;
    }
    const HostLabel back = m_a.newLabel();
    m_a.bind(back);
    m_host.later([this, skip, back, cached = m_cached] {
        m_a.bind(skip);
        for (u8 number = 0; number < scratch_count; ++number) {
            if (cached[number]) {
                m_a.emit(Inst::kIdMov, scratch(number), place_of(*cached[number]));
            }
        }
        m_a.jmp(back);
    });
}

}  // namespace mariner::backend_x86

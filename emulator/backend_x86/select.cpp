#include "emulator/backend_x86/select.hpp"

#include <algorithm>

namespace mariner::backend_x86 {

namespace Inst = x86::Inst;

namespace {

/// The places that change when one does: it, and those that share a part with it.
template <class Each>
void each_overlapping(GuestPlace place, Each each) {
    each(place);
    const u8 even = place.number & 0xfeU;
    if (place.kind == GuestKind::single) {
        each(GuestPlace{GuestKind::pair, even});
    } else if (place.kind == GuestKind::pair) {
        each(GuestPlace{GuestKind::single, even});
        each(GuestPlace{GuestKind::single, static_cast<u8>(even + 1)});
    }
}

}  // namespace

void HostSelector::emit(const LoweredBlock& block) {
    prepare(block);
    for (ValueId at = 0; at < block.operations.size(); ++at) {
        const Operation& effect = block[at];
        if (effect.is_removed || m_states[at].is_done || translate::only_computes(effect.code)) {
            if (effect.code == Code::get) {
                m_got[effect.place.index()] = at;
            }
            continue;
        }
        begin_instruction(effect.instruction);
        if (m_host.m_listing.role(effect.instruction) != Role::plain) {
            SPOIL_RESULT(m_host);
            perform_end(at);
            return;
        }
        if (fuses_with_branch(at)) {
            compare_and_branch(at);
            return;
        }
        if (!scale_and_add(at)) {
            perform_run(at);
        }
    }
    begin_instruction(block.end - 1);
    if (m_host.m_listing.role(block.end - 1) != Role::plain) {
        prepare_for_look();
        m_host.emit_end();
        return;
    }
    end_instruction();
    m_host.go(block.end, m_host.m_debt);
}

/// Counts uses and finds the last effect that wants each value: one walk backward.
void HostSelector::prepare(const LoweredBlock& block) {
    m_block = &block;
    m_states.assign(block.operations.size(), {});
    m_got.fill(no_value);
    m_cached.fill({});
    m_untested.reset();
    m_held.fill(no_value);
    m_held_xmm.fill(no_value);
    m_slots.fill(no_value);
    m_locked = none;
    for (size_t at = block.operations.size(); at-- > 0;) {
        const Operation& one = block.operations[at];
        if (one.is_removed) {
            continue;
        }
        const bool is_effect = !translate::only_computes(one.code);
        if (!is_effect && m_states[at].uses == 0) {
            continue;
        }
        const ValueId wanted_by = is_effect ? static_cast<ValueId>(at) : m_states[at].last;
        // A flag is never kept: it is computed wherever it is wanted.
        const bool is_flag = !is_effect && translate::result_type(one) == ValueType::flag;
        const u16 times = is_flag ? m_states[at].uses : u16{1};
        const auto want = [&](ValueId value) {
            HeldValue& state = m_states[value];
            state.last = state.uses == 0 ? wanted_by : std::max(state.last, wanted_by);
            state.uses = static_cast<u16>(state.uses + times);
        };
        for (const ValueId value : one.operands) {
            if (value != no_value) {
                want(value);
            }
        }
        if (one.guard != no_value) {
            want(one.guard);
        }
    }
}

void HostSelector::begin_instruction(u32 index) {
    while (m_host.m_index < index) {
        end_instruction();
    }
}

void HostSelector::end_instruction() {
    SPOIL_RESULT(m_host);
    forget_scratch();
    if (m_host.m_after) {
        m_a.bind(*m_host.m_after);
        m_host.m_after.reset();
        m_cached.fill({});  // the checked core's step comes to here, too
    }
    m_host.write_down(false);
    ++m_host.m_debt;
    ++m_host.m_index;
}

/// The next effect of the same instruction.
ValueId HostSelector::next_effect(ValueId at) const {
    for (ValueId next = at + 1; next < m_states.size(); ++next) {
        const Operation& one = operation(next);
        if (one.instruction != operation(at).instruction) {
            break;
        }
        if (!one.is_removed && !translate::only_computes(one.code)) {
            return next;
        }
    }
    return no_value;
}

/// An effect, or all of the instruction's that share its guard.
void HostSelector::perform_run(ValueId at) {
    const ValueId guard = operation(at).guard;
    if (guard == no_value) {
        return perform(at);
    }
    ValueId end = at;
    ValueId next = at;
    while (next != no_value && operation(next).guard == guard) {
        end = next;
        next = next_effect(next);
    }
    if (end == at && moves_by_condition(at)) {
        return move_by_condition(at);
    }
    perform_guarded(at, end);
}

/// An index that is scaled into a register and, by the next instruction, added to another there: one instruction of the
/// host does both. Nothing comes between them that could look at the register.
bool HostSelector::scale_and_add(ValueId at) {
    const Operation& first = operation(at);
    const auto is_at_home = [this](ValueId value) {
        const Operation& one = operation(value);
        return one.code == Code::get && one.place.kind == GuestKind::gpr && m_host.has_home(one.place.number) &&
               m_states[value].gp == none && m_states[value].slot == none;
    };
    const auto sets_home = [this](const Operation& one, Code code) {
        return one.code == Code::set && one.place.kind == GuestKind::gpr && one.guard == no_value &&
               m_host.has_home(one.place.number) && operation(one.a()).code == code &&
               operation(one.a()).type == ValueType::i32 && m_states[one.a()].uses == 1 && !operand(one.a());
    };
    constexpr u32 greatest_scale = 3;
    if (!sets_home(first, Code::shl) || next_effect(at) != no_value) {
        return false;
    }
    const Operation& scaled = operation(first.a());
    if (!m_block->is_constant(scaled.b()) || m_block->word(scaled.b()) > greatest_scale || !is_at_home(scaled.a())) {
        return false;
    }
    ValueId next = at + 1;
    while (next < m_states.size() && (operation(next).is_removed || translate::only_computes(operation(next).code))) {
        ++next;
    }
    if (next == m_states.size() || !sets_home(operation(next), Code::add) || operation(next).place != first.place ||
        operation(next).instruction != first.instruction + 1) {
        return false;
    }
    const Operation& sum = operation(operation(next).a());
    const auto is_scaled = [&](ValueId value) {
        return value > at && is_at_home(value) && operation(value).place == first.place;
    };
    const ValueId index = is_scaled(sum.a()) ? sum.a() : sum.b();
    const ValueId base = index == sum.a() ? sum.b() : sum.a();
    if (!is_scaled(index) || m_states[index].uses != 1 || !is_at_home(base) || operation(base).place == first.place) {
        return false;
    }
    begin_instruction(first.instruction + 1);
    keep_from(first.place, next);
    m_a.lea(m_host.home(first.place.number),
            x86::ptr(m_host.home(operation(base).place.number).r64(),
                     m_host.home(operation(scaled.a()).place.number).r64(), m_block->word(scaled.b())));
    for (const ValueId used : {scaled.a(), first.a(), index, base, operation(next).a()}) {
        consume(used);
    }
    m_states[next].is_done = true;
    return true;
}

void HostSelector::perform(ValueId at) {
    const Operation& effect = operation(at);
    switch (effect.code) {
        case Code::load:
            return load(at);
        case Code::store:
            return store(effect);
        case Code::set:
            return set(at);
        case Code::trap_if:
            return trap(at);
        case Code::raise:
        case Code::step:
            return m_host.step();
        case Code::test_range:
            return test_range(effect);
        case Code::div_s:
        case Code::div_u:
        case Code::rem_s:
        case Code::rem_u:
            return divide(at);
        default:  // transfers are perform_end's
            return;
    }
}

/// The block's last instruction, which goes elsewhere. What it sets comes behind the look at the budget.
void HostSelector::perform_end(ValueId at) {
    prepare_for_look();
    const Operation& last = m_block->operations.back();
    switch (m_host.m_listing.role(m_host.m_index)) {
        case Role::branch:
            if (next_effect(at) != no_value) {  // bgezal
                return m_host.emit_linking_branch([&] { return condition(last.a()); },
                                                  [this, at] { perform_sets(at); });
            }
            return m_host.emit_branch_on([&] { return condition(last.a()); }, 1, [] {});
        case Role::call:
            return m_host.emit_call([this, at] { perform_sets(at); });
        case Role::jump_register: {
            const bool is_ra = operation(last.a()).code == Code::get &&
                               operation(last.a()).place == GuestPlace{GuestKind::gpr, reg::ra};
            // A return to itself would count as another instruction than the one before.
            if (is_ra && !m_host.m_listing.is_return_point(m_host.m_index)) {
                return m_host.emit_return();
            }
            return m_host.emit_jump_register([&] { move(x86::eax, *operand(last.a())); });
        }
        case Role::call_register:
            return m_host.emit_call_register([this, at] { perform_sets(at); },
                                             [&] { move(x86::eax, *operand(last.a())); });
        default:
            return m_host.emit_end();
    }
}

/// In an untested loop, that may spoil scratch registers.
void HostSelector::prepare_for_look() {
    if (m_host.is_untested()) {
        m_cached.fill({});
    }
}

void HostSelector::perform_sets(ValueId at) {
    for (; at != no_value; at = next_effect(at)) {
        if (operation(at).code == Code::set) {
            set(at);
        }
    }
}

bool HostSelector::is_computed(ValueId value) const {
    const Code code = operation(value).code;
    return code != Code::constant && code != Code::get && code != Code::load && translate::only_computes(code);
}

ValueType HostSelector::result_type_of(ValueId value) const {
    const Operation& one = operation(value);
    return one.code == Code::constant ? one.type : translate::result_type(one);
}

bool HostSelector::is_wide(ValueId value) const {
    return result_type_of(value) == ValueType::i64;
}

/// Before a register changes: what still wants to read it later reads it now.
void HostSelector::keep_from(GuestPlace place, ValueId at) {
    each_overlapping(place, [&](GuestPlace other) {
        const ValueId got = m_got[other.index()];
        const auto is_wanted = [&] { return m_states[got].uses != 0 && m_states[got].last > at; };
        if (got != no_value && is_wanted()) {
            settle(operation(at).a());  // perhaps that was all
            if (is_wanted()) {
                keep(got);
            }
        }
    });
}

void HostSelector::keep(ValueId got) {
    const Operation& get = operation(got);
    if (m_states[got].gp != none || m_states[got].xmm != none || m_states[got].slot != none) {
        return;
    }
    if (get.type == ValueType::flag) {
        hold(got, bit(got, nullptr));
    } else if (is_float_type(get.type)) {
        const Xmm to = take_xmm();
        load_float_place(to, get.place);
        hold(got, to);
    } else {
        const Gp to = take();
        move(to, *operand(got));
        hold(got, to);
    }
}

/// Computes now, in all contexts, what is wanted more than once.
void HostSelector::settle(ValueId value) {
    if (value == no_value || !is_computed(value) || m_states[value].gp != none || m_states[value].slot != none) {
        return;
    }
    const ValueType type = translate::result_type(operation(value));
    if (m_states[value].uses > 1 && type != ValueType::flag && !is_float_type(type)) {
        make_ready(value);
        return;
    }
    for (const ValueId part : operation(value).operands) {
        settle(part);
    }
}

// Scratch registers.

x86::Gp HostSelector::take(u8 preferred) {
    u8 best = none;
    for (const u8 number : {preferred, static_cast<u8>(1 - preferred)}) {
        if (number == m_locked) {
            continue;
        }
        if (m_held[number] == no_value && !m_cached[number]) {
            return scratch(number);
        }
        if (best == none || (m_held[best] != no_value && m_held[number] == no_value)) {
            best = number;
        }
    }
    if (m_held[best] != no_value) {
        spill(m_held[best]);
    }
    m_cached[best].reset();
    return scratch(best);
}

x86::Xmm HostSelector::take_xmm() {
    for (u8 number = 0; number < scratch_count; ++number) {
        if (m_held_xmm[number] == no_value) {
            return scratch_xmm(number);
        }
    }
    spill(m_held_xmm[0]);
    return scratch_xmm(0);
}

void HostSelector::lock(const Gp& gp) {
    m_locked = gp.id() == x86::eax.id() ? u8{0} : gp.id() == x86::ecx.id() ? u8{1} : none;
}

void HostSelector::hold(ValueId value, const Gp& gp) {
    const u8 number = gp.id() == x86::eax.id() ? 0 : 1;
    m_held[number] = value;
    m_cached[number].reset();
    m_states[value].gp = number;
}

void HostSelector::hold(ValueId value, const Xmm& xmm) {
    const u8 number = xmm == x86::xmm0 ? 0 : 1;
    m_held_xmm[number] = value;
    m_states[value].xmm = number;
}

void HostSelector::spill(ValueId value) {
    HeldValue& state = m_states[value];
    if (state.slot == none) {
        const auto free = std::ranges::find(m_slots, no_value);
        if (free == m_slots.end()) {
            m_host.m_is_too_deep = true;
            return;
        }
        *free = value;
        state.slot = static_cast<u8>(free - m_slots.begin());
        if (state.gp != none) {
            m_a.mov(x86::qword_ptr(x86::rsp, -8 * (state.slot + 1)), scratch(state.gp).r64());
        } else {
            m_a.movsd(x86::qword_ptr(x86::rsp, -8 * (state.slot + 1)), scratch_xmm(state.xmm));
        }
    }
    if (state.gp != none) {
        m_held[state.gp] = no_value;
        state.gp = none;
    }
    if (state.xmm != none) {
        m_held_xmm[state.xmm] = no_value;
        state.xmm = none;
    }
}

void HostSelector::spill_all() {
    for (u8 number = 0; number < scratch_count; ++number) {
        if (m_held[number] != no_value) {
            spill(m_held[number]);
        }
        if (m_held_xmm[number] != no_value) {
            spill(m_held_xmm[number]);
        }
    }
}

x86::Mem HostSelector::slot_of(ValueId value) const {
    const ValueType type = result_type_of(value);
    const bool has_eight = type == ValueType::i64 || type == ValueType::f64;
    return x86::ptr(x86::rsp, -8 * (m_states[value].slot + 1), has_eight ? 8 : 4);
}

/// One use less.
void HostSelector::consume(ValueId value) {
    HeldValue& state = m_states[value];
    if (state.uses == 0 || --state.uses != 0) {
        return;
    }
    if (state.gp != none) {
        m_held[state.gp] = no_value;
        state.gp = none;
    }
    if (state.xmm != none) {
        m_held_xmm[state.xmm] = no_value;
        state.xmm = none;
    }
    if (state.slot != none) {
        m_slots[state.slot] = no_value;
        state.slot = none;
    }
}

/// At the end of an instruction.
void HostSelector::forget_scratch() {
    const auto forget = [this](auto& holders) {
        for (ValueId& value : holders) {
            if (value != no_value) {
                m_states[value].gp = m_states[value].xmm = m_states[value].slot = none;
                value = no_value;
            }
        }
    };
    forget(m_held);
    forget(m_held_xmm);
    forget(m_slots);
    m_locked = none;
}

void HostSelector::cache(GuestPlace place, const Gp& gp) {
    if (gp.id() == x86::eax.id() || gp.id() == x86::ecx.id()) {
        m_cached[gp.id() == x86::eax.id() ? 0 : 1] = place;
    }
}

void HostSelector::forget_cached(GuestPlace place) {
    for (std::optional<GuestPlace>& cached : m_cached) {
        if (cached == place) {
            cached.reset();
        }
    }
}

u8 HostSelector::cached_in(GuestPlace place) const {
    for (u8 number = 0; number < scratch_count; ++number) {
        if (m_cached[number] == place) {
            return number;
        }
    }
    return none;
}

}  // namespace mariner::backend_x86

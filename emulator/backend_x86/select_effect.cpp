// What a block does with words: sets registers, divides, traps.

#include "emulator/backend_x86/select.hpp"

#include <algorithm>
#include <cstddef>

#include "emulator/machine/cpu_state.hpp"

namespace mariner::backend_x86 {

namespace Inst = x86::Inst;

void HostSelector::set(ValueId at) {
    const Operation& one = operation(at);
    switch (one.place.kind) {
        case GuestKind::single:
        case GuestKind::pair:
            return set_float(one, at);
        case GuestKind::flag:
            return set_flag(one);
        case GuestKind::hi:
            if (!set_both_words(at)) {
                set_word(one, at);
            }
            return;
        case GuestKind::gpr:
        case GuestKind::lo:
        case GuestKind::c0:
            return set_word(one, at);
    }
}

void HostSelector::set_word(const Operation& one, ValueId at) {
    keep_from(one.place, at);
    if (one.place.kind == GuestKind::gpr && m_host.has_home(one.place.number)) {
        into(one.a(), m_host.home(one.place.number));
        return;
    }
    const HostOperand to = place_of(one.place);
    if (const std::optional<HostOperand> simple = operand(one.a()); simple && simple->isImm()) {
        forget_cached(one.place);
        m_a.emit(Inst::kIdMov, to, *simple);
        return;
    }
    const Gp value = in_register(one.a());
    forget_cached(one.place);
    m_a.emit(Inst::kIdMov, to, value);
    consume(one.a());
    cache(one.place, value);
}

void HostSelector::set_flag(const Operation& one) {
    const u8 number = one.place.number;
    const CondCode holds = condition(one.a());
    const Gp value = take();
    m_a.set(holds, value.r8());
    m_a.movzx(value, value.r8());
    if (number != 0) {
        m_a.shl(value, number);
    }
    m_a.emit(Inst::kIdAnd, m_host.place_of(place::flags), asmjit::Imm(~(1 << number)));
    m_a.emit(Inst::kIdOr, m_host.place_of(place::flags), value);
}

/// HI and LO, the words of one value: by one store. What the next instruction may want of them stays in registers.
bool HostSelector::set_both_words(ValueId at) {
    const ValueId next = next_effect(at);
    if (next == no_value || operation(next).code != Code::set || operation(next).place.kind != GuestKind::lo ||
        operation(next).guard != operation(at).guard) {
        return false;
    }
    const Operation& high = operation(operation(at).a());
    const Operation& low = operation(operation(next).a());
    if (high.code != Code::high || low.code != Code::low || high.a() != low.a() || m_states[high.a()].uses != 2 ||
        m_states[operation(at).a()].uses != 1 || m_states[operation(next).a()].uses != 1) {
        return false;
    }
    const Gp value = in_register(high.a()).r64();
    consume(high.a());
    consume(high.a());
    const GuestPlace hi{GuestKind::hi, 0};
    const GuestPlace lo{GuestKind::lo, 0};
    forget_cached(hi);
    forget_cached(lo);
    const Gp other = value.id() == x86::rax.id() ? x86::ecx : x86::eax;
    if (fetches_words(at)) {
        m_a.mov(other, value.r32());
        cache(lo, other);
    }
    m_a.rol(value, 32);
    m_a.mov(cpu_member(offsetof(CpuState, hi), 8), value);
    cache(hi, value.r32());
    m_states[next].is_done = true;
    return true;
}

/// Whether the next instruction does.
bool HostSelector::fetches_words(ValueId at) const {
    const u32 instruction = operation(at).instruction;
    for (ValueId next = at + 1; next < m_states.size() && operation(next).instruction <= instruction + 1; ++next) {
        const Operation& one = operation(next);
        if (one.instruction == instruction + 1 && !one.is_removed && one.code == Code::get) {
            return one.place.kind == GuestKind::hi || one.place.kind == GuestKind::lo;
        }
    }
    return false;
}

/// With a sum or difference in place that can be undone, if the trap is about that and it is set behind it.
void HostSelector::trap(ValueId at) {
    const Operation& flag = operation(operation(at).a());
    const ValueId next = next_effect(at);
    const bool adds = flag.code == Code::add_over;
    const bool is_overflow = adds || flag.code == Code::sub_over;
    const bool is_set = next != no_value && operation(next).code == Code::set && operation(next).guard == no_value &&
                        operation(next).place.kind == GuestKind::gpr;
    const Operation* const sum = is_set ? &operation(operation(next).a()) : nullptr;
    if (!is_overflow || !is_set || sum->code != (adds ? Code::add : Code::sub) || sum->operands != flag.operands ||
        operand(operation(next).a()) || !operand(flag.a()) || !operand(flag.b())) {
        m_a.j(condition(operation(at).a()), m_host.step_label());
        return;
    }
    m_states[next].is_done = true;
    const GuestPlace place = operation(next).place;
    const InstId id = adds ? Inst::kIdAdd : Inst::kIdSub;
    const HostOperand b = *operand(flag.b());
    if (m_host.has_home(place.number)) {
        const Gp home = m_host.home(place.number);
        if (*operand(flag.a()) == home && b != home) {
            const InstId inverse = adds ? Inst::kIdSub : Inst::kIdAdd;
            m_a.emit(id, home, b);
            m_a.j(CondCode::kO, m_host.step_label([this, inverse, home, b] { m_a.emit(inverse, home, b); }));
            return;
        }
    }
    const Gp value = take();
    move(value, *operand(flag.a()));
    m_a.emit(id, value, *operand(flag.b()));
    m_a.j(CondCode::kO, m_host.step_label());
    m_a.emit(Inst::kIdMov, m_host.place_of(place.number), value);
    forget_cached(place);
    cache(place, value);
}

/// Quotient and remainder at once, if both are wanted.
void HostSelector::divide(ValueId at) {
    const Operation& one = operation(at);
    const bool is_signed = one.code == Code::div_s || one.code == Code::rem_s;
    const auto is_partner = [&](Code code) {
        return is_signed ? code == Code::div_s || code == Code::rem_s : code == Code::div_u || code == Code::rem_u;
    };
    ValueId partner = no_value;
    for (ValueId next = next_effect(at); next != no_value && partner == no_value; next = next_effect(next)) {
        const Operation& other = operation(next);
        const bool is_same = other.operands == one.operands && other.guard == one.guard && is_partner(other.code);
        partner = is_same && other.code != one.code ? next : no_value;
    }
    make_ready(one.a());
    make_ready(one.b());
    spill_all();
    m_cached.fill({});
    move(x86::ecx, *operand(one.b()));
    move(x86::eax, *operand(one.a()));
    divide_host(is_signed);
    consume(one.a());
    consume(one.b());
    const bool wants_rest = one.code == Code::rem_s || one.code == Code::rem_u;
    const ValueId quotient = wants_rest ? partner : at;
    const ValueId rest = wants_rest ? at : partner;
    if (quotient != no_value) {
        hold(quotient, x86::ecx);
        m_states[quotient].is_done = true;
    }
    if (rest != no_value) {
        hold(rest, x86::eax);
        m_states[rest].is_done = true;
    }
}

/// eax by ecx: quotient to ecx, remainder to eax.
void HostSelector::divide_host(bool is_signed) {
    const HostLabel negated = m_a.newLabel();
    const HostLabel done = m_a.newLabel();
    if (is_signed) {  // 0x80000000 / -1 would be an exception of the host
        m_a.cmp(x86::ecx, -1);
        m_a.je(negated);
        m_host.later([this, negated, done] {
            m_a.bind(negated);
            m_a.mov(x86::ecx, x86::eax);
            m_a.neg(x86::ecx);
            m_a.xor_(x86::eax, x86::eax);
            m_a.jmp(done);
        });
    }
    const auto in_edx = std::ranges::find_if(m_host.m_map->integers, [](u8 number) {
        return number != RegisterMap::none && integer_home[number] == x86::edx;
    });
    const bool keeps = in_edx != m_host.m_map->integers.end();
    const Mem slot = integer_slot(static_cast<u8>(in_edx - m_host.m_map->integers.begin()));
    if (keeps) {
        m_a.mov(slot, x86::edx);
    }
    is_signed ? m_a.cdq() : m_a.xor_(x86::edx, x86::edx);
    is_signed ? m_a.idiv(x86::ecx) : m_a.div(x86::ecx);
    m_a.mov(x86::ecx, x86::eax);
    m_a.mov(x86::eax, x86::edx);
    if (keeps) {
        m_a.mov(x86::edx, slot);
    }
    m_a.bind(done);
}

}  // namespace mariner::backend_x86

// Flags: what the host's flags say, and branches on them.

#include "emulator/backend_x86/select.hpp"

namespace mariner::backend_x86 {

namespace Inst = x86::Inst;

/// Sets the host's flags so that the condition holds where the flag does.
x86::CondCode HostSelector::condition(ValueId flag) {
    const Operation& one = operation(flag);
    if (m_states[flag].gp != none || m_states[flag].slot != none) {
        m_a.emit(Inst::kIdCmp, *operand(flag), asmjit::Imm(0));
        consume(flag);
        return CondCode::kNE;
    }
    switch (one.code) {
        case Code::get:
            m_a.emit(Inst::kIdTest, m_host.place_of(place::flags), asmjit::Imm(1 << one.place.number));
            return CondCode::kNZ;
        case Code::constant: {
            const Gp zero = take();
            m_a.xor_(zero, zero);
            return one.number != 0 ? CondCode::kZ : CondCode::kNZ;
        }
        case Code::eq:
            return one.type == ValueType::i32 ? compare(one, CondCode::kE) : compare_floats(one);
        case Code::lt_s:
            return compare(one, CondCode::kL);
        case Code::lt_u:
            return compare(one, CondCode::kB);
        case Code::lt_f:
        case Code::le_f:
            return compare_floats(one);
        case Code::add_over:
            return overflow(Inst::kIdAdd, one);
        case Code::sub_over:
            return overflow(Inst::kIdSub, one);
        case Code::invert:
            return x86::negateCond(condition(one.a()));
        default: {  // of two flags
            const Gp value = compute(flag, nullptr);
            m_a.test(value, value);
            return CondCode::kNZ;
        }
    }
}

x86::CondCode HostSelector::compare(const Operation& one, CondCode condition) {
    make_ready(one.b());
    make_ready(one.a());
    HostOperand a = *operand(one.a());
    HostOperand b = *operand(one.b());
    if (a.isImm() && !b.isImm()) {
        std::swap(a, b);
        condition = x86::reverseCond(condition);
    }
    if (a.isReg() && b.isImm() && b.as<asmjit::Imm>().value() == 0) {
        m_a.emit(Inst::kIdTest, a, a);
    } else if (a.isImm() || (a.isMem() && b.isMem())) {
        const Gp first = in_register(one.a());
        m_a.emit(Inst::kIdCmp, first, *operand(one.b()));
    } else {
        m_a.emit(Inst::kIdCmp, a, b);
    }
    consume(one.a());
    consume(one.b());
    return condition;
}

x86::CondCode HostSelector::overflow(InstId id, const Operation& one) {
    make_ready(one.b());
    make_ready(one.a());
    const Gp sum = take();
    move(sum, *operand(one.a()));
    m_a.emit(id, sum, *operand(one.b()));
    consume(one.a());
    consume(one.b());
    return CondCode::kO;
}

/// Turned round, so that unordered operands set the carry and answer no.
x86::CondCode HostSelector::compare_floats(const Operation& one) {
    const InstId id = one.type == ValueType::f64 ? Inst::kIdUcomisd : Inst::kIdUcomiss;
    make_ready_float(one.a());
    const Xmm second = float_in_register(one.b());
    m_a.emit(id, second, *float_operand(one.a()));
    consume(one.a());
    consume(one.b());
    if (one.code != Code::eq) {
        return one.code == Code::lt_f ? CondCode::kA : CondCode::kAE;
    }
    const Gp is_equal = take();
    lock(is_equal);
    const Gp is_ordered = take();
    unlock();
    m_a.sete(is_equal.r8());
    m_a.setnp(is_ordered.r8());
    m_a.and_(is_equal.r8(), is_ordered.r8());
    return CondCode::kNZ;
}

/// A register or flag that says whether the comparison holds, and then the branch on it.
bool HostSelector::fuses_with_branch(ValueId at) const {
    const Operation& one = operation(at);
    const Operation& last = m_block->operations.back();
    if (one.code != Code::set || one.guard != no_value || last.code != Code::branch_if ||
        one.instruction + 1 != last.instruction || next_effect(at) != no_value) {
        return false;
    }
    const bool is_bit = one.type == ValueType::i32 && operation(one.a()).code == Code::bit;
    const ValueId flag = one.type == ValueType::flag ? one.a() : is_bit ? operation(one.a()).a() : no_value;
    ValueId tested = last.a();
    while (operation(tested).code == Code::invert && tested != flag) {
        tested = operation(tested).a();
    }
    return flag != no_value && tested == flag;
}

/// The branch knows the result, one constant where it goes and another where not: cheaper than by the flags.
void HostSelector::compare_and_branch(ValueId at) {
    prepare_for_look();
    const Operation& one = operation(at);
    const ValueId flag = one.type == ValueType::flag ? one.a() : operation(one.a()).a();
    bool if_true = true;
    for (ValueId tested = m_block->operations.back().a(); tested != flag; tested = operation(tested).a()) {
        if_true = !if_true;
    }
    const auto test = [&] {
        // Between them, it would keep the processor from making one operation of comparison and branch.
        const bool is_first = !reads_place(flag, one.place);
        if (is_first) {
            write_constant(one.place, if_true);
        }
        const CondCode holds = condition(flag);
        if (!is_first) {
            write_constant(one.place, if_true);
        }
        return if_true ? holds : x86::negateCond(holds);
    };
    m_host.emit_branch_on(test, 2, [this, place = one.place, if_true] { write_constant(place, !if_true); });
}

bool HostSelector::reads_place(ValueId value, GuestPlace place) const {
    const Operation& one = operation(value);
    if (one.code == Code::get) {
        return one.place == place;
    }
    for (const ValueId part : one.operands) {
        if (part != no_value && reads_place(part, place)) {
            return true;
        }
    }
    return false;
}

void HostSelector::write_constant(GuestPlace place, bool value) {
    if (place.kind == GuestKind::flag) {
        const i32 bit = 1 << place.number;
        m_a.emit(value ? Inst::kIdOr : Inst::kIdAnd, m_host.place_of(place::flags), asmjit::Imm(value ? bit : ~bit));
        return;
    }
    m_a.emit(Inst::kIdMov, m_host.place_of(place.number), asmjit::Imm(value ? 1 : 0));
}

}  // namespace mariner::backend_x86

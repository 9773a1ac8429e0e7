// Words: in registers, and computed. select_effect.cpp sets them.

#include "emulator/backend_x86/select.hpp"

#include <algorithm>
#include <cstddef>

#include "emulator/machine/cpu_state.hpp"

namespace mariner::backend_x86 {

namespace Inst = x86::Inst;

namespace {

using asmjit::InstId;

constexpr u32 low_five_bits = 31;

bool fits_immediate(u64 number) {
    return static_cast<u64>(i64{static_cast<i32>(static_cast<u32>(number))}) == number;
}

/// What one instruction of the host does to words; `by_register`: a shift by another.
struct HostForm {
    Code code;
    InstId id;
    bool commutes = false;
    InstId by_register = 0;
};
constexpr HostForm host_forms[] = {
    {Code::add, Inst::kIdAdd, true},
    {Code::sub, Inst::kIdSub},
    {Code::bit_and, Inst::kIdAnd, true},
    {Code::bit_or, Inst::kIdOr, true},
    {Code::bit_xor, Inst::kIdXor, true},
    {Code::shl, Inst::kIdShl, false, Inst::kIdShlx},
    {Code::shr, Inst::kIdShr, false, Inst::kIdShrx},
    {Code::sar, Inst::kIdSar, false, Inst::kIdSarx},
};
/// compute()'s other cases.
constexpr Code longer_forms[] = {
    Code::constant, Code::get,    Code::clz,  Code::extend_s, Code::extend_u,  Code::mul,       Code::join, Code::low,
    Code::high,     Code::select, Code::bit,  Code::bits_of,  Code::clamp_i32, Code::round_i32, Code::eq,   Code::lt_s,
    Code::lt_u,     Code::lt_f,   Code::le_f, Code::add_over, Code::sub_over,  Code::invert};
/// Neither words nor flags, or effects: computed elsewhere.
constexpr Code computed_elsewhere[] = {
    Code::immediate, Code::link,      Code::div_s,     Code::div_u,   Code::rem_s, Code::rem_u,    Code::fadd,
    Code::fsub,      Code::fmul,      Code::fdiv,      Code::fsqrt,   Code::fabs,  Code::fneg,     Code::canon,
    Code::promote,   Code::demote,    Code::from_i32,  Code::of_bits, Code::load,  Code::store,    Code::set,
    Code::trap_if,   Code::raise,     Code::branch_if, Code::branch,  Code::jump,  Code::jump_now, Code::service,
    Code::step,      Code::interpret, Code::test_range};
static_assert(translate::have_all_codes(host_forms, longer_forms, computed_elsewhere));

constexpr auto form_of = translate::rows_by_code(host_forms);

bool is_extension(Code code) {
    return code == Code::extend_s || code == Code::extend_u;
}

}  // namespace

// Where values are.

asmjit::Operand HostSelector::place_of(GuestPlace place) const {
    switch (place.kind) {
        case GuestKind::gpr:
            return m_host.place_of(place.number);
        case GuestKind::hi:
            return cpu_member(offsetof(CpuState, hi));
        case GuestKind::lo:
            return cpu_member(offsetof(CpuState, lo));
        case GuestKind::c0:
            return cpu_member(place.number == 8    ? offsetof(CpuState, bad_address)
                              : place.number == 12 ? offsetof(CpuState, status)
                              : place.number == 13 ? offsetof(CpuState, cause)
                                                   : offsetof(CpuState, epc));
        case GuestKind::flag:
            return m_host.place_of(place::flags);
        case GuestKind::single:
        case GuestKind::pair:
            break;
    }
    return float_slot(place.number);
}

/// Where a word can be read as it is: a number, a register, memory. Nothing if it is still to be computed.
std::optional<asmjit::Operand> HostSelector::operand(ValueId value) const {
    const HeldValue& state = m_states[value];
    const Operation& one = operation(value);
    if (state.gp != none) {
        return is_wide(value) ? scratch(state.gp).r64() : scratch(state.gp);
    }
    if (state.slot != none) {
        return slot_of(value);
    }
    switch (one.code) {
        case Code::constant:
            if (one.type != ValueType::i64) {
                return asmjit::Imm(static_cast<i32>(static_cast<u32>(one.number)));
            }
            return fits_immediate(one.number) ? std::optional<HostOperand>(asmjit::Imm(static_cast<i64>(one.number)))
                                              : std::nullopt;
        case Code::get: {
            if (one.type != ValueType::i32) {
                return std::nullopt;
            }
            const u8 cached = cached_in(one.place);
            return cached != none ? HostOperand(scratch(cached)) : place_of(one.place);
        }
        case Code::extend_u: {
            // Homes have zeros above their words.
            const Operation& word = operation(one.a());
            const bool has_home = word.code == Code::get && word.place.kind == GuestKind::gpr &&
                                  m_states[one.a()].gp == none && m_states[one.a()].slot == none &&
                                  m_host.has_home(word.place.number);
            return has_home ? std::optional<HostOperand>(m_host.home(word.place.number).r64()) : std::nullopt;
        }
        default:
            return std::nullopt;
    }
}

/// Behind it, operand() has an answer (until a scratch register is taken: then it may be another one).
void HostSelector::make_ready(ValueId value) {
    if (!operand(value)) {
        hold(value, compute(value, nullptr));
    }
}

void HostSelector::move(const Gp& to, const HostOperand& from) {
    if (from.isReg() && from.as<Gp>().id() == to.id()) {
        return;
    }
    if (from.isImm() && to.size() == 8) {
        m_a.mov(to, from.as<asmjit::Imm>());
        return;
    }
    m_a.emit(Inst::kIdMov, to, from);
}

/// Into a home, which nothing else wants to read any more.
void HostSelector::into(ValueId value, const Gp& home) {
    if (const std::optional<HostOperand> simple = operand(value)) {
        move(home, *simple);
    } else {
        move(home, compute(value, &home));
    }
    consume(value);
}

/// Itself, not a copy.
x86::Gp HostSelector::in_register(ValueId value) {
    make_ready(value);
    const HostOperand from = *operand(value);
    if (from.isReg()) {
        return from.as<Gp>();
    }
    const Gp to = is_wide(value) ? take().r64() : take();
    move(to, *operand(value));
    if (operation(value).code == Code::get && m_states[value].slot == none) {
        cache(operation(value).place, to);
    } else {
        m_states[value].gp = none;
        hold(value, to);
    }
    return to;
}

// Computing.

/// In `home` if there is one, or in a scratch register that nobody holds yet.
x86::Gp HostSelector::compute(ValueId value, const Gp* home) {
    const Operation& one = operation(value);
    if (const HostForm* const form = form_of[static_cast<size_t>(one.code)]) {
        return form->by_register != 0 ? shift(form->id, form->by_register, one, home)
                                      : arithmetic(form->id, form->commutes, one, home);
    }
    switch (one.code) {
        case Code::constant: {
            const Gp to = take();
            one.number >> 32 == 0 ? m_a.mov(to, static_cast<u32>(one.number)) : m_a.mov(to.r64(), one.number);
            return to;
        }
        case Code::clz:
            return leading_zeros(one, home);
        case Code::extend_s:
        case Code::extend_u:
            return extended(one);
        case Code::mul:
            return product(one);
        case Code::join:
            return joined(one);
        case Code::low:
            return low_word(one, home);
        case Code::high:
            return shifted_product(Inst::kIdShr, one, 0);
        case Code::select:
            return chosen(one, home);
        case Code::bit:
            return bit(one.a(), home);
        case Code::bits_of:
            return word_of_float(one, home);
        case Code::clamp_i32:
        case Code::round_i32:
            return float_to_integer(one);
        default:
            break;
    }
    if (translate::result_type(one) == ValueType::flag) {
        return bit(value, home);
    }
    m_host.m_is_too_deep = true;
    return x86::eax;
}

/// Where a result may go whose first operand is `first`: in its place, if this is the last that is wanted of it.
x86::Gp HostSelector::destination(ValueId first, const Gp* home) {
    if (home != nullptr) {
        return *home;
    }
    const HeldValue& state = m_states[first];
    return state.gp != none && state.uses == 1 && !m_cached[state.gp] ? scratch(state.gp) : take();
}

x86::Gp HostSelector::arithmetic(InstId id, bool commutes, const Operation& one, const Gp* home) {
    const bool wide = one.type == ValueType::i64;
    if (home == nullptr && weight(one.a()) > weight(one.b())) {
        make_ready(one.a());
    }
    make_ready(one.b());
    const bool is_in_way = home != nullptr && operand(one.b())->isReg() && *operand(one.b()) == *home;
    if (home != nullptr && !is_in_way && !operand(one.a())) {
        into(one.a(), *home);
        m_a.emit(id, *home, *operand(one.b()));
        consume(one.b());
        return *home;
    }
    make_ready(one.a());
    if (home == nullptr && id == Inst::kIdSub && replaces_subtrahend(one)) {
        const Gp to = operand(one.b())->as<Gp>();
        m_a.neg(to);
        m_a.emit(Inst::kIdAdd, to, *operand(one.a()));
        consume(one.a());
        consume(one.b());
        return to;
    }
    const bool needs_scratch = is_in_way && !commutes && *operand(one.a()) != *home;
    Gp to = destination(one.a(), needs_scratch ? nullptr : home);
    to = wide ? to.r64() : to;
    const HostOperand a = *operand(one.a());
    const HostOperand b = *operand(one.b());
    if (commutes && b == to && a != to) {
        m_a.emit(id, to, a);
    } else {
        combine(id, to, a, b);
    }
    consume(one.a());
    consume(one.b());
    return to;
}

/// Whether a difference goes where what is subtracted is, so that the other scratch register stays as it is.
bool HostSelector::replaces_subtrahend(const Operation& difference) const {
    const HeldValue& b = m_states[difference.b()];
    if (b.gp == none || b.uses != 1 || m_cached[b.gp] || m_states[difference.a()].gp != none) {
        return false;
    }
    const u8 other = 1 - b.gp;
    return m_held[other] != no_value || m_cached[other];
}

/// How many scratch registers computing it takes: who needs more goes first, as long as all are free.
u32 HostSelector::weight(ValueId value) const {
    if (operand(value)) {
        return 0;
    }
    const Operation& one = operation(value);
    const u32 a = one.a() == no_value ? 0 : weight(one.a());
    const u32 b = one.b() == no_value ? 0 : weight(one.b());
    return std::max({a, b, a == b ? a + 1 : 1});
}

/// `to` = a op b, where b isn't in `to`, or a is, too.
void HostSelector::combine(InstId id, const Gp& to, const HostOperand& a, const HostOperand& b) {
    const bool is_copied = a.isReg() && a != to;
    if (id == Inst::kIdAdd && is_copied && to.size() == 4 && (b.isReg() || b.isImm())) {
        const Gp first = a.as<Gp>().r64();
        m_a.lea(to,
                b.isReg() ? x86::ptr(first, b.as<Gp>().r64()) : x86::ptr(first, b.as<asmjit::Imm>().valueAs<i32>()));
        return;
    }
    move(to, a);
    if (id == Inst::kIdXor && b.isImm() && b.as<asmjit::Imm>().value() == -1) {
        m_a.not_(to);
        return;
    }
    m_a.emit(id, to, b);
}

/// The host takes five bits of a register, as the guest does; by a number it was said already.
x86::Gp HostSelector::shift(InstId by_number, InstId by_register, const Operation& one, const Gp* home) {
    if (m_block->is_constant(one.b())) {
        const u32 amount = m_block->word(one.b()) & low_five_bits;
        const Operation& value = operation(one.a());
        const bool is_upper = value.code == Code::high && !operand(one.a()) && by_number != Inst::kIdShl;
        if (is_upper && m_states[one.a()].uses == 1) {
            return shifted_product(by_number, value, amount);
        }
        if (home != nullptr) {
            into(one.a(), *home);
            m_a.emit(by_number, *home, asmjit::Imm(amount));
            return *home;
        }
        make_ready(one.a());
        const Gp to = destination(one.a(), nullptr);
        move(to, *operand(one.a()));
        m_a.emit(by_number, to, asmjit::Imm(amount));
        consume(one.a());
        return to;
    }
    const Operation& masked = operation(one.b());
    const bool is_masked = masked.code == Code::bit_and && !operand(one.b()) && m_states[one.b()].uses == 1 &&
                           is_number(masked.b(), low_five_bits);
    const ValueId amount = is_masked ? masked.a() : one.b();
    make_ready(one.a());
    if (operand(one.a())->isImm()) {
        in_register(one.a());
    }
    const Gp by = in_register(amount);
    lock(by);
    if (operand(one.a())->isImm()) {
        in_register(one.a());
    }
    const Gp to = home != nullptr ? *home : take();
    unlock();
    m_a.emit(by_register, to, *operand(one.a()), by);
    consume(one.a());
    consume(amount);
    return to;
}

/// The high word of 64 bits, shifted on. Bits above the word are the sign's, behind sar.
x86::Gp HostSelector::shifted_product(InstId id, const Operation& high, u32 amount) {
    make_ready(high.a());
    const Gp to = destination(high.a(), nullptr).r64();
    move(to, *operand(high.a()));
    m_a.emit(id, to, asmjit::Imm(32 + amount));
    consume(high.a());
    return to.r32();
}

x86::Gp HostSelector::leading_zeros(const Operation& one, const Gp* home) {
    make_ready(one.a());
    if (operand(one.a())->isImm()) {
        in_register(one.a());
    }
    const Gp to = destination(one.a(), home);
    m_a.emit(Inst::kIdLzcnt, to, *operand(one.a()));
    consume(one.a());
    return to;
}

x86::Gp HostSelector::extended(const Operation& one) {
    make_ready(one.a());
    if (operand(one.a())->isImm()) {
        in_register(one.a());
    }
    const Gp to = destination(one.a(), nullptr);
    const HostOperand from = *operand(one.a());
    if (one.code == Code::extend_s) {
        m_a.emit(Inst::kIdMovsxd, to.r64(), from);
    } else {
        m_a.emit(Inst::kIdMov, to, from);
    }
    consume(one.a());
    return to;
}

x86::Gp HostSelector::joined(const Operation& one) {
    static_assert(offsetof(CpuState, lo) == offsetof(CpuState, hi) + 4);
    const auto is_get = [&](ValueId value, GuestKind kind) {
        return operation(value).code == Code::get && operation(value).place.kind == kind &&
               m_states[value].gp == none && m_states[value].slot == none;
    };
    if (is_get(one.a(), GuestKind::hi) && is_get(one.b(), GuestKind::lo)) {
        const Gp to = take().r64();
        m_a.mov(to, cpu_member(offsetof(CpuState, hi), 8));
        m_a.rol(to, 32);
        return to;
    }
    make_ready(one.b());
    in_register(one.b());
    make_ready(one.a());
    lock(in_register(one.b()));
    const Gp to = take().r64();
    unlock();
    move(to.r32(), *operand(one.a()));
    m_a.shl(to, 32);
    m_a.or_(to, in_register(one.b()).r64());
    consume(one.a());
    consume(one.b());
    return to;
}

x86::Gp HostSelector::low_word(const Operation& one, const Gp* home) {
    const Operation& wide = operation(one.a());
    const bool is_product = wide.code == Code::mul && !operand(one.a()) && m_states[one.a()].uses == 1;
    const auto is_word = [&](ValueId value) {
        return (is_extension(operation(value).code) && m_states[value].gp == none && m_states[value].slot == none) ||
               m_block->is_constant(value);
    };
    if (is_product && is_extension(operation(wide.a()).code) && is_word(wide.b())) {
        return word_product(operation(wide.a()).a(), wide.b(), home);
    }
    make_ready(one.a());
    const Gp to = home != nullptr ? *home : destination(one.a(), nullptr);
    const HostOperand from = *operand(one.a());
    if (from.isReg()) {
        m_a.mov(to, from.as<Gp>().r32());
    } else {
        Mem word = from.as<Mem>();
        word.setSize(4);
        m_a.mov(to, word);
    }
    consume(one.a());
    return to;
}

/// Of which only the low word is wanted; `factor` is extended or a number.
x86::Gp HostSelector::word_product(ValueId a, ValueId factor, const Gp* home) {
    make_ready(a);
    if (m_block->is_constant(factor)) {
        if (operand(a)->isImm()) {
            in_register(a);
        }
        const Gp to = destination(a, home);
        m_a.emit(Inst::kIdImul, to, *operand(a), asmjit::Imm(static_cast<i32>(m_block->word(factor))));
        consume(a);
        return to;
    }
    const ValueId b = operation(factor).a();
    make_ready(b);
    make_ready(a);
    const bool is_in_way = home != nullptr && *operand(b) == *home;
    if (is_in_way && *operand(a) != *home && !operand(a)->isImm()) {
        m_a.emit(Inst::kIdImul, *home, *operand(a));
    } else {
        const Gp to = is_in_way ? destination(a, nullptr) : destination(a, home);
        move(to, *operand(a));
        m_a.emit(Inst::kIdImul, to, *operand(b));
        consume(a);
        consume(b);
        return to;
    }
    consume(a);
    consume(b);
    return *home;
}

x86::Gp HostSelector::product(const Operation& one) {
    make_ready(one.b());
    const bool by_number = operand(one.b())->isImm();
    make_ready(one.a());
    const Gp to = destination(one.a(), nullptr).r64();
    const HostOperand a = *operand(one.a());
    const HostOperand b = *operand(one.b());
    if (by_number && !a.isImm()) {
        m_a.emit(Inst::kIdImul, to, a, b);
    } else if (b == to) {
        m_a.emit(Inst::kIdImul, to, a);
    } else {
        move(to, a);
        if (by_number) {
            m_a.emit(Inst::kIdImul, to, to, b);
        } else {
            m_a.emit(Inst::kIdImul, to, b);
        }
    }
    consume(one.a());
    consume(one.b());
    return to;
}

x86::Gp HostSelector::chosen(const Operation& one, const Gp* home) {
    make_ready(one.b());
    make_ready(one.c());
    if (operand(one.b())->isImm()) {
        in_register(one.b());
    }
    const CondCode holds = condition(one.a());
    const Gp to = take();
    move(to, *operand(one.c()));
    m_a.emit(Inst::cmovccFromCond(holds), to, *operand(one.b()));
    consume(one.b());
    consume(one.c());
    if (home != nullptr) {
        move(*home, to);
        return *home;
    }
    return to;
}

/// 1 where the flag holds, else 0.
x86::Gp HostSelector::bit(ValueId flag, const Gp* home) {
    const bool is_read = home == nullptr || reads(flag, *home);
    if (!is_read) {
        m_a.xor_(*home, *home);
    }
    const CondCode holds = condition(flag);
    const Gp to = home != nullptr ? *home : take();
    m_a.set(holds, to.r8());
    if (is_read) {
        m_a.movzx(to, to.r8());
    }
    return to;
}

/// Whether what is still to be computed of a value looks at a home.
bool HostSelector::reads(ValueId value, const Gp& home) const {
    if (const std::optional<HostOperand> simple = operand(value)) {
        return simple->isReg() && simple->as<Gp>().id() == home.id();
    }
    if (operation(value).code == Code::get) {  // a flag
        return place_of(operation(value).place) == home;
    }
    for (const ValueId part : operation(value).operands) {
        if (part != no_value && reads(part, home)) {
            return true;
        }
    }
    return false;
}

}  // namespace mariner::backend_x86

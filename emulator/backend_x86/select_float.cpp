// Floating point. A pair of registers shares one xmm register, the even one in its low 32 bits, so that singles and
// doubles mix as they do in the guest. Results that are NaN become the canonical one; conversions that the host answers
// with 0x80000000 are steps of the checked core.

#include "emulator/backend_x86/select.hpp"

#include <cstddef>
#include <limits>
#include <utility>

namespace mariner::backend_x86 {

namespace Inst = x86::Inst;

namespace {

bool is_double(ValueType type) {
    return type == ValueType::f64;
}

asmjit::InstId move_of(bool wide) {
    return wide ? Inst::kIdMovsd : Inst::kIdMovss;
}

/// Of roundss, raising nothing; nothing if cvttss2si alone rounds so.
std::optional<u32> rounding_mode(const Operation& one) {
    constexpr u32 to_nearest = 8, down = 9, up = 10;
    if (one.code == Code::clamp_i32) {
        return std::nullopt;
    }
    switch (one.rounding) {
        case translate::Rounding::up:
            return up;
        case translate::Rounding::down:
            return down;
        case translate::Rounding::to_nearest:
            return to_nearest;
        case translate::Rounding::to_zero:
            break;
    }
    return std::nullopt;
}

}  // namespace

// Where values are.

/// Where it can be read as it is. Nothing if it is still to be computed, or lies in the upper half of a home.
std::optional<asmjit::Operand> HostSelector::float_operand(ValueId value) const {
    const HeldValue& state = m_states[value];
    if (state.xmm != none) {
        return scratch_xmm(state.xmm);
    }
    if (state.slot != none) {
        return slot_of(value);
    }
    const Operation& one = operation(value);
    if (one.code != Code::get) {
        return std::nullopt;
    }
    if (!has_home(one.place)) {
        return float_slot(one.place.number, is_double(one.type) ? 8 : 4);
    }
    return is_upper(one.place) ? std::nullopt : std::optional<HostOperand>(float_home_of(one.place));
}

void HostSelector::load_float_place(const Xmm& to, GuestPlace place) {
    if (has_home(place) && is_upper(place)) {
        m_a.pshufd(to, float_home_of(place), 1);
    } else if (has_home(place)) {
        m_a.movaps(to, float_home_of(place));
    } else {
        const bool wide = place.kind == GuestKind::pair;
        m_a.emit(move_of(wide), to, float_slot(place.number, wide ? 8 : 4));
    }
}

void HostSelector::make_ready_float(ValueId value) {
    if (!float_operand(value)) {
        hold(value, compute_float(value, nullptr));
    }
}

x86::Xmm HostSelector::float_in_register(ValueId value) {
    make_ready_float(value);
    const HostOperand from = *float_operand(value);
    if (from.isReg()) {
        return from.as<Xmm>();
    }
    const Xmm to = take_xmm();
    m_a.emit(move_of(is_double(translate::result_type(operation(value)))), to, from);
    hold(value, to);
    return to;
}

// Setting.

void HostSelector::set_float(const Operation& one, ValueId at) {
    const GuestPlace place = one.place;
    keep_from(place, at);
    const Operation& value = operation(one.a());
    if (value.code == Code::of_bits && !float_operand(one.a())) {
        make_ready(value.a());
        write_float_bits(place, *operand(value.a()), value.a());
        consume(value.a());
        consume(one.a());
        return;
    }
    const Xmm from = float_operand(one.a()) ? float_in_register(one.a()) : compute_float(one.a(), &place);
    write_float(place, from);
    consume(one.a());
    if (m_untested && m_untested->number / 2 == place.number / 2 && !(value.code == Code::canon && value.is_put_off)) {
        m_untested.reset();
    }
}

void HostSelector::write_float(GuestPlace place, const Xmm& value) {
    const bool wide = place.kind == GuestKind::pair;
    if (!has_home(place)) {
        m_a.emit(move_of(wide), float_slot(place.number, wide ? 8 : 4), value);
    } else if (is_upper(place)) {
        m_a.insertps(float_home_of(place), value, 0x10);
    } else if (float_home_of(place) != value) {
        // Between registers, movss leaves the odd half alone.
        m_a.emit(fills_home(place) ? Inst::kIdMovaps : Inst::kIdMovss, float_home_of(place), value);
    }
}

void HostSelector::write_float_bits(GuestPlace place, const HostOperand& bits, ValueId value) {
    if (!has_home(place)) {
        const HostOperand from = bits.isMem() ? HostOperand(in_register(value)) : bits;
        m_a.emit(Inst::kIdMov, float_slot(place.number), from);
        return;
    }
    const HostOperand from = bits.isImm() ? HostOperand(in_register(value)) : bits;
    if (fills_home(place)) {
        m_a.emit(Inst::kIdMovd, float_home_of(place), from);
    } else {
        m_a.emit(Inst::kIdPinsrd, float_home_of(place), from, asmjit::Imm(place.number % 2));
    }
}

// Computing.

/// In the place's home if that is possible, or in a scratch register that nobody holds yet.
x86::Xmm HostSelector::compute_float(ValueId value, const GuestPlace* place) {
    const Operation& one = operation(value);
    const bool wide = is_double(one.type);
    switch (one.code) {
        case Code::get: {  // the upper half of a home
            const Xmm to = take_xmm();
            load_float_place(to, one.place);
            return to;
        }
        case Code::fadd:
            return float_arithmetic(wide ? Inst::kIdAddsd : Inst::kIdAddss, true, one, place);
        case Code::fsub:
            return float_arithmetic(wide ? Inst::kIdSubsd : Inst::kIdSubss, false, one, place);
        case Code::fmul:
            return float_arithmetic(wide ? Inst::kIdMulsd : Inst::kIdMulss, true, one, place);
        case Code::fdiv:
            return float_arithmetic(wide ? Inst::kIdDivsd : Inst::kIdDivss, false, one, place);
        case Code::fsqrt:
            return float_convert(wide ? Inst::kIdSqrtsd : Inst::kIdSqrtss, one);
        case Code::promote:
            return float_convert(Inst::kIdCvtss2sd, one);
        case Code::demote:
            return float_convert(Inst::kIdCvtsd2ss, one);
        case Code::fabs:
            return float_mask(
                Inst::kIdAndps, one, place,
                wide ? offsetof(FloatConstants, wide_magnitude) : offsetof(FloatConstants, single_magnitude));
        case Code::fneg:
            return float_mask(Inst::kIdXorps, one, place,
                              wide ? offsetof(FloatConstants, wide_sign) : offsetof(FloatConstants, single_sign));
        case Code::canon:
            return canonical(one, place);
        case Code::from_i32:
            return float_from_integer(one);
        case Code::of_bits: {
            const Gp bits = in_register(one.a());
            const Xmm to = take_xmm();
            m_a.movd(to, bits);
            consume(one.a());
            return to;
        }
        case Code::select: {
            const Xmm to = take_xmm();
            hold(value, to);
            const HostLabel done = m_a.newLabel();
            make_ready_float(one.b());
            make_ready_float(one.c());
            m_a.emit(move_of(wide), to, *float_operand(one.b()));
            m_a.j(condition(one.a()), done);
            m_a.emit(move_of(wide), to, *float_operand(one.c()));
            m_a.bind(done);
            consume(one.b());
            consume(one.c());
            return to;
        }
        default:
            m_host.m_is_too_deep = true;
            return x86::xmm0;
    }
}

/// Where the result of an operation may go that keeps what its target has above the result.
x86::Xmm HostSelector::float_destination(ValueId first, const GuestPlace* place) {
    const std::optional<HostOperand> from = float_operand(first);
    if (place != nullptr && has_home(*place) && !is_upper(*place)) {
        const Xmm home = float_home_of(*place);
        if (fills_home(*place) || (from && *from == home)) {
            return home;
        }
    }
    const HeldValue& state = m_states[first];
    return state.xmm != none && state.uses == 1 ? scratch_xmm(state.xmm) : take_xmm();
}

x86::Xmm HostSelector::float_arithmetic(InstId id, bool commutes, const Operation& one, const GuestPlace* place) {
    const bool wide = is_double(one.type);
    make_ready_float(one.b());
    make_ready_float(one.a());
    ValueId first = one.a();
    ValueId second = one.b();
    const auto is_home = [&](ValueId value) {
        return place != nullptr && has_home(*place) && !is_upper(*place) &&
               *float_operand(value) == float_home_of(*place);
    };
    if (commutes && is_home(second) && !is_home(first)) {
        std::swap(first, second);
    }
    const bool is_in_way = is_home(second) && !is_home(first);
    const Xmm to = float_destination(first, is_in_way ? nullptr : place);
    const HostOperand from = *float_operand(first);
    if (from.isReg() && from != to) {
        m_a.emit(Inst::kIdMovaps, to, from);
    } else if (!from.isReg()) {
        m_a.emit(move_of(wide), to, from);
    }
    m_a.emit(id, to, *float_operand(second));
    consume(one.a());
    consume(one.b());
    return to;
}

/// By an instruction of one operand.
x86::Xmm HostSelector::float_convert(InstId id, const Operation& one) {
    make_ready_float(one.a());
    const Xmm to = take_xmm();
    m_a.xorps(to, to);  // the instruction would wait for what it doesn't overwrite
    m_a.emit(id, to, *float_operand(one.a()));
    consume(one.a());
    return to;
}

x86::Xmm HostSelector::float_mask(InstId id, const Operation& one, const GuestPlace* place, size_t mask) {
    make_ready_float(one.a());
    const Xmm to = float_destination(one.a(), place);
    const HostOperand from = *float_operand(one.a());
    if (from.isReg() && from != to) {
        m_a.emit(Inst::kIdMovaps, to, from);
    } else if (!from.isReg()) {
        m_a.emit(move_of(is_double(one.type)), to, from);
    }
    m_a.emit(id, to, float_constant(mask, 16));
    consume(one.a());
    return to;
}

x86::Xmm HostSelector::float_from_integer(const Operation& one) {
    const bool wide = is_double(one.type);
    const Operation& bits = operation(one.a());
    const bool is_moved = bits.code == Code::bits_of && !operand(one.a()) && operation(bits.a()).code == Code::get;
    if (is_moved && float_operand(bits.a())) {
        const HostOperand from = *float_operand(bits.a());
        const Xmm to = take_xmm();
        if (from.isReg()) {
            m_a.emit(wide ? Inst::kIdCvtdq2pd : Inst::kIdCvtdq2ps, to, from);
        } else {
            m_a.xorps(to, to);
            m_a.emit(wide ? Inst::kIdCvtsi2sd : Inst::kIdCvtsi2ss, to, from);
        }
        consume(bits.a());
        consume(one.a());
        return to;
    }
    make_ready(one.a());
    if (operand(one.a())->isImm()) {
        in_register(one.a());
    }
    const Xmm to = take_xmm();
    m_a.xorps(to, to);
    m_a.emit(wide ? Inst::kIdCvtsi2sd : Inst::kIdCvtsi2ss, to, *operand(one.a()));
    consume(one.a());
    return to;
}

x86::Gp HostSelector::float_to_integer(const Operation& one) {
    const bool wide = is_double(one.type);
    make_ready_float(one.a());
    HostOperand from = *float_operand(one.a());
    if (const std::optional<u32> mode = rounding_mode(one)) {
        const Xmm rounded = take_xmm();
        m_a.emit(wide ? Inst::kIdRoundsd : Inst::kIdRoundss, rounded, *float_operand(one.a()), asmjit::Imm(*mode));
        from = rounded;
    }
    const Gp to = take();
    m_a.emit(wide ? Inst::kIdCvttsd2si : Inst::kIdCvttss2si, to, from);
    m_a.cmp(to, asmjit::Imm(std::numeric_limits<i32>::min()));
    m_a.je(m_host.step_label());
    consume(one.a());
    return to;
}

/// The bits of a single as a word.
x86::Gp HostSelector::word_of_float(const Operation& one, const Gp* home) {
    const Operation& value = operation(one.a());
    const bool is_upper_half = value.code == Code::get && !float_operand(one.a());
    const Gp to = home != nullptr ? *home : take();
    if (is_upper_half) {
        m_a.pextrd(to, float_home_of(value.place), 1);
    } else {
        make_ready_float(one.a());
        const HostOperand from = *float_operand(one.a());
        m_a.emit(from.isReg() ? Inst::kIdMovd : Inst::kIdMov, to, from);
    }
    consume(one.a());
    return to;
}

// Not-a-number.

/// The value, with the one NaN that MARS has. A test that is put off is the next one's.
x86::Xmm HostSelector::canonical(const Operation& one, const GuestPlace* place) {
    const bool wide = is_double(one.type);
    const bool is_computed_here = !float_operand(one.a());
    Xmm value = is_computed_here ? compute_float(one.a(), place) : take_xmm();
    if (!is_computed_here) {
        m_a.emit(move_of(wide), value, *float_operand(one.a()));
    }
    consume(one.a());
    if (one.is_put_off && place != nullptr && has_home(*place) && !is_upper(*place)) {
        m_untested = *place;
        return value;
    }
    std::optional<GuestPlace> earlier = std::exchange(m_untested, std::nullopt);
    if (place != nullptr && earlier == *place) {
        earlier.reset();
    }
    make_canonical(value, wide, earlier);
    return value;
}

/// `earlier`: a register whose test was left to this one.
void HostSelector::make_canonical(const Xmm& value, bool wide, std::optional<GuestPlace> earlier) {
    const InstId compare = wide ? Inst::kIdUcomisd : Inst::kIdUcomiss;
    const HostLabel is_nan = m_a.newLabel();
    const HostLabel back = m_a.newLabel();
    m_a.emit(compare, value, value);
    m_a.jp(is_nan);
    m_a.bind(back);
    m_host.later([this, is_nan, back, value, wide, earlier, compare] {
        m_a.bind(is_nan);
        replace_by_canonical(value, wide);
        if (earlier) {
            const Xmm other = float_home_of(*earlier);
            m_a.emit(compare, other, other);
            m_a.jnp(back);
            replace_by_canonical(other, wide);
        }
        m_a.jmp(back);
    });
}

void HostSelector::replace_by_canonical(const Xmm& value, bool wide) {
    if (wide) {
        m_a.movsd(value, float_constant(offsetof(FloatConstants, canonical_wide), 8));
        return;
    }
    // By way of another register, since only that leaves the odd half alone.
    const Xmm nan = value == x86::xmm1 ? x86::xmm0 : x86::xmm1;
    m_a.movss(x86::dword_ptr(x86::rsp, -8 * (slot_count + 1)), nan);
    m_a.movss(nan, float_constant(offsetof(FloatConstants, canonical_single), 4));
    m_a.movss(value, nan);
    m_a.movss(nan, x86::dword_ptr(x86::rsp, -8 * (slot_count + 1)));
}

x86::Mem HostSelector::float_constant(size_t offset, u32 size) const {
    return x86::ptr(m_host.m_around.thunks.constants + offset, size);
}

// Memory.

void HostSelector::load_float(ValueId at) {
    const Operation& access = operation(at);
    const bool wide = is_double(access.type);
    const ValueId next = next_effect(at);
    const Mem from = tested_place(access, false);
    consume(access.a());
    const bool is_set = m_states[at].uses == 1 && next != no_value && operation(next).code == Code::set &&
                        operation(next).a() == at && operation(next).guard == no_value;
    const GuestPlace place = is_set ? operation(next).place : GuestPlace{};
    if (is_set && has_home(place) && (fills_home(place) || is_upper(place))) {
        keep_from(place, next);
        m_states[next].is_done = true;
        if (is_upper(place)) {
            m_a.pinsrd(float_home_of(place), from, 1);
        } else {
            m_a.emit(move_of(wide), float_home_of(place), from);
        }
        if (m_untested && m_untested->number / 2 == place.number / 2) {
            m_untested.reset();
        }
    } else if (m_states[at].uses != 0) {
        const Xmm to = take_xmm();
        m_a.emit(move_of(wide), to, from);
        hold(at, to);
    }
    unlock();
}

void HostSelector::store_float(const Operation& access) {
    const bool wide = is_double(access.type);
    const Operation& value = operation(access.b());
    const bool is_upper_half = value.code == Code::get && !float_operand(access.b());
    const bool is_word = value.code == Code::get && !has_home(value.place) && !wide;
    if (!is_upper_half && !is_word) {
        make_ready_float(access.b());
    }
    const Mem to = tested_place(access, true);
    if (is_upper_half) {
        m_a.pextrd(to, float_home_of(value.place), 1);
    } else if (is_word) {
        const Gp word = take();
        m_a.mov(word, float_slot(value.place.number));
        m_a.mov(to, word);
    } else {
        m_a.emit(move_of(wide), to, float_in_register(access.b()));
    }
    unlock();
    consume(access.a());
    consume(access.b());
}

}  // namespace mariner::backend_x86

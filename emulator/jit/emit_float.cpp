// Floating point. A pair of registers shares one xmm register, the even one in its low 32 bits, so that singles and
// doubles mix as they do in the guest. Results that are NaN become the canonical one; conversions that the host answers
// with 0x80000000 are steps of the checked core.

#include <cstddef>
#include <utility>

#include "emulator/jit/emitter.hpp"

namespace mariner::jit {

namespace Inst = x86::Inst;

namespace {

constexpr u32 to_nearest = 8, down = 9, up = 10;  // of roundss, raising nothing

}  // namespace

bool HostEmitter::emit_float() {
    return emit_float_arithmetic() || emit_float_move() || emit_float_conversion() || emit_float_memory();
}

std::optional<HostEmitter::FloatBinary> HostEmitter::float_binary_of(isa::Op code) {
    switch (code) {
        case isa::Op::add_s:
            return FloatBinary{Inst::kIdAddss, false, true};
        case isa::Op::add_d:
            return FloatBinary{Inst::kIdAddsd, true, true};
        case isa::Op::sub_s:
            return FloatBinary{Inst::kIdSubss, false, false};
        case isa::Op::sub_d:
            return FloatBinary{Inst::kIdSubsd, true, false};
        case isa::Op::mul_s:
            return FloatBinary{Inst::kIdMulss, false, true};
        case isa::Op::mul_d:
            return FloatBinary{Inst::kIdMulsd, true, true};
        case isa::Op::div_s:
            return FloatBinary{Inst::kIdDivss, false, false};
        case isa::Op::div_d:
            return FloatBinary{Inst::kIdDivsd, true, false};
        default:
            return std::nullopt;
    }
}

bool HostEmitter::emit_float_arithmetic() {
    if (const std::optional<FloatBinary> binary = float_binary_of(m_listing.code(m_index))) {
        float_binary(*binary);
        return true;
    }
    switch (m_listing.code(m_index)) {
        case isa::Op::sqrt_s:
            float_convert(Inst::kIdSqrtss, false, false);
            return true;
        case isa::Op::sqrt_d:
            float_convert(Inst::kIdSqrtsd, true, true);
            return true;
        case isa::Op::abs_s:
            float_mask(Inst::kIdAndps, false, offsetof(FloatConstants, single_magnitude));
            return true;
        case isa::Op::abs_d:
            float_mask(Inst::kIdAndps, true, offsetof(FloatConstants, wide_magnitude));
            return true;
        case isa::Op::neg_s:
            float_mask(Inst::kIdXorps, false, offsetof(FloatConstants, single_sign));
            return true;
        case isa::Op::neg_d:
            float_mask(Inst::kIdXorps, true, offsetof(FloatConstants, wide_sign));
            return true;
        default:
            return is_float_comparison(m_listing.code(m_index)) && (emit_float_comparison(), true);
    }
}

bool HostEmitter::emit_float_move() {
    const DecodedOp& o = op();
    const isa::Op code = m_listing.code(m_index);
    switch (code) {
        case isa::Op::mov_s:
        case isa::Op::mov_d: {
            const bool wide = code == isa::Op::mov_d;
            write_float(o.rd, wide, read_float(o.rs, wide, x86::xmm0));
            return true;
        }
        case isa::Op::mtc1:
            write_float_bits(o.rs, read(o.rt, x86::eax));
            return true;
        case isa::Op::mfc1:
            if (o.rt != reg::bin) {
                const Gp place = target(o.rt, x86::eax);
                read_float_bits(place, o.rs);
                written(o.rt, place);
            }
            return true;
        case isa::Op::movn_s:
        case isa::Op::movn_d:
            float_move_if(code == isa::Op::movn_d, CondCode::kZ, true);
            return true;
        case isa::Op::movz_s:
        case isa::Op::movz_d:
            float_move_if(code == isa::Op::movz_d, CondCode::kNZ, true);
            return true;
        case isa::Op::movf_s:
        case isa::Op::movf_s_cc:
        case isa::Op::movf_d:
        case isa::Op::movf_d_cc:
            float_move_if(code == isa::Op::movf_d || code == isa::Op::movf_d_cc, CondCode::kNZ, false);
            return true;
        case isa::Op::movt_s:
        case isa::Op::movt_s_cc:
        case isa::Op::movt_d:
        case isa::Op::movt_d_cc:
            float_move_if(code == isa::Op::movt_d || code == isa::Op::movt_d_cc, CondCode::kZ, false);
            return true;
        default:
            return false;
    }
}

bool HostEmitter::emit_float_conversion() {
    switch (m_listing.code(m_index)) {
        case isa::Op::cvt_d_s:
            float_convert(Inst::kIdCvtss2sd, false, true);
            return true;
        case isa::Op::cvt_s_d:
            float_convert(Inst::kIdCvtsd2ss, true, false);
            return true;
        case isa::Op::cvt_s_w:
            float_from_integer(false);
            return true;
        case isa::Op::cvt_d_w:
            float_from_integer(true);
            return true;
        case isa::Op::cvt_w_s:
        case isa::Op::trunc_w_s:
            float_to_integer(false, std::nullopt);
            return true;
        case isa::Op::cvt_w_d:
        case isa::Op::trunc_w_d:
            float_to_integer(true, std::nullopt);
            return true;
        case isa::Op::ceil_w_s:
            float_to_integer(false, up);
            return true;
        case isa::Op::ceil_w_d:
            float_to_integer(true, up);
            return true;
        case isa::Op::floor_w_s:
            float_to_integer(false, down);
            return true;
        case isa::Op::floor_w_d:
            float_to_integer(true, down);
            return true;
        case isa::Op::round_w_s:
            float_to_integer(false, to_nearest);
            return true;
        case isa::Op::round_w_d:
            float_to_integer(true, to_nearest);
            return true;
        default:
            return false;
    }
}

bool HostEmitter::emit_float_memory() {
    const u8 number = op().rt;
    const bool home = has_float_home(number);
    switch (m_listing.code(m_index)) {
        case isa::Op::lwc1: {
            const Mem from = tested_place(4, false);
            if (!home) {
                m_a.mov(x86::eax, from);
                m_a.mov(float_slot(number), x86::eax);
            } else if (number % 2 != 0) {
                m_a.pinsrd(float_register(number), from, 1);
            } else {
                const Xmm place = is_alone(number) ? float_register(number) : x86::xmm0;
                m_a.movss(place, from);
                write_float(number, false, place);
            }
            return true;
        }
        case isa::Op::swc1: {
            const Mem to = tested_place(4, true);
            if (!home) {
                m_a.mov(x86::ecx, float_slot(number));
                m_a.mov(to, x86::ecx);
            } else if (number % 2 != 0) {
                m_a.pextrd(to, float_register(number), 1);
            } else {
                m_a.movss(to, float_register(number));
            }
            return true;
        }
        case isa::Op::ldc1: {
            const Mem from = tested_place(8, false);
            const Xmm place = home ? float_register(number) : x86::xmm0;
            m_a.movsd(place, from);
            write_float(number, true, place);
            return true;
        }
        case isa::Op::sdc1: {
            const Mem to = tested_place(8, true);
            m_a.movsd(to, read_float(number, true, x86::xmm0));
            return true;
        }
        default:
            return false;
    }
}

asmjit::Operand HostEmitter::float_source(u8 number, bool wide) const {
    return has_float_home(number) ? HostOperand(float_register(number)) : HostOperand(float_slot(number, wide ? 8 : 4));
}

x86::Xmm HostEmitter::read_float(u8 number, bool wide, const Xmm& scratch) {
    if (has_float_home(number)) {
        return float_register(number);
    }
    m_a.emit(wide ? Inst::kIdMovsd : Inst::kIdMovss, scratch, float_source(number, wide));
    return scratch;
}

void HostEmitter::write_float(u8 number, bool wide, const Xmm& value) {
    if (!has_float_home(number)) {
        m_a.emit(wide ? Inst::kIdMovsd : Inst::kIdMovss, float_slot(number, wide ? 8 : 4), value);
    } else if (float_register(number) != value) {
        // Between registers, movss leaves the odd half alone.
        m_a.emit(wide || is_alone(number) ? Inst::kIdMovaps : Inst::kIdMovss, float_register(number), value);
    }
}

void HostEmitter::write_float_bits(u8 number, const Gp& value) {
    if (!has_float_home(number)) {
        m_a.mov(float_slot(number), value);
    } else if (is_alone(number)) {
        m_a.movd(float_register(number), value);
    } else {
        m_a.pinsrd(float_register(number), value, number % 2);
    }
}

void HostEmitter::read_float_bits(const Gp& to, u8 number) {
    if (!has_float_home(number)) {
        m_a.mov(to, float_slot(number));
    } else if (number % 2 == 0) {
        m_a.movd(to, float_register(number));
    } else {
        m_a.pextrd(to, float_register(number), 1);
    }
}

/// Where a result may be computed without spoiling what must stay: its home, or xmm0.
x86::Xmm HostEmitter::float_target(u8 number, bool wide) const {
    return has_float_home(number) && (wide || is_alone(number)) ? float_register(number) : x86::xmm0;
}

void HostEmitter::float_binary(const FloatBinary& binary) {
    const auto [id, wide, commutes] = binary;
    const DecodedOp& o = op();
    const bool home = has_float_home(o.rd);
    Xmm place = float_target(o.rd, wide);
    if (home && o.rd == o.rs) {
        place = float_register(o.rd);
        m_a.emit(id, place, float_source(o.rt, wide));
    } else if (home && o.rd == o.rt && commutes) {
        place = float_register(o.rd);
        m_a.emit(id, place, float_source(o.rs, wide));
    } else {
        if (o.rd == o.rt) {
            place = x86::xmm0;
        }
        load_float(place, o.rs, wide);
        m_a.emit(id, place, float_source(o.rt, wide));
    }
    if (m_untested == o.rd) {
        m_untested.reset();
    }
    if (shares_test_with_next(wide)) {
        m_untested = o.rd;
    } else {
        make_canonical(place, wide, std::exchange(m_untested, std::nullopt));
    }
    write_float(o.rd, wide, place);
}

/// Whether the next instruction calculates with this one's result: one test for not-a-number serves both then.
bool HostEmitter::shares_test_with_next(bool wide) const {
    const u8 result = op().rd;
    if (m_untested || !has_float_home(result) || m_index + 1 == m_block->end ||
        m_listing.role(m_index + 1) != Role::plain) {
        return false;
    }
    const DecodedOp& next = m_listing.op(m_index + 1);
    const std::optional<FloatBinary> binary = float_binary_of(m_listing.code(m_index + 1));
    return binary && binary->wide == wide && !names_odd_register(next) && (next.rs == result || next.rt == result);
}

/// Into a register of which nothing else is wanted.
void HostEmitter::load_float(const Xmm& to, u8 number, bool wide) {
    const bool home = has_float_home(number);
    m_a.emit(home ? Inst::kIdMovaps : wide ? Inst::kIdMovsd : Inst::kIdMovss, to, float_source(number, wide));
}

/// `earlier`: a register whose test was left to this one.
void HostEmitter::make_canonical(const Xmm& value, bool wide, std::optional<u8> earlier) {
    const InstId compare = wide ? Inst::kIdUcomisd : Inst::kIdUcomiss;
    const HostLabel is_nan = m_a.newLabel();
    const HostLabel back = m_a.newLabel();
    m_a.emit(compare, value, value);
    m_a.jp(is_nan);
    m_a.bind(back);
    later([this, is_nan, back, value, wide, earlier, compare] {
        m_a.bind(is_nan);
        replace_by_canonical(value, wide);
        if (earlier) {
            const Xmm other = float_register(*earlier);
            m_a.emit(compare, other, other);
            m_a.jnp(back);
            replace_by_canonical(other, wide);
        }
        m_a.jmp(back);
    });
}

void HostEmitter::replace_by_canonical(const Xmm& value, bool wide) {
    if (wide) {
        m_a.movsd(value, float_constant(offsetof(FloatConstants, canonical_wide), 8));
    } else {
        m_a.movss(x86::xmm1, float_constant(offsetof(FloatConstants, canonical_single), 4));
        m_a.movss(value, x86::xmm1);
    }
}

x86::Mem HostEmitter::float_constant(size_t offset, u32 size) const {
    return x86::ptr(m_around.thunks.constants + offset, size);
}

void HostEmitter::float_mask(InstId id, bool wide, size_t mask) {
    const DecodedOp& o = op();
    const bool in_place = has_float_home(o.rd) && o.rd == o.rs;
    const Xmm place = in_place ? float_register(o.rd) : float_target(o.rd, wide);
    if (!in_place) {
        load_float(place, o.rs, wide);
    }
    m_a.emit(id, place, float_constant(mask, 16));
    write_float(o.rd, wide, place);
}

/// From floating point to floating point, by an instruction of one operand.
void HostEmitter::float_convert(InstId id, bool from_wide, bool to_wide) {
    const DecodedOp& o = op();
    m_a.xorps(x86::xmm0, x86::xmm0);  // the instruction would wait for what it doesn't overwrite
    m_a.emit(id, x86::xmm0, float_source(o.rs, from_wide));
    make_canonical(x86::xmm0, to_wide);
    write_float(o.rd, to_wide, x86::xmm0);
}

void HostEmitter::float_from_integer(bool wide) {
    const DecodedOp& o = op();
    if (has_float_home(o.rs)) {
        m_a.emit(wide ? Inst::kIdCvtdq2pd : Inst::kIdCvtdq2ps, x86::xmm0, float_register(o.rs));
    } else {
        m_a.xorps(x86::xmm0, x86::xmm0);
        m_a.emit(wide ? Inst::kIdCvtsi2sd : Inst::kIdCvtsi2ss, x86::xmm0, float_slot(o.rs));
    }
    write_float(o.rd, wide, x86::xmm0);
}

void HostEmitter::float_to_integer(bool wide, std::optional<u32> rounding) {
    const DecodedOp& o = op();
    HostOperand from = float_source(o.rs, wide);
    if (rounding) {
        m_a.emit(wide ? Inst::kIdRoundsd : Inst::kIdRoundss, x86::xmm0, from, asmjit::Imm(*rounding));
        from = x86::xmm0;
    }
    m_a.emit(wide ? Inst::kIdCvttsd2si : Inst::kIdCvttss2si, x86::eax, from);
    m_a.cmp(x86::eax, asmjit::Imm(std::numeric_limits<i32>::min()));
    m_a.je(step_label());
    write_float_bits(o.rd, x86::eax);
}

bool HostEmitter::is_float_comparison(isa::Op code) {
    return meaning::facts(code).writes.contains(meaning::RegisterPlace::flag_written);
}

/// Leaves flags for the condition returned; kZ is further qualified by parity.
x86::CondCode HostEmitter::compare_floats(const DecodedOp& comparison) {
    const std::string_view mnemonic = isa::info(static_cast<isa::Op>(comparison.code)).mnemonic;
    const bool wide = mnemonic.ends_with(".d");
    const InstId id = wide ? Inst::kIdUcomisd : Inst::kIdUcomiss;
    // Turned round, so that unordered operands set the carry and answer no.
    m_a.emit(id, read_float(comparison.rt, wide, x86::xmm0), float_source(comparison.rs, wide));
    return mnemonic.starts_with("c.lt") ? CondCode::kA : mnemonic.starts_with("c.le") ? CondCode::kAE : CondCode::kZ;
}

void HostEmitter::emit_float_comparison() {
    const u8 number = op().rd;
    if (number >= 8) {
        return;
    }
    const CondCode condition = compare_floats(op());
    m_a.set(condition, x86::al);
    if (condition == CondCode::kZ) {
        m_a.setnp(x86::cl);
        m_a.and_(x86::al, x86::cl);
    }
    m_a.movzx(x86::eax, x86::al);
    if (number != 0) {
        m_a.shl(x86::eax, number);
    }
    m_a.emit(Inst::kIdAnd, place_of(place::flags), asmjit::Imm(~(1 << number)));
    m_a.emit(Inst::kIdOr, place_of(place::flags), x86::eax);
}

/// Unless the condition of rt (compared with 0) or of the condition flag holds.
void HostEmitter::float_move_if(bool wide, CondCode unless, bool tests_register) {
    const DecodedOp& o = op();
    const HostLabel skip = m_a.newLabel();
    if (tests_register) {
        m_a.emit(Inst::kIdCmp, place_of(o.rt), asmjit::Imm(0));
    } else {
        m_a.emit(Inst::kIdTest, place_of(place::flags), asmjit::Imm(1 << o.rt));
    }
    m_a.j(unless, skip);
    write_float(o.rd, wide, read_float(o.rs, wide, x86::xmm0));
    m_a.bind(skip);
}

}  // namespace mariner::jit

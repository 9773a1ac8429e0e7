// Arithmetic, logic, shifts, comparison, conditional moves on integer registers.

#include "emulator/jit/emitter.hpp"

namespace mariner::jit {

namespace Inst = x86::Inst;

namespace {

constexpr u32 low_five_bits = 31;

bool is_zero(const asmjit::Operand& operand) {
    return operand.isImm() && operand.as<asmjit::Imm>().value() == 0;
}

}  // namespace

bool HostEmitter::emit_integer() {
    return emit_arithmetic() || emit_logic() || emit_shift();
}

bool HostEmitter::emit_arithmetic() {
    const DecodedOp& o = op();
    switch (m_listing.code(m_index)) {
        case isa::Op::nop:
            return true;
        case isa::Op::addu:
            binary(Inst::kIdAdd, true, o.rd, source(o.rs), source(o.rt));
            return true;
        case isa::Op::addiu:
            if (const auto value = known(o.rs); value && o.rt != reg::bin) {
                set_constant(o.rt, *value + static_cast<u32>(o.imm));
                return true;
            }
            binary(Inst::kIdAdd, true, o.rt, source(o.rs), asmjit::Imm(o.imm));
            return true;
        case isa::Op::subu:
            binary(Inst::kIdSub, false, o.rd, source(o.rs), source(o.rt));
            return true;
        case isa::Op::add:
            trapping(Inst::kIdAdd, Inst::kIdSub, o.rd, o.rs, source(o.rt));
            return true;
        case isa::Op::addi:
            trapping(Inst::kIdAdd, Inst::kIdSub, o.rt, o.rs, asmjit::Imm(o.imm));
            return true;
        case isa::Op::sub:
            trapping(Inst::kIdSub, Inst::kIdAdd, o.rd, o.rs, source(o.rt));
            return true;
        case isa::Op::slt:
        case isa::Op::sltu:
        case isa::Op::slti:
        case isa::Op::sltiu:
            emit_comparison();
            return true;
        default:
            return false;
    }
}

bool HostEmitter::emit_logic() {
    const DecodedOp& o = op();
    switch (m_listing.code(m_index)) {
        case isa::Op::and_:
            binary(Inst::kIdAnd, true, o.rd, source(o.rs), source(o.rt));
            return true;
        case isa::Op::andi:
            binary(Inst::kIdAnd, true, o.rt, source(o.rs), asmjit::Imm(o.imm));
            return true;
        case isa::Op::or_:
            binary(Inst::kIdOr, true, o.rd, source(o.rs), source(o.rt));
            return true;
        case isa::Op::ori:
            if (const auto value = known(o.rs); value && o.rt != reg::bin) {
                set_constant(o.rt, *value | static_cast<u32>(o.imm));
                return true;
            }
            binary(Inst::kIdOr, true, o.rt, source(o.rs), asmjit::Imm(o.imm));
            return true;
        case isa::Op::xor_:
            binary(Inst::kIdXor, true, o.rd, source(o.rs), source(o.rt));
            return true;
        case isa::Op::xori:
            binary(Inst::kIdXor, true, o.rt, source(o.rs), asmjit::Imm(o.imm));
            return true;
        case isa::Op::nor: {
            move(x86::eax, source(o.rs));
            m_a.emit(Inst::kIdOr, x86::eax, source(o.rt));
            m_a.not_(x86::eax);
            if (o.rd != reg::bin) {
                written(o.rd, x86::eax);
            }
            return true;
        }
        case isa::Op::lui:
            if (o.rt != reg::bin) {
                set_constant(o.rt, static_cast<u32>(o.imm) << 16);
            }
            return true;
        case isa::Op::movn:
            emit_move_if(CondCode::kNZ);
            return true;
        case isa::Op::movz:
            emit_move_if(CondCode::kZ);
            return true;
        case isa::Op::movf:
        case isa::Op::movf_cc:
            emit_flag_move(false);
            return true;
        case isa::Op::movt:
        case isa::Op::movt_cc:
            emit_flag_move(true);
            return true;
        default:
            return false;
    }
}

bool HostEmitter::emit_shift() {
    const DecodedOp& o = op();
    const u32 amount = static_cast<u32>(o.imm) & low_five_bits;
    switch (m_listing.code(m_index)) {
        case isa::Op::sll:
            shift_by(Inst::kIdShl, o.rd, o.rt, amount);
            return true;
        case isa::Op::srl:
            shift_by(Inst::kIdShr, o.rd, o.rt, amount);
            return true;
        case isa::Op::sra:
            shift_by(Inst::kIdSar, o.rd, o.rt, amount);
            return true;
        case isa::Op::sllv:
            shift_by_register(Inst::kIdShlx);
            return true;
        case isa::Op::srlv:
            shift_by_register(Inst::kIdShrx);
            return true;
        case isa::Op::srav:
            shift_by_register(Inst::kIdSarx);
            return true;
        case isa::Op::clz:
        case isa::Op::clo: {
            const Gp value = read(o.rs, x86::eax);
            if (m_listing.code(m_index) == isa::Op::clo) {
                move(x86::eax, value);
                m_a.not_(x86::eax);
                m_a.lzcnt(x86::eax, x86::eax);
            } else {
                m_a.lzcnt(x86::eax, value);
            }
            if (o.rd != reg::bin) {
                written(o.rd, x86::eax);
            }
            return true;
        }
        default:
            return false;
    }
}

/// `to` = a op b.
void HostEmitter::binary(InstId id, bool commutes, u8 to, const HostOperand& a, const HostOperand& b) {
    if (to == reg::bin) {
        return;
    }
    const Gp place = target(to, x86::eax);
    if (commutes && is_zero(a)) {
        return binary(id, false, to, b, a);
    }
    if (is_zero(b) && id != Inst::kIdAnd) {
        move(place, a);
        return written(to, place);
    }
    const bool is_second = b == place;
    if (id == Inst::kIdAdd && a.isReg() && a != place && !is_second && (b.isReg() || b.isImm())) {
        const Gp first = a.as<Gp>().r64();
        m_a.lea(place,
                b.isReg() ? x86::ptr(first, b.as<Gp>().r64()) : x86::ptr(first, b.as<asmjit::Imm>().valueAs<i32>()));
    } else if (is_second && a != place) {
        if (commutes) {
            m_a.emit(id, place, a);
        } else {
            move(x86::eax, a);
            m_a.emit(id, x86::eax, b);
            written(to, x86::eax);
            return;
        }
    } else {
        move(place, a);
        m_a.emit(id, place, b);
    }
    written(to, place);
}

/// Addition or subtraction that raises an exception on overflow: in place if it can be undone.
void HostEmitter::trapping(InstId id, InstId inverse, u8 to, u8 first, const HostOperand& second) {
    if (to == first && has_home(to) && second != home(to) && !known(first)) {
        const Gp place = home(to);
        m_a.emit(id, place, second);
        m_a.jo(step_label([this, inverse, place, second] { m_a.emit(inverse, place, second); }));
        forget(to);
        return;
    }
    move(x86::eax, source(first));
    m_a.emit(id, x86::eax, second);
    m_a.jo(step_label());
    if (to != reg::bin) {
        written(to, x86::eax);
    }
}

void HostEmitter::shift_by(InstId id, u8 to, u8 from, u32 amount) {
    if (to == reg::bin) {
        return;
    }
    const Gp place = target(to, x86::eax);
    move(place, source(from));
    if (amount != 0) {
        m_a.emit(id, place, asmjit::Imm(amount));
    }
    written(to, place);
}

void HostEmitter::shift_by_register(InstId id) {
    const DecodedOp& o = op();
    if (o.rd == reg::bin) {
        return;
    }
    const Gp place = target(o.rd, x86::eax);
    const Gp amount = read(o.rs, x86::ecx);
    m_a.emit(id, place, source_in_place(o.rt, x86::eax), amount);
    written(o.rd, place);
}

/// The register that gets the result; nothing for comparisons of floating point.
std::optional<u8> HostEmitter::comparison_target(const DecodedOp& comparison) {
    switch (static_cast<isa::Op>(comparison.code)) {
        case isa::Op::slt:
        case isa::Op::sltu:
            return comparison.rd;
        case isa::Op::slti:
        case isa::Op::sltiu:
            return comparison.rt;
        default:
            return std::nullopt;
    }
}

bool HostEmitter::reads(const DecodedOp& comparison, u8 number) {
    const isa::Op code = static_cast<isa::Op>(comparison.code);
    const bool immediate = code == isa::Op::slti || code == isa::Op::sltiu;
    return number == comparison.rs || (!immediate && number == comparison.rt);
}

void HostEmitter::emit_comparison() {
    const DecodedOp& o = op();
    const u8 to = comparison_target(o).value_or(u8{reg::bin});
    if (to == reg::bin) {
        return;
    }
    const Gp place = target(to, x86::eax);
    if (has_home(to) && !reads(o, to)) {
        m_a.xor_(place, place);
        m_a.set(comparison_of(o), place.r8());
        forget(to);
        return;
    }
    m_a.set(comparison_of(o), x86::al);
    m_a.movzx(place, x86::al);
    written(to, place);
}

void HostEmitter::emit_move_if(CondCode condition) {
    const DecodedOp& o = op();
    if (o.rd == reg::bin) {
        return;
    }
    const Gp place = target(o.rd, x86::eax);
    const HostOperand from = source_in_place(o.rs, x86::ecx);
    move(place, place_of(o.rd));
    m_a.emit(Inst::kIdCmp, place_of(o.rt), asmjit::Imm(0));
    m_a.emit(Inst::cmovccFromCond(condition), place, from);
    written(o.rd, place);
}

void HostEmitter::emit_flag_move(bool wanted) {
    const DecodedOp& o = op();
    if (o.rd == reg::bin) {
        return;
    }
    const Gp place = target(o.rd, x86::eax);
    const HostOperand from = source_in_place(o.rs, x86::ecx);
    move(place, place_of(o.rd));
    m_a.emit(Inst::kIdTest, place_of(place::flags), asmjit::Imm(1 << o.rt));
    m_a.emit(Inst::cmovccFromCond(wanted ? CondCode::kNZ : CondCode::kZ), place, from);
    written(o.rd, place);
}

}  // namespace mariner::jit

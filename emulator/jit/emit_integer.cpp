// Arithmetic, logic, shifts, comparison, multiplication, conditional moves on integer registers.

#include <algorithm>
#include <bit>
#include <cstddef>

#include "emulator/jit/emitter.hpp"
#include "emulator/machine/cpu_state.hpp"

namespace mariner::jit {

namespace Inst = x86::Inst;

namespace {

constexpr u32 low_five_bits = 31;

x86::Mem hi_slot() {
    return cpu_member(offsetof(CpuState, hi));
}

x86::Mem lo_slot() {
    return cpu_member(offsetof(CpuState, lo));
}

bool is_zero(const asmjit::Operand& operand) {
    return operand.isImm() && operand.as<asmjit::Imm>().value() == 0;
}

}  // namespace

bool Emitter::emit_integer() {
    return emit_arithmetic() || emit_logic() || emit_shift() || emit_product();
}

bool Emitter::emit_arithmetic() {
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

bool Emitter::emit_logic() {
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
            emit_move_if(Condition::kNZ);
            return true;
        case isa::Op::movz:
            emit_move_if(Condition::kZ);
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

bool Emitter::emit_shift() {
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

bool Emitter::emit_product() {
    const DecodedOp& o = op();
    switch (m_listing.code(m_index)) {
        case isa::Op::mfhi:
        case isa::Op::mflo:
            fetch_product();
            return true;
        case isa::Op::mthi:
            m_a.mov(hi_slot(), read(o.rs, x86::eax));
            return true;
        case isa::Op::mtlo:
            m_a.mov(lo_slot(), read(o.rs, x86::eax));
            return true;
        case isa::Op::mult:
        case isa::Op::multu:
            product(m_listing.code(m_index) == isa::Op::mult);
            write_hi_lo();
            return true;
        case isa::Op::mul:
            product(true);
            if (o.rd != reg::bin) {
                written(o.rd, x86::eax);
            }
            write_hi_lo();
            return true;
        case isa::Op::madd:
        case isa::Op::maddu:
            add_product(m_listing.code(m_index) == isa::Op::madd, false);
            return true;
        case isa::Op::msub:
        case isa::Op::msubu:
            add_product(m_listing.code(m_index) == isa::Op::msub, true);
            return true;
        case isa::Op::div:
        case isa::Op::divu:
            divide(m_listing.code(m_index) == isa::Op::div);
            return true;
        default:
            return false;
    }
}

/// `to` = a op b.
void Emitter::binary(InstId id, bool commutes, u8 to, const Operand& a, const Operand& b) {
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
void Emitter::trapping(InstId id, InstId inverse, u8 to, u8 first, const Operand& second) {
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

void Emitter::shift_by(InstId id, u8 to, u8 from, u32 amount) {
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

void Emitter::shift_by_register(InstId id) {
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
std::optional<u8> Emitter::comparison_target(const DecodedOp& comparison) {
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

bool Emitter::reads(const DecodedOp& comparison, u8 number) {
    const isa::Op code = static_cast<isa::Op>(comparison.code);
    const bool immediate = code == isa::Op::slti || code == isa::Op::sltiu;
    return number == comparison.rs || (!immediate && number == comparison.rt);
}

void Emitter::emit_comparison() {
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

void Emitter::emit_move_if(Condition condition) {
    const DecodedOp& o = op();
    if (o.rd == reg::bin) {
        return;
    }
    const Gp place = target(o.rd, x86::eax);
    const Operand from = source_in_place(o.rs, x86::ecx);
    move(place, place_of(o.rd));
    m_a.emit(Inst::kIdCmp, place_of(o.rt), asmjit::Imm(0));
    m_a.emit(Inst::cmovccFromCond(condition), place, from);
    written(o.rd, place);
}

void Emitter::emit_flag_move(bool wanted) {
    const DecodedOp& o = op();
    if (o.rd == reg::bin) {
        return;
    }
    const Gp place = target(o.rd, x86::eax);
    const Operand from = source_in_place(o.rs, x86::ecx);
    move(place, place_of(o.rd));
    m_a.emit(Inst::kIdTest, place_of(place::flags), asmjit::Imm(1 << o.rt));
    m_a.emit(Inst::cmovccFromCond(wanted ? Condition::kNZ : Condition::kZ), place, from);
    written(o.rd, place);
}

/// rax = rs * rt, 64 bits of it.
void Emitter::product(bool is_signed) {
    const DecodedOp& o = op();
    if (const std::optional<u32> factor = known(o.rt); factor && (is_signed || static_cast<i32>(*factor) >= 0)) {
        const Operand other = source_in_place(o.rs, x86::eax);
        is_signed ? void(m_a.emit(Inst::kIdMovsxd, x86::rax, other)) : move(x86::eax, other);
        m_a.imul(x86::rax, x86::rax, static_cast<i32>(*factor));
        return;
    }
    const Operand first = source_in_place(o.rs, x86::eax);
    const Operand second = source_in_place(o.rt, x86::ecx);
    if (is_signed) {
        m_a.emit(Inst::kIdMovsxd, x86::rax, first);
        m_a.emit(Inst::kIdMovsxd, x86::rcx, second);
    } else {
        move(x86::eax, first);
        move(x86::ecx, second);
    }
    m_a.imul(x86::rax, x86::rcx);
}

bool Emitter::fetches_product(u32 index) const {
    return m_listing.code(index) == isa::Op::mfhi || m_listing.code(index) == isa::Op::mflo;
}

void Emitter::fetch_product() {
    const u8 to = op().rd;
    if (to == reg::bin) {
        return;
    }
    const bool is_high = m_listing.code(m_index) == isa::Op::mfhi;
    if (m_has_product) {
        written(to, is_high ? x86::eax : x86::ecx);
        return;
    }
    const Gp place = target(to, x86::eax);
    m_a.mov(place, is_high ? hi_slot() : lo_slot());
    written(to, place);
}

/// From rax, which changes.
void Emitter::write_hi_lo() {
    if (m_index + 1 < m_block->end && fetches_product(m_index + 1)) {
        m_a.mov(x86::ecx, x86::eax);
        m_has_product = true;
    }
    static_assert(offsetof(CpuState, lo) == offsetof(CpuState, hi) + 4);
    m_a.rol(x86::rax, 32);
    m_a.mov(cpu_member(offsetof(CpuState, hi), 8), x86::rax);
}

void Emitter::add_product(bool is_signed, bool subtracts) {
    product(is_signed);
    m_a.mov(x86::rcx, cpu_member(offsetof(CpuState, hi), 8));
    m_a.rol(x86::rcx, 32);
    if (subtracts) {
        m_a.sub(x86::rcx, x86::rax);
        m_a.mov(x86::rax, x86::rcx);
    } else {
        m_a.add(x86::rax, x86::rcx);
    }
    write_hi_lo();
}

// Division by a constant is a multiplication by 2^k / divisor, rounded up, of which the upper bits are kept; k is such
// that the rounding never shows (Granlund and Montgomery, "Division by invariant integers using multiplication").

void Emitter::divide_unsigned(u32 divisor) {
    u32 shift = static_cast<u32>(std::bit_width(divisor - 1));
    u64 factor = (~u64{0} >> (32 - shift)) / divisor + 1;
    for (; shift > 0 && factor % 2 == 0; --shift) {
        factor /= 2;
    }
    const Gp value = read(op().rs, x86::eax);
    m_a.mov(x86::ecx, static_cast<u32>(factor));
    m_a.imul(x86::rcx, value.r64());
    if (factor >> 32 == 0) {
        m_a.shr(x86::rcx, 32 + shift);
    } else {
        m_a.shr(x86::rcx, 32);
        m_a.add(x86::rcx, value.r64());
        m_a.shr(x86::rcx, shift);
    }
    write_quotient(divisor);
}

void Emitter::divide_signed(i32 divisor) {
    const u32 magnitude = divisor < 0 ? 0 - static_cast<u32>(divisor) : static_cast<u32>(divisor);
    const u32 shift = 31 + static_cast<u32>(std::bit_width(magnitude - 1));
    const u32 factor = static_cast<u32>((u64{1} << shift) / magnitude + 1);
    m_a.emit(Inst::kIdMovsxd, x86::rax, source_in_place(op().rs, x86::eax));
    m_a.mov(x86::ecx, factor);
    m_a.imul(x86::rcx, x86::rax);
    m_a.sar(x86::rcx, shift);
    m_a.shr(x86::eax, 31);  // towards zero, not down
    m_a.add(x86::ecx, x86::eax);
    if (divisor < 0) {
        m_a.neg(x86::ecx);
    }
    write_quotient(static_cast<u32>(divisor));
}

/// From ecx, with the remainder.
void Emitter::write_quotient(u32 divisor) {
    m_a.mov(lo_slot(), x86::ecx);
    m_a.imul(x86::eax, x86::ecx, static_cast<i32>(divisor));
    m_a.neg(x86::eax);
    m_a.emit(Inst::kIdAdd, x86::eax, source(op().rs));
    m_a.mov(hi_slot(), x86::eax);
    m_has_product = true;
}

/// Divisors 0 and, signed, -1 are left to the checked core: the one does nothing, the other may trap on the host.
void Emitter::divide(bool is_signed) {
    const std::optional<u32> divisor = known(op().rt);
    if (!divisor || *divisor == 1) {
        divide_by_register(is_signed);
    } else if (*divisor == 0 || (is_signed && *divisor == ~u32{0})) {
        step();
    } else {
        is_signed ? divide_signed(static_cast<i32>(*divisor)) : divide_unsigned(*divisor);
    }
}

void Emitter::divide_by_register(bool is_signed) {
    const DecodedOp& o = op();
    const Label refused = m_a.newLabel();
    const Label done = m_a.newLabel();
    move(x86::ecx, source(o.rt));
    if (is_signed) {
        m_a.lea(x86::eax, x86::ptr(x86::rcx, 1));
        m_a.cmp(x86::eax, 1);
        m_a.jbe(refused);
    } else {
        m_a.test(x86::ecx, x86::ecx);
        m_a.jz(refused);
    }
    move(x86::eax, source(o.rs));
    divide_host(is_signed);
    m_a.mov(lo_slot(), x86::ecx);
    m_a.mov(hi_slot(), x86::eax);
    m_a.bind(done);
    m_has_product = true;
    const Label stepped = m_a.newLabel();
    later([this, refused, stepped, done, site = new_site(stepped)] {
        m_a.bind(refused);
        m_a.mov(x86::eax, site);
        m_a.jmp(asmjit::Imm(m_around.thunks.step));
        m_a.bind(stepped);
        m_a.mov(x86::ecx, lo_slot());
        m_a.mov(x86::eax, hi_slot());
        m_a.jmp(done);
    });
}

/// eax by ecx: quotient to ecx, remainder to eax.
void Emitter::divide_host(bool is_signed) {
    const auto in_edx = std::ranges::find_if(
        m_map.integers, [](u8 number) { return number != RegisterMap::none && integer_home[number] == x86::edx; });
    const bool keeps = in_edx != m_map.integers.end();
    const Mem slot = integer_slot(static_cast<u8>(in_edx - m_map.integers.begin()));
    if (keeps) {
        m_a.mov(slot, x86::edx);
    }
    if (is_signed) {
        m_a.cdq();
        m_a.idiv(x86::ecx);
    } else {
        m_a.xor_(x86::edx, x86::edx);
        m_a.div(x86::ecx);
    }
    m_a.mov(x86::ecx, x86::eax);
    m_a.mov(x86::eax, x86::edx);
    if (keeps) {
        m_a.mov(x86::edx, slot);
    }
}

}  // namespace mariner::jit

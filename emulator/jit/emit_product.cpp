// Multiplication and division; HI and LO lie in CpuState, but what is fetched right behind comes from registers.

#include <algorithm>
#include <bit>
#include <cstddef>

#include "emulator/jit/emitter.hpp"
#include "emulator/machine/cpu_state.hpp"

namespace mariner::jit {

namespace Inst = x86::Inst;

namespace {

x86::Mem hi_slot() {
    return cpu_member(offsetof(CpuState, hi));
}

x86::Mem lo_slot() {
    return cpu_member(offsetof(CpuState, lo));
}

}  // namespace

bool HostEmitter::emit_product() {
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

/// rax = rs * rt, 64 bits of it.
void HostEmitter::product(bool is_signed) {
    const DecodedOp& o = op();
    if (const std::optional<u32> factor = known(o.rt); factor && (is_signed || static_cast<i32>(*factor) >= 0)) {
        const HostOperand other = source_in_place(o.rs, x86::eax);
        is_signed ? void(m_a.emit(Inst::kIdMovsxd, x86::rax, other)) : move(x86::eax, other);
        m_a.imul(x86::rax, x86::rax, static_cast<i32>(*factor));
        return;
    }
    const HostOperand first = source_in_place(o.rs, x86::eax);
    const HostOperand second = source_in_place(o.rt, x86::ecx);
    if (is_signed) {
        m_a.emit(Inst::kIdMovsxd, x86::rax, first);
        m_a.emit(Inst::kIdMovsxd, x86::rcx, second);
    } else {
        move(x86::eax, first);
        move(x86::ecx, second);
    }
    m_a.imul(x86::rax, x86::rcx);
}

bool HostEmitter::fetches_product(u32 index) const {
    return m_listing.code(index) == isa::Op::mfhi || m_listing.code(index) == isa::Op::mflo;
}

void HostEmitter::fetch_product() {
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
void HostEmitter::write_hi_lo() {
    if (m_index + 1 < m_block->end && fetches_product(m_index + 1)) {
        m_a.mov(x86::ecx, x86::eax);
        m_has_product = true;
    }
    static_assert(offsetof(CpuState, lo) == offsetof(CpuState, hi) + 4);
    m_a.rol(x86::rax, 32);
    m_a.mov(cpu_member(offsetof(CpuState, hi), 8), x86::rax);
}

void HostEmitter::add_product(bool is_signed, bool subtracts) {
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

void HostEmitter::divide_unsigned(u32 divisor) {
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

void HostEmitter::divide_signed(i32 divisor) {
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
void HostEmitter::write_quotient(u32 divisor) {
    m_a.mov(lo_slot(), x86::ecx);
    m_a.imul(x86::eax, x86::ecx, static_cast<i32>(divisor));
    m_a.neg(x86::eax);
    m_a.emit(Inst::kIdAdd, x86::eax, source(op().rs));
    m_a.mov(hi_slot(), x86::eax);
    m_has_product = true;
}

/// Divisors 0 and, signed, -1 are left to the checked core: the one does nothing, the other may trap on the host.
void HostEmitter::divide(bool is_signed) {
    const std::optional<u32> divisor = known(op().rt);
    if (!divisor || *divisor == 1) {
        divide_by_register(is_signed);
    } else if (*divisor == 0 || (is_signed && *divisor == ~u32{0})) {
        step();
    } else {
        is_signed ? divide_signed(static_cast<i32>(*divisor)) : divide_unsigned(*divisor);
    }
}

void HostEmitter::divide_by_register(bool is_signed) {
    const DecodedOp& o = op();
    const HostLabel refused = m_a.newLabel();
    const HostLabel done = m_a.newLabel();
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
    const HostLabel stepped = m_a.newLabel();
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
void HostEmitter::divide_host(bool is_signed) {
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

// Loads and stores. An access goes straight to the host byte if the state of its page allows (machine/memory.hpp: one
// look-up tests range, alignment and first touch); all others are steps of the checked core.

#include <bit>

#include "emulator/jit/emitter.hpp"

namespace mariner::jit {

namespace Inst = x86::Inst;

bool Emitter::emit_memory() {
    switch (m_listing.code(m_index)) {
        case isa::Op::lw:
        case isa::Op::ll:
            emit_load(Inst::kIdMov, load_place<4>());
            return true;
        case isa::Op::lh:
            emit_load(Inst::kIdMovsx, load_place<2>());
            return true;
        case isa::Op::lhu:
            emit_load(Inst::kIdMovzx, load_place<2>());
            return true;
        case isa::Op::lb:
            emit_load(Inst::kIdMovsx, load_place<1>());
            return true;
        case isa::Op::lbu:
            emit_load(Inst::kIdMovzx, load_place<1>());
            return true;
        case isa::Op::sw:
            emit_store(4, store_place<4>());
            return true;
        case isa::Op::sh:
            emit_store(2, store_place<2>());
            return true;
        case isa::Op::sb:
            emit_store(1, store_place<1>());
            return true;
        default:
            return false;
    }
}

/// rs + imm, in rs's home or eax.
x86::Gp Emitter::address() {
    const DecodedOp& o = op();
    if (const std::optional<u32> base = known(o.rs)) {
        m_a.mov(x86::eax, *base + static_cast<u32>(o.imm));
        return x86::eax;
    }
    if (has_home(o.rs)) {
        if (o.imm == 0) {
            return home(o.rs);
        }
        m_a.lea(x86::eax, x86::ptr(home(o.rs).r64(), o.imm));
        return x86::eax;
    }
    m_a.mov(x86::eax, integer_slot(o.rs));
    if (o.imm != 0) {
        m_a.add(x86::eax, o.imm);
    }
    return x86::eax;
}

void Emitter::check(const Gp& address, u32 size, u8 state) {
    const int shift = std::countr_zero(size);
    if (shift != 0) {
        m_a.rorx(x86::ecx, address, shift);
        m_a.shr(x86::ecx, 12 - shift);
    } else {
        m_a.mov(x86::ecx, address);
        m_a.shr(x86::ecx, 12);
    }
    m_a.test(x86::byte_ptr(host_register, x86::rcx, 0, static_cast<i32>(Memory::pages_offset)), state);
    m_a.jz(step_label());
}

template <u32 Size>
x86::Mem Emitter::load_place() {
    const Gp at = address();
    check(at, Size, Memory::readable_by<Size>);
    return x86::ptr(host_register, at.r64(), 0, 0, Size);
}

template <u32 Size>
x86::Mem Emitter::store_place() {
    const Gp at = address();
    check(at, Size, Memory::writable_by<Size>);
    return x86::ptr(host_register, at.r64(), 0, 0, Size);
}

template x86::Mem Emitter::load_place<4>();
template x86::Mem Emitter::load_place<8>();
template x86::Mem Emitter::store_place<4>();
template x86::Mem Emitter::store_place<8>();

void Emitter::emit_load(InstId id, const Mem& from) {
    const u8 to = op().rt;
    if (to == reg::bin) {
        return;
    }
    const Gp place = target(to, x86::eax);
    m_a.emit(id, place, from);
    written(to, place);
}

void Emitter::emit_store(u32 size, const Mem& to) {
    const u8 from = op().rt;
    if (const std::optional<u32> value = known(from)) {
        const i32 all = static_cast<i32>(*value);
        m_a.mov(to, size == 4 ? all : size == 2 ? static_cast<i16>(all) : static_cast<i8>(all));
        return;
    }
    const Gp value = read(from, x86::ecx);
    m_a.emit(Inst::kIdMov, to, size == 4 ? value : size == 2 ? Gp(value.r16()) : Gp(value.r8()));
}

}  // namespace mariner::jit

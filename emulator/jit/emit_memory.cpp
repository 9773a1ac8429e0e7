// Loads and stores. An access goes straight to the host byte if the state of its page allows (machine/memory.hpp: one
// look-up tests range, alignment and first touch); all others are steps of the checked core. A load need not look: the
// whole pages of the segment that its register most likely points into can always be read, and range and alignment are
// one comparison; only what lies elsewhere looks.

#include <algorithm>
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
    const Gp base = read(o.rs, x86::eax);
    if (o.imm == 0) {
        return base;
    }
    m_a.lea(x86::eax, x86::ptr(base.r64(), o.imm));
    return x86::eax;
}

/// Behind it, flags say `not zero` if the page of the address lets such accesses through. Spoils ecx; `address` may be
/// it.
void Emitter::test_page(const Gp& address, u32 size, u8 state) {
    const int shift = std::countr_zero(size);
    if (shift != 0) {
        m_a.rorx(x86::ecx, address, shift);
    } else {
        move(x86::ecx, address);
    }
    m_a.shr(x86::ecx, 12 - shift);
    // Loaded first, since a test of memory would not be one operation with the jump.
    m_a.movzx(x86::ecx, x86::byte_ptr(host_register, x86::rcx, 0, static_cast<i32>(Memory::pages_offset)));
    m_a.test(x86::cl, state);
}

/// The pages that a register most likely points into, if they can be read at any time whatever their states are: the
/// whole ones of a segment. Only where an address that wraps round can't lie in them.
std::optional<Segment> Emitter::window(u8 base) const {
    const MemoryMap& map = m_around.map;
    const bool is_frame = base == reg::sp || base == reg::fp;
    const Segment& segment = is_frame && map.stack.limit != 0 ? map.stack : map.data;
    constexpr u32 lowest = 0x10000;
    if (segment.base < lowest) {
        return std::nullopt;
    }
    return Segment{segment.base, segment.limit & ~(page_size - 1)};
}

/// Compares what is left of the window [first, last] behind `base` + offset; carry if that lies inside and is aligned.
void Emitter::compare_with_window(const Segment& pages, const Gp& base, i32 offset, u32 length, u32 size) {
    const int shift = std::countr_zero(size);
    m_a.lea(x86::ecx, x86::ptr(base.r64(), static_cast<i32>(static_cast<u32>(offset) - pages.base)));
    if (shift != 0) {
        m_a.rorx(x86::ecx, x86::ecx, shift);
    }
    m_a.cmp(x86::ecx, (pages.limit - pages.base - length + size) >> shift);
}

/// Goes to `refused` if `base` + offset might wrap round, so that 64-bit addresses may be used behind it.
void Emitter::refuse_wrapping(const Gp& base, i32 offset, const Label& refused) {
    if (offset < 0) {
        m_a.cmp(base, -offset);
        m_a.jb(refused);
    }
}

/// The word accesses from here on by way of one unchanged register, usually a stack frame, if they are worth one test
/// for all.
std::optional<Emitter::Words> Emitter::find_frame() const {
    const DecodedOp& o = op();
    Words frame{o.rs, o.imm, o.imm, false, m_index};
    u32 members = 0;
    for (u32 i = m_index; i < m_block->end; ++i) {
        const DecodedOp& other = m_listing.op(i);
        const isa::Op code = m_listing.code(i);
        const bool loads = code == isa::Op::lw;
        const bool stores = code == isa::Op::sw;
        constexpr i32 longest = 2048;
        if ((loads || stores) && other.rs == o.rs && (other.imm - o.imm) % 4 == 0 &&
            std::max(frame.high, other.imm) - std::min(frame.low, other.imm) < longest) {
            frame.low = std::min(frame.low, other.imm);
            frame.high = std::max(frame.high, other.imm);
            frame.stores |= stores;
            frame.end = i + 1;
            ++members;
        }
        if (m_listing.role(i) != Role::plain || writes(i, o.rs)) {
            break;
        }
    }
    const u32 worth = frame.stores ? 3 : 2;
    return members >= worth ? std::optional(frame) : std::nullopt;
}

bool Emitter::writes(u32 index, u8 number) const {
    const isa::Op code = m_listing.code(index);
    const IntegerAccess access = integer_access(code);
    const DecodedOp& o = m_listing.op(index);
    return (access.writes_rd && o.rd == number) || (access.writes_rt && o.rt == number);
}

bool Emitter::is_in_frame() const {
    const DecodedOp& o = op();
    return m_frame && m_index < m_frame->end && o.rs == m_frame->base && (o.imm - m_frame->low) % 4 == 0 &&
           o.imm >= m_frame->low && o.imm <= m_frame->high;
}

/// Tests all of a frame at once. What isn't plain there is left to the interpreters from here on.
void Emitter::test_frame(const Words& frame) {
    m_frame = frame;
    const Gp base = home(frame.base);
    const Label refused = leave_label(pc(), Exit::interpret, m_debt == 0 ? 0 : -m_debt);
    const auto test_both_ends = [this, base, frame, refused] {
        const u8 state = frame.stores ? Memory::writable : Memory::readable;
        refuse_wrapping(base, frame.low, refused);
        m_a.lea(x86::ecx, x86::ptr(base.r64(), frame.low));
        test_page(x86::ecx, 4, state);
        m_a.jz(refused);
        if (frame.high != frame.low) {
            m_a.lea(x86::ecx, x86::ptr(base.r64(), frame.high));
            test_page(x86::ecx, 4, state);
            m_a.jz(refused);
        }
    };
    const std::optional<Segment> pages = window(frame.base);
    if (frame.stores || !pages) {
        test_both_ends();
        return;
    }
    const Label elsewhere = m_a.newLabel();
    const Label back = m_a.newLabel();
    compare_with_window(*pages, base, frame.low, static_cast<u32>(frame.high - frame.low) + 4, 4);
    m_a.jae(elsewhere);
    m_a.bind(back);
    later([this, elsewhere, back, test_both_ends] {
        m_a.bind(elsewhere);
        test_both_ends();
        m_a.jmp(back);
    });
}

/// The place of a word that a frame's test covers, if one does.
std::optional<x86::Mem> Emitter::frame_place() {
    const DecodedOp& o = op();
    if (!has_home(o.rs) || known(o.rs)) {
        return std::nullopt;
    }
    if (!is_in_frame()) {
        const std::optional<Words> frame = find_frame();
        if (!frame) {
            return std::nullopt;
        }
        test_frame(*frame);
    }
    return x86::ptr(host_register, home(o.rs).r64(), 0, o.imm, 4);
}

template <u32 Size>
x86::Mem Emitter::load_place() {
    const DecodedOp& o = op();
    if constexpr (Size == 4) {
        if (const std::optional<Mem> place = frame_place()) {
            return *place;
        }
    }
    const std::optional<Segment> pages = known(o.rs) ? std::nullopt : window(o.rs);
    if (!pages) {
        const Gp at = address();
        test_page(at, Size, Memory::readable_by<Size>);
        m_a.jz(step_label());
        return x86::ptr(host_register, at.r64(), 0, 0, Size);
    }
    const Gp base = read(o.rs, x86::eax);
    const Label elsewhere = m_a.newLabel();
    const Label back = m_a.newLabel();
    compare_with_window(*pages, base, o.imm, Size, Size);
    m_a.jae(elsewhere);
    m_a.bind(back);
    later([this, elsewhere, back, base, offset = o.imm, refused = step_label()] {
        m_a.bind(elsewhere);
        refuse_wrapping(base, offset, refused);
        m_a.lea(x86::ecx, x86::ptr(base.r64(), offset));
        test_page(x86::ecx, Size, Memory::readable_by<Size>);
        m_a.jnz(back);
        m_a.jmp(refused);
    });
    return x86::ptr(host_register, base.r64(), 0, o.imm, Size);
}

template <u32 Size>
x86::Mem Emitter::store_place() {
    if constexpr (Size == 4) {
        if (const std::optional<Mem> place = frame_place()) {
            return *place;
        }
    }
    const Gp at = address();
    test_page(at, Size, Memory::writable_by<Size>);
    m_a.jz(step_label());
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

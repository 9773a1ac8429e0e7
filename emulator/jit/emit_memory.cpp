// Loads and stores. An access goes straight to the host byte if the state of its page allows (machine/memory.hpp: one
// look-up tests range, alignment and first touch); all others are steps of the checked core. A load need not look, nor
// a store once the memory has stopped noting first stores: the segment that its register most likely points into lets
// it through, and range and alignment are one test; only what lies elsewhere looks.

#include <algorithm>
#include <bit>

#include "emulator/jit/emitter.hpp"

namespace mariner::jit {

namespace Inst = x86::Inst;

namespace {

/// What a page's state must allow.
constexpr u8 state_for(u32 size, bool stores) {
    if (size == 1) {
        return stores ? Memory::byte_writable : Memory::byte_readable;
    }
    return stores ? Memory::writable : Memory::readable;
}

struct PlainAccess {
    u32 size = 0;  // 0: no access, or none of the plain ones
    bool stores = false;
};

constexpr PlainAccess plain_access(isa::Op code) {
    switch (code) {
        case isa::Op::lb:
        case isa::Op::lbu:
            return {1, false};
        case isa::Op::sb:
            return {1, true};
        case isa::Op::lh:
        case isa::Op::lhu:
            return {2, false};
        case isa::Op::sh:
            return {2, true};
        case isa::Op::lw:
        case isa::Op::lwc1:
            return {4, false};
        case isa::Op::sw:
        case isa::Op::swc1:
            return {4, true};
        case isa::Op::ldc1:
            return {8, false};
        case isa::Op::sdc1:
            return {8, true};
        default:
            return {};
    }
}

}  // namespace

bool HostEmitter::emit_memory() {
    switch (m_listing.code(m_index)) {
        case isa::Op::lw:
        case isa::Op::ll:
            emit_load(Inst::kIdMov, tested_place(4, false));
            return true;
        case isa::Op::lh:
            emit_load(Inst::kIdMovsx, tested_place(2, false));
            return true;
        case isa::Op::lhu:
            emit_load(Inst::kIdMovzx, tested_place(2, false));
            return true;
        case isa::Op::lb:
            emit_load(Inst::kIdMovsx, tested_place(1, false));
            return true;
        case isa::Op::lbu:
            emit_load(Inst::kIdMovzx, tested_place(1, false));
            return true;
        case isa::Op::sw:
            emit_store(4, tested_place(4, true));
            return true;
        case isa::Op::sh:
            emit_store(2, tested_place(2, true));
            return true;
        case isa::Op::sb:
            emit_store(1, tested_place(1, true));
            return true;
        default:
            return false;
    }
}

/// rs + imm, in rs's home or eax.
x86::Gp HostEmitter::address() {
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

/// Behind it, flags say `not zero` if the address's page lets such accesses through. Spoils ecx (may be `address`).
void HostEmitter::test_page(const Gp& address, u32 size, u8 state) {
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

/// The same for both ends, which lie in one page or two; goes to `refused` if one doesn't.
void HostEmitter::test_pages(const AccessGroup& words, const Gp& base, const HostLabel& refused) {
    refuse_wrapping(base, words.low, refused);
    for (const i32 offset : {words.low, words.high}) {
        m_a.lea(x86::ecx, x86::ptr(base.r64(), offset));
        test_page(x86::ecx, words.size, state_for(words.size, words.stores));
        m_a.jz(refused);
        if (words.high == words.low) {
            break;
        }
    }
}

/// The part of the segment that a register most likely points into in which the first of these accesses may lie, if all
/// pages there let them through whatever their states are. Its length is a power of two. Only where an address that
/// wraps round can't lie in it.
std::optional<HostEmitter::TestedWindow> HostEmitter::window(const AccessGroup& words) const {
    const MemoryMap& map = m_around.map;
    const bool is_frame = (words.base == reg::sp || words.base == reg::fp) && map.stack.limit != 0;
    const Segment& segment = is_frame ? map.stack : map.data;
    constexpr u32 lowest = 0x10000;
    if (segment.base < lowest || (words.stores && m_around.notes_first_stores)) {
        return std::nullopt;
    }
    const u32 end = (segment.limit + words.size - 1) & ~(words.size - 1);
    const u32 span = static_cast<u32>(words.high - words.low);
    const u32 length = std::bit_floor(end - segment.base - span);
    return TestedWindow{is_frame ? end - span - length : segment.base, length};
}

/// Tests by way of the likely place, and elsewhere by the pages' states. False if no place is likely.
bool HostEmitter::test_likely(const AccessGroup& words, const Gp& base, const HostLabel& refused) {
    const std::optional<TestedWindow> likely = window(words);
    if (!likely) {
        return false;
    }
    const HostLabel elsewhere = m_a.newLabel();
    const HostLabel back = m_a.newLabel();
    m_a.lea(x86::ecx, x86::ptr(base.r64(), static_cast<i32>(static_cast<u32>(words.low) - likely->base)));
    m_a.test(x86::ecx, ~(likely->length - 1) | (words.size - 1));
    m_a.jnz(elsewhere);
    m_a.bind(back);
    later([this, words, base, elsewhere, back, refused] {
        m_a.bind(elsewhere);
        test_pages(words, base, refused);
        m_a.jmp(back);
    });
    return true;
}

/// Goes to `refused` if `base` + offset might wrap round, so that 64-bit addresses may be used behind it.
void HostEmitter::refuse_wrapping(const Gp& base, i32 offset, const HostLabel& refused) {
    if (offset < 0) {
        m_a.cmp(base, -offset);
        m_a.jb(refused);
    }
}

HostEmitter::AccessGroup HostEmitter::only_this(u32 size, bool stores) const {
    return {op().rs, op().imm, op().imm, stores, m_index + 1, size};
}

/// The accesses of this size by way of one unchanged register, usually a stack frame, if worth one test for all.
std::optional<HostEmitter::AccessGroup> HostEmitter::find_frame(u32 size) const {
    const DecodedOp& o = op();
    AccessGroup frame = only_this(size, false);
    u32 members = 0;
    for (u32 i = m_index; i < m_block->end; ++i) {
        const DecodedOp& other = m_listing.op(i);
        const PlainAccess access = plain_access(m_listing.code(i));
        constexpr i32 longest = 2048;
        if (access.size == size && other.rs == o.rs && (other.imm - o.imm) % static_cast<i32>(size) == 0 &&
            std::max(frame.high, other.imm) - std::min(frame.low, other.imm) < longest) {
            frame.low = std::min(frame.low, other.imm);
            frame.high = std::max(frame.high, other.imm);
            frame.stores |= access.stores;
            frame.end = i + 1;
            ++members;
        }
        if (m_listing.role(i) != Role::plain || writes(i, o.rs)) {
            break;
        }
    }
    return members >= 2 ? std::optional(frame) : std::nullopt;
}

bool HostEmitter::writes(u32 index, u8 number) const {
    const isa::Op code = m_listing.code(index);
    using meaning::RegisterPlace;
    const meaning::PlaceSet written = meaning::facts(code).writes;
    const DecodedOp& o = m_listing.op(index);
    return (written.contains(RegisterPlace::rd) && o.rd == number) ||
           (written.contains(RegisterPlace::rt) && o.rt == number);
}

bool HostEmitter::is_in_frame(u32 size) const {
    const DecodedOp& o = op();
    return m_frame && m_index < m_frame->end && size == m_frame->size && o.rs == m_frame->base &&
           (o.imm - m_frame->low) % static_cast<i32>(size) == 0 && o.imm >= m_frame->low && o.imm <= m_frame->high;
}

/// Tests all of a frame at once. What isn't plain there is left to the interpreters from here on.
void HostEmitter::test_frame(const AccessGroup& frame) {
    m_frame = frame;
    const Gp base = home(frame.base);
    const HostLabel refused = leave_label(pc(), LeaveReason::interpret, m_debt == 0 ? 0 : -m_debt);
    if (!test_likely(frame, base, refused)) {
        test_pages(frame, base, refused);
    }
}

/// The place of an access that a frame's test covers, if one does.
std::optional<x86::Mem> HostEmitter::frame_place(u32 size) {
    const DecodedOp& o = op();
    if (!has_home(o.rs) || known(o.rs)) {
        return std::nullopt;
    }
    if (!is_in_frame(size)) {
        const std::optional<AccessGroup> frame = find_frame(size);
        if (!frame) {
            return std::nullopt;
        }
        test_frame(*frame);
    }
    return x86::ptr(host_register, home(o.rs).r64(), 0, o.imm, size);
}

/// The place of an address that is known here: of its tests only that of the page's state is left, if that.
std::optional<x86::Mem> HostEmitter::constant_place(u32 size, bool stores) {
    const std::optional<u32> base = known(op().rs);
    const MemoryMap& map = m_around.map;
    const u32 address = base.value_or(0) + static_cast<u32>(op().imm);
    if (!base || address % size != 0 || !map.data.contains(address)) {
        return std::nullopt;
    }
    if (stores && m_around.notes_first_stores) {
        const i32 page = static_cast<i32>(address / page_size) + static_cast<i32>(Memory::pages_offset);
        m_a.test(x86::byte_ptr(host_register, page), state_for(size, stores));
        m_a.jz(step_label());
    }
    return x86::ptr(host_register, static_cast<i32>(address), size);
}

/// Where an access of this size goes, tested.
x86::Mem HostEmitter::tested_place(u32 size, bool stores) {
    if (const std::optional<Mem> place = constant_place(size, stores)) {
        return *place;
    }
    if (const std::optional<Mem> place = frame_place(size)) {
        return *place;
    }
    const AccessGroup words = only_this(size, stores);
    if (!known(words.base) && window(words)) {
        const Gp base = read(words.base, x86::eax);
        test_likely(words, base, step_label());
        return x86::ptr(host_register, base.r64(), 0, words.low, size);
    }
    const Gp at = address();
    test_page(at, size, state_for(size, stores));
    m_a.jz(step_label());
    return x86::ptr(host_register, at.r64(), 0, 0, size);
}

void HostEmitter::emit_load(InstId id, const Mem& from) {
    const u8 to = op().rt;
    if (to == reg::bin) {
        return;
    }
    const Gp place = target(to, x86::eax);
    m_a.emit(id, place, from);
    written(to, place);
}

void HostEmitter::emit_store(u32 size, const Mem& to) {
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

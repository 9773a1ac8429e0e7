// Loads and stores. An access goes straight to the host byte if the state of its page allows (machine/memory.hpp: one
// look-up tests range, alignment and first touch); all others are steps of the checked core. A load need not look, nor
// a store once the memory has stopped noting first stores: the segment that its register most likely points into lets
// it through, and range and alignment are one test; only what lies elsewhere looks.

#include "emulator/backend_x86/select.hpp"

#include <algorithm>
#include <bit>

namespace mariner::backend_x86 {

namespace Inst = x86::Inst;

namespace {

/// What a page's state must allow.
constexpr u8 state_for(u32 size, bool stores) {
    if (size == 1) {
        return stores ? Memory::byte_writable : Memory::byte_readable;
    }
    return stores ? Memory::writable : Memory::readable;
}

i32 offset_in(const Operation& access) {
    return static_cast<i32>(static_cast<u32>(access.number));
}

}  // namespace

void HostSelector::load(ValueId at) {
    const Operation& access = operation(at);
    if (access.type != ValueType::i32) {
        return load_float(at);
    }
    const ValueId next = next_effect(at);
    const Mem from = tested_place(access, false);
    consume(access.a());
    const bool goes_home = m_states[at].uses == 1 && next != no_value && operation(next).code == Code::set &&
                           operation(next).a() == at && operation(next).guard == no_value &&
                           operation(next).place.kind == GuestKind::gpr &&
                           m_host.has_home(operation(next).place.number);
    const InstId id = access.bytes == 4 ? Inst::kIdMov : access.is_signed ? Inst::kIdMovsx : Inst::kIdMovzx;
    if (goes_home) {
        keep_from(operation(next).place, next);
        m_a.emit(id, m_host.home(operation(next).place.number), from);
        m_states[next].is_done = true;
    } else if (m_states[at].uses != 0) {
        const Gp to = take();
        m_a.emit(id, to, from);
        hold(at, to);
    }
    unlock();
}

void HostSelector::store(const Operation& access) {
    if (access.type != ValueType::i32) {
        return store_float(access);
    }
    make_ready(access.b());
    const Mem to = tested_place(access, true);
    HostOperand value = *operand(access.b());
    if (value.isImm()) {
        const i64 all = value.as<asmjit::Imm>().value();
        value = asmjit::Imm(access.bytes == 4   ? static_cast<i32>(all)
                            : access.bytes == 2 ? static_cast<i16>(all)
                                                : static_cast<i8>(all));
    } else {
        const Gp word = in_register(access.b());
        value = access.bytes == 4 ? word : access.bytes == 2 ? Gp(word.r16()) : Gp(word.r8());
    }
    m_a.emit(Inst::kIdMov, to, value);
    unlock();
    consume(access.a());
    consume(access.b());
}

/// Where an access goes, tested. What its register is in stays locked.
x86::Mem HostSelector::tested_place(const Operation& access, bool stores) {
    const u32 size = access.bytes;
    if (const std::optional<Mem> place = constant_place(access, stores)) {
        return *place;
    }
    const i32 offset = offset_in(access);
    const Gp base = base_register(access.a());
    lock(base);
    if (access.is_tested) {
        return x86::ptr(host_register, base.r64(), 0, offset, size);
    }
    const TestedRange range = range_of(access, stores);
    if (test_likely(range, base, {})) {
        return x86::ptr(host_register, base.r64(), 0, offset, size);
    }
    const Gp address = offset == 0 ? base : summed(base, offset, access.a());
    lock(address);
    test_page(address, take(1), size, state_for(size, stores));
    m_a.jz(m_host.step_label());
    return x86::ptr(host_register, address.r64(), 0, 0, size);
}

/// Their sum in a scratch register: the base's own, if nothing else wants that.
x86::Gp HostSelector::summed(const Gp& base, i32 offset, ValueId value) {
    const bool is_free = is_scratch(base) && (m_states[value].gp == none || m_states[value].uses == 1);
    const Gp sum = is_free ? base : take();
    m_a.lea(sum, x86::ptr(base.r64(), offset));
    m_cached[sum.id() == x86::eax.id() ? 0 : 1].reset();
    return sum;
}

/// The register that an access counts from, in a host register with zeros above it.
x86::Gp HostSelector::base_register(ValueId base) {
    const bool is_word = operation(base).code == Code::get || operation(base).code == Code::constant;
    const Gp gp = in_register(base);
    if (!is_word) {
        m_a.mov(gp.r32(), gp.r32());
    }
    return gp.r32();
}

HostSelector::TestedRange HostSelector::range_of(const Operation& access, bool stores) const {
    const i32 offset = offset_in(access);
    return {offset, offset, access.bytes, stores, translate::points_into_stack(operation(access.a()))};
}

/// Tests all of a range at once. What isn't plain there is left to the interpreters from here on.
void HostSelector::test_range(const Operation& test) {
    TestedRange range = range_of(test, test.is_written);
    range.high = range.low + static_cast<i32>(test.number >> 32);
    const HostLabel refused = m_host.leave_label(m_host.pc(), LeaveReason::interpret, -m_host.m_debt);
    const Gp base = base_register(test.a());
    lock(base);
    if (!test_likely(range, base, refused)) {
        test_pages(range, base, take(1), refused);
    }
    unlock();
    consume(test.a());
}

/// The part of the segment that a register most likely points into in which the first of these accesses may lie, if all
/// pages there let them through whatever their states are. Its length is a power of two. Only where an address that
/// wraps round can't lie in it.
std::optional<HostSelector::TestedWindow> HostSelector::window(const TestedRange& range) const {
    const Segment& segment = m_host.likely_segment(range.is_stack);
    const bool is_stack = &segment == &m_host.m_around.map.stack;
    if (segment.base < RegionEmitter::lowest_window || (range.stores && m_host.m_around.notes_first_stores)) {
        return std::nullopt;
    }
    const u32 end = (segment.limit + range.size - 1) & ~(range.size - 1);
    const u32 span = static_cast<u32>(range.high - range.low);
    const u32 length = std::bit_floor(end - segment.base - span);
    return TestedWindow{is_stack ? end - span - length : segment.base, length};
}

/// Tests by way of the likely place, and elsewhere by the pages' states. False if no place is likely. `refused`: where
/// to go if one doesn't let it through; to a checked step, if that isn't said.
bool HostSelector::test_likely(const TestedRange& range, const Gp& base, const HostLabel& refused) {
    const std::optional<TestedWindow> likely = window(range);
    if (!likely) {
        return false;
    }
    const HostLabel elsewhere = m_a.newLabel();
    const HostLabel back = m_a.newLabel();
    const HostLabel away = refused.isValid() ? refused : m_host.step_label();
    const Gp spare = take(1);
    m_a.lea(spare, x86::ptr(base.r64(), static_cast<i32>(static_cast<u32>(range.low) - likely->base)));
    m_a.test(spare, ~(likely->length - 1) | (range.size - 1));
    m_a.jnz(elsewhere);
    m_a.bind(back);
    m_host.later([this, range, base, spare, elsewhere, back, away] {
        m_a.bind(elsewhere);
        test_pages(range, base, spare, away);
        m_a.jmp(back);
    });
    return true;
}

/// Goes to `refused` unless the pages of both ends let the accesses through and no address wraps round, so that 64-bit
/// addresses may be used behind it.
void HostSelector::test_pages(const TestedRange& range, const Gp& base, const Gp& spare, const HostLabel& refused) {
    if (range.low < 0) {
        m_a.cmp(base, -range.low);
        m_a.jb(refused);
    }
    for (const i32 offset : {range.low, range.high}) {
        m_a.lea(spare, x86::ptr(base.r64(), offset));
        test_page(spare, spare, range.size, state_for(range.size, range.stores));
        m_a.jz(refused);
        if (range.high == range.low) {
            break;
        }
    }
}

/// Behind it, flags say `not zero` if the address's page lets such accesses through. Spoils `spare` (may be `address`).
void HostSelector::test_page(const Gp& address, const Gp& spare, u32 size, u8 state) {
    const int shift = std::countr_zero(size);
    if (shift != 0) {
        m_a.rorx(spare, address, shift);
    } else {
        move(spare, address);
    }
    m_a.shr(spare, 12 - shift);
    // Loaded first, since a test of memory would not be one operation with the jump.
    m_a.movzx(spare, x86::byte_ptr(host_register, spare.r64(), 0, static_cast<i32>(Memory::pages_offset)));
    m_a.test(spare.r8(), state);
}

/// The place of an address that is known here: of its tests only that of the page's state is left, if that.
std::optional<x86::Mem> HostSelector::constant_place(const Operation& access, bool stores) {
    const MemoryMap& map = m_host.m_around.map;
    const u32 size = access.bytes;
    if (!m_block->is_constant(access.a())) {
        return std::nullopt;
    }
    const u32 address = m_block->word(access.a()) + static_cast<u32>(access.number);
    if (address % size != 0 || !map.data.contains(address)) {
        return std::nullopt;
    }
    if (stores && m_host.m_around.notes_first_stores) {
        const i32 page = static_cast<i32>(address / page_size) + static_cast<i32>(Memory::pages_offset);
        m_a.test(x86::byte_ptr(host_register, page), state_for(size, stores));
        m_a.jz(m_host.step_label());
    }
    return x86::ptr(host_register, static_cast<i32>(address), size);
}

}  // namespace mariner::backend_x86

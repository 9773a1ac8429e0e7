// Loads and stores: the state of the page says whether one may go straight to the guest's memory (memory.hpp). A load
// need not ask, nor a store once the memory has stopped noting first stores, where it lies in the segment that its
// register most likely points into: then one test of the address is all. While first stores are noted, such a store
// asks, but need not find its place first.

#include <algorithm>
#include <bit>

#include "emulator/backend_wasm/select.hpp"
#include "emulator/machine/memory.hpp"

namespace mariner::backend_wasm {

using translate::ValueType;

namespace {

constexpr u32 log_of(u32 bytes) {
    return static_cast<u32>(std::countr_zero(bytes));
}

Opcode load_opcode(const translate::Operation& operation) {
    switch (operation.type) {
        case ValueType::f32:
            return Opcode::f32_load;
        case ValueType::f64:
            return Opcode::f64_load;
        default:
            break;
    }
    switch (operation.bytes) {
        case 1:
            return operation.is_signed ? Opcode::i32_load8_s : Opcode::i32_load8_u;
        case 2:
            return operation.is_signed ? Opcode::i32_load16_s : Opcode::i32_load16_u;
        default:
            return Opcode::i32_load;
    }
}

Opcode store_opcode(const translate::Operation& operation) {
    switch (operation.type) {
        case ValueType::f32:
            return Opcode::f32_store;
        case ValueType::f64:
            return Opcode::f64_store;
        default:
            break;
    }
    return operation.bytes == 1 ? Opcode::i32_store8 : operation.bytes == 2 ? Opcode::i32_store16 : Opcode::i32_store;
}

constexpr u32 readable(u32 bytes) {
    return bytes == 1 ? Memory::byte_readable : Memory::readable;
}
constexpr u32 writable(u32 bytes) {
    return bytes == 1 ? Memory::byte_writable : Memory::writable;
}
constexpr u32 all_writable = Memory::writable | Memory::byte_writable;
constexpr u32 log_page = std::countr_zero(page_size);

}  // namespace

/// The `get` of an integer register from which an access counts; null if it is something else.
const Operation* BlockSelector::register_of(const Operation& access) const {
    const bool is_access = access.code == translate::Code::load || access.code == translate::Code::store;
    if (!is_access || access.is_tested || access.guard != translate::no_value) {
        return nullptr;
    }
    const Operation& base = m_block[access.a()];
    return base.code == translate::Code::get && base.place.kind == translate::GuestKind::gpr ? &base : nullptr;
}

/// All between both ends lies in their pages, and is aligned if they are.
bool BlockSelector::TestedAccesses::takes(const Operation& access) const {
    const i32 offset = static_cast<i32>(static_cast<u32>(access.number));
    const i64 reach = i64{std::max(greatest, offset)} - std::min(least, offset) + bytes;
    return access.bytes == bytes && reach <= i64{page_size} && (i64{offset} - least) % bytes == 0;
}

void BlockSelector::find_groups() {
    std::array<u32, 32> open{};  // per register: the group that its accesses join
    open.fill(no_group);
    for (ValueId id = 0; id < m_values.size(); ++id) {
        const Operation& operation = m_block[id];
        if (operation.is_removed) {
            continue;
        }
        if (operation.code == translate::Code::set && operation.place.kind == translate::GuestKind::gpr) {
            open[operation.place.number] = no_group;
        }
        const Operation* const base = register_of(operation);
        if (base == nullptr) {
            continue;
        }
        u32& group = open[base->place.number];
        const i32 offset = static_cast<i32>(static_cast<u32>(operation.number));
        if (group == no_group || !m_groups[group].takes(operation)) {
            group = static_cast<u32>(m_groups.size());
            m_groups.push_back({operation.bytes, offset, offset, 0, 0, false, 0});
        }
        TestedAccesses& joined = m_groups[group];
        joined.least = std::min(joined.least, offset);
        joined.greatest = std::max(joined.greatest, offset);
        joined.allowed |=
            operation.code == translate::Code::load ? readable(operation.bytes) : writable(operation.bytes);
        ++joined.left;
        m_values[id].group = group;
    }
}

void BlockSelector::emit_load(ValueId id) {
    const Operation& operation = m_block[id];
    push_tested_place(id, readable(operation.bytes));
    m_code.access(load_opcode(operation), log_of(operation.bytes), m_host.memory + offset_of(id));
    keep_in_local(id);
}

void BlockSelector::emit_store(ValueId id) {
    const Operation& operation = m_block[id];
    push_tested_place(id, writable(operation.bytes));
    push(operation.b());
    m_code.access(store_opcode(operation), log_of(operation.bytes), m_host.memory + offset_of(id));
}

/// Of an access of a group, from the group's place.
u32 BlockSelector::offset_of(ValueId id) const {
    const u32 group = m_values[id].group;
    return group == no_group ? 0 : static_cast<u32>(m_block[id].number) - static_cast<u32>(m_groups[group].least);
}

void BlockSelector::push_tested_place(ValueId id, u32 allowed) {
    const Operation& operation = m_block[id];
    if (operation.is_tested) {
        const Local address = push_address(operation);
        push_place(address);
        return m_scratch.give_back(WasmType::i32, address);
    }
    const i32 offset = static_cast<i32>(static_cast<u32>(operation.number));
    TestedAccesses alone{operation.bytes, offset, offset, allowed, 1, false, 0};
    TestedAccesses& group = m_values[id].group == no_group ? alone : m_groups[m_values[id].group];
    if (group.is_tested) {
        --m_values[operation.a()].uses;
    } else {
        test_group(operation, group);
    }
    m_code.get(group.place);
    if (--group.left == 0) {
        m_scratch.give_back(WasmType::i32, group.place);
    }
}

/// One that fails leaves the first access to the checked core, though it might be another's page that isn't open: that
/// is how pages are opened.
void BlockSelector::test_group(const Operation& first, TestedAccesses& group) {
    const bool is_stack = translate::points_into_stack(m_block[first.a()]);
    push(first.a());
    group.place = m_scratch.take(WasmType::i32);
    group.is_tested = true;
    const std::optional<LikelyPlace> likely = likely_place(group, is_stack);
    m_code.word(static_cast<u32>(group.least) - (likely ? likely->base : 0));
    m_code.emit(Opcode::i32_add);
    m_code.set(group.place);
    if (!likely) {
        test_pages(first, group);
        push_place(group.place);
        return m_code.set(group.place);
    }
    m_code.get(group.place);
    m_code.word(~(likely->length - 1) | (group.bytes - 1U));
    m_code.emit(Opcode::i32_and);
    m_code.open(Opcode::if_);
    add_to(group.place, likely->base);
    test_pages(first, group);
    push_place(group.place);
    m_code.set(group.place);
    m_code.otherwise();
    if (m_host.notes_first_stores && (group.allowed & all_writable) != 0) {
        test_likely_pages(first, group, likely->base);
    }
    if (const u32 place = Memory::folded(likely->base); place != 0) {
        add_to(group.place, place);
    }
    m_code.close();
}

/// Where accesses need not ask, if there is such a place.
std::optional<BlockSelector::LikelyPlace> BlockSelector::likely_place(const TestedAccesses& group,
                                                                      bool is_stack) const {
    const bool is_in_stack = is_stack && m_host.map.stack.limit != 0;
    const Segment& segment = is_in_stack ? m_host.map.stack : m_host.map.data;
    constexpr u32 lowest = 0x10000;  // no address that wraps round comes to what lies above
    if (segment.base < lowest) {
        return std::nullopt;
    }
    const u32 end = (segment.limit + group.bytes - 1) & ~(group.bytes - 1U);
    const u32 span = static_cast<u32>(group.greatest - group.least);
    const u32 length = std::bit_floor(end - segment.base - span);
    return LikelyPlace{is_in_stack ? end - span - length : segment.base, length};
}

void BlockSelector::add_to(Local local, u32 number) {
    m_code.get(local);
    m_code.word(number);
    m_code.emit(Opcode::i32_add);
    m_code.set(local);
}

/// Leaves unless the pages of both ends allow all of a group's accesses. Its place holds the least address.
void BlockSelector::test_pages(const Operation& first, const TestedAccesses& group) {
    push_state(group.place, group.bytes);
    if (group.greatest != group.least) {
        const Local last = m_scratch.take(WasmType::i32);
        m_code.get(group.place);
        m_code.word(static_cast<u32>(group.greatest) - static_cast<u32>(group.least));
        m_code.emit(Opcode::i32_add);
        m_code.set(last);
        push_state(last, group.bytes);
        m_code.emit(Opcode::i32_and);
        m_scratch.give_back(WasmType::i32, last);
    }
    leave_unless(group.allowed, first);
}

/// The same for stores, where the place of a group counts from `base` and the addresses are aligned.
void BlockSelector::test_likely_pages(const Operation& first, const TestedAccesses& group, u32 base) {
    const auto push_state_behind = [&](u32 distance) {
        m_code.get(group.place);
        if (const u32 more = base % page_size + distance; more != 0) {
            m_code.word(more);
            m_code.emit(Opcode::i32_add);
        }
        m_code.word(log_page);
        m_code.emit(Opcode::i32_shr_u);
        m_code.access(Opcode::i32_load8_u, 0, m_host.pages + base / page_size);
    };
    push_state_behind(0);
    if (group.greatest != group.least) {
        push_state_behind(static_cast<u32>(group.greatest) - static_cast<u32>(group.least));
        m_code.emit(Opcode::i32_and);
    }
    leave_unless(group.allowed & all_writable, first);
}

/// Unless the state of pages on top has all these bits.
void BlockSelector::leave_unless(u32 allowed, const Operation& first) {
    m_code.word(allowed);
    m_code.emit(Opcode::i32_and);
    if (std::has_single_bit(allowed)) {
        m_code.emit(Opcode::i32_eqz);
    } else {
        m_code.word(allowed);
        m_code.emit(Opcode::i32_ne);
    }
    m_control.leave_if(first.instruction);
}

Local BlockSelector::push_address(const Operation& operation) {
    push(operation.a());
    if (const u32 distance = static_cast<u32>(operation.number); distance != 0) {
        m_code.word(distance);
        m_code.emit(Opcode::i32_add);
    }
    const Local address = m_scratch.take(WasmType::i32);
    m_code.set(address);
    return address;
}

/// What the page of an access allows; nothing if the access is misaligned: Memory::state.
void BlockSelector::push_state(Local address, u32 bytes) {
    const u32 shift = log_of(bytes);
    m_code.get(address);
    if (shift != 0) {
        m_code.word(shift);
        m_code.emit(Opcode::i32_rotr);
    }
    m_code.word(log_page - shift);
    m_code.emit(Opcode::i32_shr_u);
    m_code.access(Opcode::i32_load8_u, 0, m_host.pages);
}

/// Memory::folded: (address >> 30) << 22 | (address & 0x003fffff).
void BlockSelector::push_place(Local address) {
    m_code.get(address);
    m_code.word(0x003fffff);
    m_code.emit(Opcode::i32_and);
    m_code.get(address);
    m_code.word(30);
    m_code.emit(Opcode::i32_shr_u);
    m_code.word(22);
    m_code.emit(Opcode::i32_shl);
    m_code.emit(Opcode::i32_or);
}

/// Both ends may be read and written, and they lie in one page or in neighbours.
void BlockSelector::emit_range_test(const Operation& operation) {
    const u32 distance = static_cast<u32>(operation.number >> 32);
    const u32 allowed = readable(operation.bytes) | writable(operation.bytes);
    const Local first = push_address(operation);
    push_state(first, operation.bytes);
    m_code.get(first);
    m_code.word(distance);
    m_code.emit(Opcode::i32_add);
    m_code.set(first);
    push_state(first, operation.bytes);
    m_code.emit(Opcode::i32_and);
    m_code.word(allowed);
    m_code.emit(Opcode::i32_and);
    m_code.word(allowed);
    m_code.emit(Opcode::i32_ne);
    m_control.leave_if(operation.instruction);
    m_scratch.give_back(WasmType::i32, first);
}

}  // namespace mariner::backend_wasm

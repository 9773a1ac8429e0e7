// Loads and stores: the state of the page says whether one may go straight to the guest's memory (memory.hpp).

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

}  // namespace

void BlockSelector::emit_load(ValueId id) {
    const Operation& operation = m_block[id];
    const Local address = push_address(operation);
    if (!operation.is_tested) {
        test_access(operation, address, readable(operation.bytes));
    }
    push_place(address);
    m_code.access(load_opcode(operation), log_of(operation.bytes), m_host.memory);
    m_scratch.give_back(WasmType::i32, address);
    keep_in_local(id);
}

void BlockSelector::emit_store(const Operation& operation) {
    const Local address = push_address(operation);
    if (!operation.is_tested) {
        test_access(operation, address, writable(operation.bytes));
    }
    push_place(address);
    push(operation.b());
    m_code.access(store_opcode(operation), log_of(operation.bytes), m_host.memory);
    m_scratch.give_back(WasmType::i32, address);
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
    constexpr u32 log_page = 12;
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

void BlockSelector::test_access(const Operation& operation, Local address, u32 allowed) {
    push_state(address, operation.bytes);
    m_code.word(allowed);
    m_code.emit(Opcode::i32_and);
    m_code.emit(Opcode::i32_eqz);
    m_control.leave_if(operation.instruction);
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

#pragma once
// Instruction selection: a lowered block's operations as WebAssembly code, one case for each code. A value that is used
// once is computed where it is used, on WebAssembly's stack; others get a local variable.

#include <array>
#include <optional>
#include <vector>

#include "emulator/backend_wasm/guest_locals.hpp"
#include "emulator/program/memory_map.hpp"

namespace mariner::backend_wasm {

using translate::Operation;
using translate::ValueId;

/// Addresses in the module's memory.
struct HostPlaces {
    u32 cpu = 0;        // CpuState
    u32 memory = 0;     // where Memory::place() counts from
    u32 pages = 0;      // states of pages
    u32 remaining = 0;  // i32: what is left of the budget when the region is left
    u32 pc = 0;         // where the guest goes on, if the exit doesn't say
    MemoryMap map = memory_maps.front();
    bool notes_first_stores = true;  // the memory
};

/// What becomes of control: who writes the region's function knows. Each is called with what it needs on the stack.
class ControlWriter {
public:
    virtual ~ControlWriter() = default;
    /// A condition: if it holds, the checked core does the instruction.
    virtual void leave_if(u32 instruction) = 0;
    virtual void leave(const Operation& operation) = 0;  // step, raise, interpret, service
    virtual void branch_if(const Operation& operation) = 0;
    virtual void branch(const Operation& operation) = 0;
    virtual void jump(const Operation& operation) = 0;
};

/// Local variables for values, each again and again.
class ScratchLocals {
public:
    explicit ScratchLocals(CodeWriter& code) : m_code(code) {}
    Local take(WasmType type);
    void give_back(WasmType type, Local local) { free_of(type).push_back(local); }

private:
    std::vector<Local>& free_of(WasmType type) {
        return m_free[static_cast<u8>(WasmType::i32) - static_cast<u8>(type)];
    }

    CodeWriter& m_code;
    std::array<std::vector<Local>, 4> m_free;
};

class BlockSelector {
public:
    BlockSelector(const translate::LoweredBlock& block, const HostPlaces& host, CodeWriter& code, GuestLocals& guest,
                  ScratchLocals& scratch, ControlWriter& control);

    void emit();

private:
    /// Accesses of one width that count from one register: tested at both ends, once, before the first.
    struct TestedAccesses {
        u8 bytes = 0;
        i32 least = 0;  // of what is added to the register
        i32 greatest = 0;
        u32 allowed = 0;  // what the pages must allow
        u32 left = 0;     // accesses
        bool is_tested = false;
        Local place = 0;  // of the least, seen from HostPlaces::memory

        [[nodiscard]] bool takes(const Operation& access) const;
    };
    static constexpr u32 no_group = ~u32{0};

    /// What is known of a value while the block is emitted.
    struct ValueState {
        u32 group = no_group;  // of an access
        u32 uses = 0;          // still to come
        u32 depth = 0;
        bool is_in_local = false;
        Local local = 0;
        std::array<u64, 2> reads{};  // registers, until it is computed
    };

    void count_uses();
    void find_groups();
    [[nodiscard]] const Operation* register_of(const Operation& access) const;
    void emit_operation(ValueId id);
    void open_guard(ValueId id);
    void close_guard(ValueId next);
    void defer(ValueId id);
    void materialize(ValueId id);
    void keep_from(const Operation& set);
    void push(ValueId id);
    Local push_to_local(ValueId id, WasmType type);
    void keep_in_local(ValueId id);

    void compute(const Operation& operation);
    void compute_longer(const Operation& operation);
    void emit_unary(const Operation& operation, Opcode opcode);
    void emit_binary(const Operation& operation, Opcode opcode);
    void emit_constant(const Operation& operation);
    void emit_overflow(const Operation& operation, Opcode result);
    void emit_overflow_by(const Operation& sum, u32 number);
    void emit_canonical(const Operation& operation);
    void emit_rounded(const Operation& operation);
    void emit_signed_quotient(const Operation& operation);
    void emit_high(const Operation& operation);
    void emit_join(const Operation& operation);

    void emit_load(ValueId id);
    void emit_store(ValueId id);
    void push_tested_place(ValueId id, u32 allowed);
    struct LikelyPlace {
        u32 base = 0;
        u32 length = 0;  // a power of two
    };
    void test_group(const Operation& first, TestedAccesses& group);
    [[nodiscard]] std::optional<LikelyPlace> likely_place(const TestedAccesses& group, bool is_stack) const;
    void test_pages(const Operation& first, const TestedAccesses& group);
    void test_likely_pages(const Operation& first, const TestedAccesses& group, u32 base);
    void leave_unless(u32 allowed, const Operation& first);
    void add_to(Local local, u32 number);
    [[nodiscard]] u32 offset_of(ValueId id) const;
    void emit_range_test(const Operation& operation);
    Local push_address(const Operation& operation);
    void push_state(Local address, u32 bytes);
    void push_place(Local address);

    const translate::LoweredBlock& m_block;
    const HostPlaces& m_host;
    CodeWriter& m_code;
    GuestLocals& m_guest;
    ScratchLocals& m_scratch;
    ControlWriter& m_control;
    std::vector<ValueState> m_values;
    std::vector<TestedAccesses> m_groups;
    std::vector<ValueId> m_pending;         // to be computed where they are used
    ValueId m_guard = translate::no_value;  // of the if that is open
};

}  // namespace mariner::backend_wasm

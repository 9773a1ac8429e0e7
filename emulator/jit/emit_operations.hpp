#pragma once
// An instruction by its micro-operations: the way of all rows that have no case of their own in emit_*.cpp. Nothing
// here knows an instruction; a new row is compiled as soon as it has a body.
//
// What is used once is computed where it is used, in eax, with ecx beside it. What is used more often, comes from
// memory or is wanted behind a change of registers is kept below the stack pointer, where System V leaves 128 bytes to
// us.

#include "emulator/jit/emitter.hpp"
#include "emulator/translate/block.hpp"

namespace mariner::jit {

using translate::Code;
using translate::Operation;
using translate::ValueId;
using translate::ValueType;

class OperationEmitter {
public:
    OperationEmitter(HostEmitter& host, const translate::LoweredBlock& block);

    /// False if something has no code here; then nothing was emitted.
    bool emit();

private:
    using Gp = x86::Gp;
    using Mem = x86::Mem;
    using HostOperand = asmjit::Operand;
    using HostLabel = asmjit::Label;
    using CondCode = x86::CondCode;

    [[nodiscard]] bool can_emit() const;
    void count_uses();
    void keep_what_must_be();
    void keep(ValueId value);
    [[nodiscard]] bool is_kept(ValueId value) const { return m_kept[value] != 0; }
    [[nodiscard]] Mem kept(ValueId value) const;
    Mem push_temporary();
    void pop_temporary() { --m_temporaries; }

    void perform(ValueId value);
    void perform_effect(ValueId value);
    [[nodiscard]] std::optional<HostOperand> operand(ValueId value) const;
    [[nodiscard]] HostOperand place_of(translate::GuestPlace place) const;
    void evaluate(ValueId value);
    void compute(ValueId value);
    void binary(asmjit::InstId id, const Operation& operation);
    void combine(asmjit::InstId id, ValueId b, bool is_wide);
    void shift(asmjit::InstId by_number, asmjit::InstId by_register, const Operation& operation);
    void divide(const Operation& operation);
    void choose(const Operation& operation);
    void compute_flag(ValueId value);
    CondCode condition(ValueId flag);
    CondCode condition_of(const Operation& operation);
    CondCode combined(asmjit::InstId id, const Operation& operation);
    void evaluate_address(const Operation& access, bool stores);
    void load(ValueId value);
    void store(const Operation& operation);
    void set(const Operation& operation);

    HostEmitter& m_host;
    x86::Assembler& m_a;
    const translate::LoweredBlock& m_block;
    std::vector<u32> m_uses;
    std::vector<u8> m_kept;  // number of the first of its four-byte slots, from 1 on
    u32 m_slots = 0;
    u32 m_temporaries = 0;
};

}  // namespace mariner::jit

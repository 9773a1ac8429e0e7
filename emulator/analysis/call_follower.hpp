#pragma once
// Sees calls and returns in the stream of executed instructions: jal and its kin when they arrive at their target,
// jumps through a register likewise, with delay slots two instructions later. For observers that keep a call stack.

#include "emulator/isa/disassemble.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

enum class TransferKind : u8 { none, call, register_jump };

struct Transfer {
    TransferKind kind = TransferKind::none;
    u32 site = 0;    // the jump
    u32 target = 0;  // where it goes
    u32 link = 0;    // call: the return address
};

/// A return further out than this is taken for a jump table.
inline constexpr size_t deepest_return = 256;

class CallFollower {
public:
    explicit CallFollower(bool delayed_branching) : m_delay(delayed_branching ? 1 : 0) {}

    [[nodiscard]] bool is_expecting() const { return m_pending.kind != TransferKind::none; }
    /// The transfer that has just arrived at pc, or null. To be called before each instruction, then note().
    const Transfer* arrived(u32 pc) {
        if (m_pending.kind == TransferKind::none) [[likely]] {
            return nullptr;
        }
        return settle(pc);
    }
    void note(u32 pc, const isa::Instruction& instruction, const isa::InstructionInfo& info, const CpuState& cpu) {
        if (meaning::facts(info.op).links || meaning::facts(info.op).is_indirect) {
            set_pending(pc, instruction, info, cpu);
        }
    }

private:
    const Transfer* settle(u32 pc) {
        if (m_left > 0) {
            --m_left;
            return nullptr;
        }
        m_arrived = m_pending;
        m_pending.kind = TransferKind::none;
        return pc == m_arrived.target ? &m_arrived : nullptr;
    }
    void set_pending(u32 pc, const isa::Instruction& instruction, const isa::InstructionInfo& info,
                     const CpuState& cpu) {
        const bool is_call = meaning::facts(info.op).links;
        m_pending.kind = is_call ? TransferKind::call : TransferKind::register_jump;
        m_pending.site = pc;
        m_pending.target =
            meaning::facts(info.op).is_indirect ? cpu.gpr[instruction.rs] : isa::transfer_target(instruction, pc);
        m_pending.link = pc + 4 + 4 * m_delay;
        m_left = m_delay;
    }

    u32 m_delay;
    u32 m_left = 0;  // instructions that come before the target
    Transfer m_pending;
    Transfer m_arrived;
};

}  // namespace mariner

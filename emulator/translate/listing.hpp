#pragma once
// User text as the compiler reads it: decoded, with each instruction's part in the flow of control.

#include <optional>
#include <vector>

#include "emulator/execute/decoded_op.hpp"
#include "emulator/machine/text.hpp"
#include "emulator/support/types.hpp"

namespace mariner::translate {

enum class Role : u8 {
    plain,          // goes on behind itself, by host code or by a step of the checked core
    branch,         // conditional, to another instruction of this text
    jump,           // always, likewise
    call,           // jal, likewise
    jump_register,  // to wherever a register says
    call_register,
    syscall,
    foreign,  // left to the interpreters: no instruction, leaves the text, jumps to itself, always traps
};

class Listing {
public:
    explicit Listing(const TextBlock& text);

    [[nodiscard]] u32 base() const { return m_base; }
    [[nodiscard]] u32 count() const { return static_cast<u32>(m_ops.size()); }
    [[nodiscard]] u32 address(u32 index) const { return m_base + 4 * index; }
    [[nodiscard]] bool holds(u32 address) const { return address % 4 == 0 && (address - m_base) / 4 < count(); }
    [[nodiscard]] const DecodedOp& op(u32 index) const { return m_ops[index]; }
    [[nodiscard]] isa::Op code(u32 index) const { return static_cast<isa::Op>(m_ops[index].code); }
    [[nodiscard]] Role role(u32 index) const { return m_roles[index]; }
    /// Whether calls come back to it: the instruction before it leaves its address.
    [[nodiscard]] bool is_return_point(u32 index) const;
    /// Whether control comes to it in any other way than from the instruction before it.
    [[nodiscard]] bool starts_block(u32 index) const { return m_starts[index]; }
    /// All of those.
    [[nodiscard]] std::vector<u32> starts() const;
    /// Of a branch, jump or call.
    [[nodiscard]] u32 target(u32 index) const { return (direct_target(m_ops[index], address(index)) - m_base) / 4; }

private:
    [[nodiscard]] Role find_role(u32 index) const;

    u32 m_base;
    std::vector<DecodedOp> m_ops;
    std::vector<Role> m_roles;
    std::vector<bool> m_starts;
};

}  // namespace mariner::translate

#include "emulator/translate/listing.hpp"

#include "emulator/execute/spoil.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner::translate {

Listing::Listing(const TextBlock& text) : m_base(text.base) {
    m_ops.reserve(text.slots.size());
    for (const TextSlot& slot : text.slots) {
        m_ops.push_back(predecode(slot));
    }
    m_roles.reserve(m_ops.size());
    for (u32 index = 0; index < count(); ++index) {
        m_roles.push_back(find_role(index));
    }
    m_starts.resize(count());
    for (u32 index = 0; index < count(); ++index) {
        const Role role = m_roles[index];
        if (index == 0 || m_roles[index - 1] != Role::plain) {
            m_starts[index] = true;
        }
        if (role == Role::branch || role == Role::jump || role == Role::call) {
            m_starts[target(index)] = true;
        }
    }
}

std::vector<u32> Listing::starts() const {
    std::vector<u32> starts;
    for (u32 index = 0; index < count(); ++index) {
        if (starts_block(index)) {
            starts.push_back(index);
        }
    }
    return starts;
}

bool Listing::is_return_point(u32 index) const {
    return index != 0 && m_ops[index - 1].code < isa::op_count && meaning::facts(code(index - 1)).links;
}

Role Listing::find_role(u32 index) const {
    const DecodedOp& op = m_ops[index];
    if (op.code >= isa::op_count) {
        return Role::foreign;
    }
    const isa::InstructionInfo& row = isa::info(code(index));
    if (row.op == isa::Op::syscall && !IS_SPOILED(row.op, stepped)) {
        return Role::syscall;
    }
    if (row.op == isa::Op::eret || meaning::facts(row.op).always_leaves ||
        (meaning::facts(row.op).is_transfer() && IS_SPOILED(row.op, stepped))) {
        return Role::foreign;
    }
    if (meaning::facts(row.op).is_indirect) {
        return meaning::facts(row.op).links ? Role::call_register : Role::jump_register;
    }
    if (!meaning::facts(row.op).is_transfer()) {
        return Role::plain;
    }
    const u32 to = target(index);
    if (to >= count() || to == index) {
        return Role::foreign;
    }
    if (meaning::facts(row.op).is_jump) {
        return meaning::facts(row.op).links ? Role::call : Role::jump;
    }
    return row.op == isa::Op::bgez && op.rs == reg::zero ? Role::jump : Role::branch;
}

}  // namespace mariner::translate

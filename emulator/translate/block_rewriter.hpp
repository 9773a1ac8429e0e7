#pragma once
// Copies a block's operations one by one, with others between them or in their place.

#include "emulator/translate/block.hpp"

namespace mariner::translate {

class BlockRewriter {
public:
    explicit BlockRewriter(LoweredBlock& block) : m_block(block), m_moved(block.operations.size(), no_value) {
        m_written.reserve(2 * block.operations.size());
    }

    /// What an operation of the block reads, in the new list.
    [[nodiscard]] ValueId moved(ValueId old) const { return old == no_value ? no_value : m_moved[old]; }
    /// The operation at `old` as it is.
    Operation& copy(ValueId old) {
        Operation operation = m_block[old];
        for (ValueId& operand : operation.operands) {
            operand = moved(operand);
        }
        operation.guard = moved(operation.guard);
        m_moved[old] = add(operation);
        return m_written.back();
    }
    void replace(ValueId old, ValueId by) { m_moved[old] = by; }

    /// Another one; its operands are of the new list.
    ValueId add(const Operation& operation) {
        m_written.push_back(operation);
        return static_cast<ValueId>(m_written.size() - 1);
    }
    void finish() { m_block.operations = std::move(m_written); }

private:
    LoweredBlock& m_block;
    std::vector<ValueId> m_moved;
    std::vector<Operation> m_written;
};

}  // namespace mariner::translate

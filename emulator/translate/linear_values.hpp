#pragma once
// Words as sums of registers: what the operations of a loop compute, as far as that is a sum of multiples of what
// general registers held when the round began, and of a number between two bounds.

#include <array>
#include <numeric>
#include <vector>

#include "emulator/translate/block.hpp"
#include "emulator/translate/loop_sum.hpp"

namespace mariner::translate {

struct LinearValue {
    bool is_known = false;
    LoopSum terms;
    i64 low = 0;
    i64 high = 0;
    i64 grain = 0;  // the number differs from `low` by multiples of this; 0: it is `low`

    static LinearValue number(i64 value) { return {true, {}, value, value, 0}; }
    /// Any that has bits nowhere else.
    static LinearValue masked(u32 mask);
    static LinearValue of(u8 reg) { return {true, {{reg, 1}}, 0, 0, 0}; }

    friend LinearValue operator+(const LinearValue& a, const LinearValue& b);
    [[nodiscard]] LinearValue times(i32 factor) const;
    /// What either is.
    [[nodiscard]] LinearValue joined(const LinearValue& other) const;
    /// Whether all that it may be differs by multiples of `bytes`; `from_zero`: from 0.
    [[nodiscard]] bool is_multiple(i64 bytes, bool from_zero) const {
        return grain % bytes == 0 && (!from_zero || low % bytes == 0);
    }
};

class LinearRegisters {
public:
    static LinearRegisters at_head();
    [[nodiscard]] const LinearValue& operator[](u8 number) const { return m_values[number]; }
    void set(u8 number, const LinearValue& value) { m_values[number] = value; }
    void join(const LinearRegisters& other);
    /// By which it is more than at the head.
    [[nodiscard]] LinearValue growth(u8 number) const;

private:
    std::array<LinearValue, 33> m_values;
};

/// The values of a block, performed in order.
class LinearBlock {
public:
    LinearBlock(const LoweredBlock& block, LinearRegisters& registers)
        : m_block(block), m_registers(registers), m_values(block.operations.size()) {}

    void perform(ValueId at);
    [[nodiscard]] const LinearValue& operator[](ValueId value) const { return m_values[value]; }
    [[nodiscard]] const Operation& operation(ValueId value) const { return m_block[value]; }

private:
    const LoweredBlock& m_block;
    LinearRegisters& m_registers;
    std::vector<LinearValue> m_values;
};

}  // namespace mariner::translate

#pragma once
// The calls that led to where a machine is, told from registers, stack and the code of the functions themselves: how
// far each has moved $sp and where it has put $ra. Sees one moment only; session.cpp adds when they were entered.

#include <vector>

#include "emulator/debugger/session.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner::debugger {

/// An instruction that leaves a return address; null is none.
bool is_call(const TextSlot* slot);

/// Innermost first, at most so many; at least one. `pc`: where the machine is.
std::vector<Frame> unwind(const Machine& machine, u32 pc, bool delayed_branching, size_t most);

/// A word of a frame that its function has put a register into.
struct FrameStore {
    u32 address = 0;
    u8 register_id = 0;
};
/// What the function's instructions up to where it is have stored below $sp as on entry, in their order; each word
/// once.
std::vector<FrameStore> stores_of(const Machine& machine, const Frame& frame);

}  // namespace mariner::debugger

#pragma once
// The code that all compiled code of one core shares: the way in, the ways out, and a step of the checked core. It is
// called, and calls, by the convention of System V on every system; on Windows the compiler sees to the difference.
//
// Returns are predicted by the host's own call and ret. Compiled code runs on an aligned part of the host's stack: a
// guest call pushes the guest's return address and calls; a guest return compares that with $ra and, if they agree,
// rets. What doesn't agree is looked up, and forgets all predictions; so does a call when the part is full.

#include "emulator/backend_x86/code_arena.hpp"
#include "emulator/backend_x86/exchange.hpp"
#include "emulator/backend_x86/homes.hpp"

namespace mariner::backend_x86 {

/// A call takes 16 bytes of the stack of returns.
inline constexpr i32 return_stack_size = 1 << 15;
/// Is zero in rsp when the next call might not fit.
inline constexpr i32 return_stack_room = return_stack_size - 32;

/// Forgets all predictions.
void reset_return_stack(x86::Assembler& a);

/// `text_base`: of the instructions that indices count. False if the arena or asmjit refuses.
bool make_thunks(CodeArena& arena, const RegisterMap& map, Exchange& exchange, u32 text_base, Thunks& thunks);

}  // namespace mariner::backend_x86

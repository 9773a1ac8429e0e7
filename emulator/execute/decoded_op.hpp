#pragma once
// The form in which engines run an instruction, and how it is made. Nothing outside execute/ looks into it.

#include "emulator/isa/instruction.hpp"
#include "emulator/machine/text.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

/// An Instruction whose writes to $zero go to reg::bin and whose reads of condition flags above 7 name flag 0.
struct DecodedOp {
    u8 code = 0;  // an Op, or one of the codes below
    u8 rd = 0;
    u8 rs = 0;
    u8 rt = 0;
    i32 imm = 0;
};
static_assert(sizeof(DecodedOp) == 8);

inline constexpr u8 absent_code = isa::op_count;         // no instruction: the program drops off its end here
inline constexpr u8 undefined_code = isa::op_count + 1;  // imm holds the word
inline constexpr u8 stepped_code = isa::op_count + 2;    // fast cores only: the checked core does this one

DecodedOp predecode(const TextSlot& slot);

/// Names an odd register where a pair is wanted: must be tested at run time.
bool names_odd_register(const DecodedOp& op);

/// A branch or jump to an address that stands in the instruction.
bool has_direct_target(const DecodedOp& op);
/// The address; the instruction stands at pc.
u32 direct_target(const DecodedOp& op, u32 pc);

}  // namespace mariner

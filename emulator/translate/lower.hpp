#pragma once
// Lowering: from a run of guest instructions to one list of micro-operations. Operands are resolved here (which
// register, which number, which instruction to go to), so that nothing behind it knows what an instruction is.

#include "emulator/translate/block.hpp"
#include "emulator/translate/listing.hpp"

namespace mariner::translate {

/// Instructions first .. end-1, of which only the last may be other than plain.
///   - $zero is the constant 0, and what is written to it is dropped; so are flags and coprocessor registers that
///   aren't.
///   - An instruction that names an odd register for a pair is a `step`; what is foreign (listing.hpp) `interpret`.
///   - A load or store of register plus immediate has the immediate as its number.
LoweredBlock lower(const Listing& listing, u32 first, u32 end);
/// The same into a block whose memory is used again.
void lower(const Listing& listing, u32 first, u32 end, LoweredBlock& block);

}  // namespace mariner::translate

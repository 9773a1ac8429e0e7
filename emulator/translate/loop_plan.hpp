#pragma once
// A second version of an innermost loop, in which addresses aren't tested: they are tested together before it is
// entered, for a number of rounds that the budget is cut down to. The first rounds, and all where those tests fail, go
// through the loop as it stands.
//
// What an address may become is told by where it was when the round began and by how much it grows in a round: bounds
// for both come from one walk over the loop's operations with symbolic values. A register that never changes in the
// loop may be the growth of another (a row's length, a prime): then it is tested, too.
//
// Where the memory notes first stores, the pages that a loop will store to must be open by then: a test looks at those
// of both its ends, so there are no others between them, and it is good for fewer rounds.
//
// In its second version a loop also has a register map of its own: what it uses takes the homes of what it doesn't, and
// a floating-point register whose odd neighbour isn't touched has its home for itself.

#include <optional>
#include <vector>

#include "emulator/translate/block.hpp"
#include "emulator/translate/loop_fill.hpp"
#include "emulator/translate/loop_sum.hpp"
#include "emulator/translate/passes.hpp"
#include "emulator/translate/region.hpp"
#include "emulator/translate/register_map.hpp"

namespace mariner::translate {

/// So many rounds a backend may make between two looks at the budget.
inline constexpr i32 most_rounds_at_once = 4;
/// What a register that an address grows by must be less than.
inline constexpr u32 stride_limit = 4096;

/// Blocks of a region, by their numbers: from one that is branched back to, to the last that does.
struct Loop {
    u32 first = 0;
    u32 last = 0;
};
/// Those with no other loop inside, and nothing but plain instructions, branches and jumps.
std::vector<Loop> innermost_loops(const Listing& listing, const Region& region);

/// All addresses sum + low to sum + high of accesses of `bytes` must be good, and aligned.
struct LoopTest {
    LoopSum sum;
    i32 low = 0;
    i32 high = 0;
    u8 bytes = 0;
    bool is_stack = false;  // most likely
    bool is_noted = false;  // there are stores among them, and the memory notes the first to a page
};

struct LoopStride {
    u8 number = 0;
    u8 bytes = 0;  // a multiple of this
};

struct LoopPlan {
    Loop loop;
    std::vector<LoweredBlock> blocks;
    std::vector<LoopTest> tests;
    std::vector<LoopStride> strides;
    i32 rounds = 0;  // that one test is good for, and those that may come on top
    i32 steps = 0;   // that they take at least
    RegisterMap map;
    std::optional<LoopFill> fill;  // all that it does
};

/// Nothing if the loop wouldn't gain by it. `blocks`: improved. `notes_first_stores`: the memory.
std::optional<LoopPlan> plan_loop(const Listing& listing, const Region& region, Loop loop,
                                  std::vector<LoweredBlock> blocks, const RegisterMap& map, bool notes_first_stores,
                                  PassNotes* notes = nullptr);

}  // namespace mariner::translate

#pragma once
// Passes: each makes a lowered block cheaper without changing what it means. What holds of a block (block.hpp) holds
// before and after each; the order is improve()'s affair. With `notes` a pass says what it did.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/translate/block.hpp"

namespace mariner::translate {

struct PassNote {
    std::string_view pass;
    u32 instruction = 0;  // its number in the listing
    std::string text;
};
using PassNotes = std::vector<PassNote>;
/// "# fold: 5 is 12"
std::string text_of(const PassNote& note);

/// Known values: what a register certainly holds is read no more, and what constants decide is computed here.
void fold_known_values(LoweredBlock& block, PassNotes* notes = nullptr);

/// A branch on a register or flag that the instruction before it filled by a comparison tests the comparison itself.
void join_conditions(LoweredBlock& block, PassNotes* notes = nullptr);

/// Division by a constant multiplies and shifts.
void divide_by_constants(LoweredBlock& block, PassNotes* notes = nullptr);

/// What nobody uses isn't computed.
void remove_dead(LoweredBlock& block, PassNotes* notes = nullptr);

/// Accesses of one width that count from one register are tested once, at both ends: stack frames, records. Behind
/// remove_dead(), which leaves room for the tests.
void share_range_tests(LoweredBlock& block, PassNotes* notes = nullptr);

/// A result that the next instruction computes with is tested for NaN together with that one's.
void put_off_nan_tests(LoweredBlock& block, PassNotes* notes = nullptr);

/// All of them.
void improve(LoweredBlock& block, PassNotes* notes = nullptr);

}  // namespace mariner::translate

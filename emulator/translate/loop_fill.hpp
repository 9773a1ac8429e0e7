#pragma once
// A loop that only fills: each round stores words, halves or bytes side by side, right behind those of the round before
// (or before them), and each is a number that doesn't change, or changes by the same amount from round to round. Then
// the stores of several rounds are one store of 16 bytes, and what the rounds leave in registers is known beforehand.
//
// A round of the loop as it stands always follows. So what a round computes anew from nothing that it has computed
// before (the result of a comparison) need not be right in between.

#include <optional>
#include <string>
#include <vector>

#include "emulator/translate/block.hpp"
#include "emulator/translate/loop_sum.hpp"

namespace mariner::translate {

inline constexpr i32 fill_width = 16;  // bytes stored at once

/// sum + number, as a word.
struct LoopWord {
    LoopSum sum;
    i32 number = 0;
};

/// When the loop ends: `count` more rounds don't end it while to - from, measured as it says, is more than
/// (count - 1) * step - slack. Registers are those of when a round begins.
struct FillEnd {
    enum class Measure : u8 { word, is_signed, is_unsigned };  // `word`: the difference as an unsigned word

    Measure measure{};
    LoopWord from;
    LoopWord to;
    i32 step = 0;
    i32 slack = 0;
};

struct LoopFill {
    struct Lane {
        LoopWord value;  // in the first round
        i32 growth = 0;
    };
    struct Growth {
        u8 number = 0;  // of a general register
        i32 amount = 0;
    };

    LoopWord address;         // of the lowest byte that the first round stores
    i32 growth = 0;           // of it: so many bytes are stored in a round
    u8 bytes = 0;             // of a store
    std::vector<Lane> lanes;  // of a round, in the order of their addresses
    std::vector<Growth> registers;
    FillEnd end;
    i32 steps = 0;  // of a round

    [[nodiscard]] i32 rounds_at_once() const { return fill_width / (growth < 0 ? -growth : growth); }
};

/// Nothing if a loop of this one block does anything else. `block`: its addresses are tested elsewhere.
std::optional<LoopFill> find_fill(const LoweredBlock& block);

/// "16 bytes at once for 4 rounds"
std::string text_of(const LoopFill& fill);

}  // namespace mariner::translate

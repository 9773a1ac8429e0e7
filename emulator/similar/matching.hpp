#pragma once
// Two programs laid side by side: the longest passages that both have, no step used twice.

#include <span>
#include <vector>

#include "emulator/similar/compare.hpp"

namespace mariner::similar {

/// A program as matching sees it: steps, and which of them take part.
struct MatchSide {
    std::span<const CanonicalToken> tokens;
    std::span<const u8> left_out;
};

/// A place where both have the same fingerprint.
struct Seed {
    u32 left = 0;
    u32 right = 0;
};

/// Passages of at least `least` steps through the seeds, the longest ones first served.
std::vector<Passage> match_passages(const MatchSide& left, const MatchSide& right, std::vector<Seed> seeds, u32 least);

/// The same of fingerprints alone: seeds at one distance that are at most `gap` steps apart are one passage, whose last
/// seed brings `length` steps. `left_out`: of the left side's steps; `right_steps`: so many has the right side.
std::vector<Passage> passages_by_marks(std::span<const u8> left_out, size_t right_steps, std::vector<Seed> seeds,
                                       u32 length, u32 gap);

}  // namespace mariner::similar

#pragma once
// Winnowing (Schleimer, Wilkerson, Aiken, 2003): of all passages of k steps, hashes of so few are kept that an index of
// a class stays small, and so many that two programs with k + w - 1 equal steps in a row always keep one in common.

#include <span>
#include <vector>

#include "emulator/similar/canonical_token.hpp"

namespace mariner::similar {

/// The hash of each passage of `k` steps, in order; none if there are fewer steps.
std::vector<u64> passage_hashes(std::span<const CanonicalToken> tokens, size_t k);

/// The positions kept: the rightmost of the smallest hashes of each `w` in a row, or of all if there are fewer.
std::vector<u32> winnow(std::span<const u64> hashes, size_t w);

}  // namespace mariner::similar

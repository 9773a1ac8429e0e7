#pragma once
// A class's programs against each other: what each pair has in common once the handout and what many share are left
// out, and which programs hang together. Pure: programs in, numbers and positions out, the same for the same input.

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "emulator/similar/reading.hpp"

namespace mariner::similar {

struct CompareOptions {
    size_t k = 12;                    // steps of a passage: what is shorter is nobody's own
    size_t w = 9;                     // passages of which one is kept
    u32 threshold = 30;               // per cent, of either program
    std::optional<u32> common_share;  // per cent of the class: passages that more of them have are left out,
    u32 common_at_least = 10;         // but none that no more than so many have
    u32 common_at_most = 200;         // unless told: a ring is smaller, and a class may have thousands
    size_t earlier = 0;               // so many programs at the end are of earlier terms: not compared with each other

    /// A passage that more programs have is left out.
    [[nodiscard]] size_t most_bearers(size_t programs) const {
        return common_share ? std::max<size_t>(common_at_least, programs * *common_share / 100) : common_at_most;
    }

    /// So many equal steps in a row are always found; pairs with fewer in all are never listed.
    [[nodiscard]] size_t guarantee() const { return k + w - 1; }
};

/// Steps left + i and right + i are alike, for all i below length.
struct Passage {
    u32 left = 0;
    u32 right = 0;
    u32 length = 0;
};

struct Pair {
    u32 left = 0;  // indices of programs, left < right
    u32 right = 0;
    u32 alike = 0;                  // steps, of each of the two
    u32 left_percent = 0;           // of left's own steps; rounded down
    u32 right_percent = 0;          // of right's
    std::vector<Passage> passages;  // in left's order; no step is in two of them

    [[nodiscard]] u32 percent() const { return left_percent > right_percent ? left_percent : right_percent; }
};

/// What is left of a program to compare.
struct OwnSteps {
    u32 own = 0;
    u32 base = 0;    // in the handout too
    u32 common = 0;  // in many submissions
};

/// Programs of which each is like each other.
struct Ring {
    std::vector<u32> members;
    u32 percent = 0;  // of its least alike pair
};

struct Comparison {
    std::vector<OwnSteps> steps;               // by program
    std::vector<std::vector<KeptMark>> marks;  // by program: the fingerprints of its own steps, by position
    std::vector<Pair> pairs;                   // that reach the threshold, the most alike first
    std::vector<std::vector<u32>> clusters;    // programs connected by such pairs, the largest first
};

/// Three and more, each like each other by so many per cent; no program is in two of them.
std::vector<Ring> find_rings(const Comparison& comparison, u32 percent);

Comparison compare(std::span<const ComparedProgram> programs, std::span<const ComparedProgram> base,
                   const CompareOptions& options);

}  // namespace mariner::similar

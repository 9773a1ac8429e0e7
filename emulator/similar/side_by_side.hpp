#pragma once
// From equal steps back to lines: which ones a passage covers, and how those of two programs stand side by side.

#include <vector>

#include "emulator/similar/compare.hpp"

namespace mariner::similar {

/// Lines first to last, from 1, of ComparedProgram::files[file].
struct LineRange {
    u32 file = 0;
    u32 first = 0;
    u32 last = 0;
};

/// What the steps from `first` on cover, sorted (nothing is known of a program from a store); lines with only a comment
/// or label between two covered ones count.
std::vector<LineRange> line_ranges(const ComparedProgram& program, u32 first, u32 length);

/// A line of one side; number 0: nothing stands here.
struct LineCell {
    u32 file = 0;
    u32 number = 0;
    bool is_alike = false;  // false: stands between lines that are
};

struct LineRow {
    LineCell left;
    LineCell right;
};

/// In the order of the steps, so that what is alike meets in a row; a line comes once, at its first step.
std::vector<LineRow> side_by_side(const ComparedProgram& left, const ComparedProgram& right, const Passage& passage);

}  // namespace mariner::similar

#pragma once
// Two gradings of a class held against each other: whose points change, and why. For a rubric that was mended.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

struct GradeChange {
    std::string id;
    std::string student;  // raw
    Points before = 0;
    Points after = 0;
    std::vector<std::string> reasons;  // raw; clauses
    [[nodiscard]] bool changes_points() const { return before != after; }
};

struct GradeChanges {
    std::string title;
    size_t students = 0;
    std::vector<GradeChange> all;  // by id: who has other points, or another outcome of a case
};

/// Of two `results.json`. The error says which of them is none.
Result<GradeChanges> compare_gradings(std::string_view before, std::string_view after);

std::string changes_html(const GradeChanges& changes);

}  // namespace mariner::grader

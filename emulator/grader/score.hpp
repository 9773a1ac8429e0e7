#pragma once
// What cases come to together: single ones add up, a group of them may be all or nothing, let the best ones count, be
// worth something else than its cases' sum, never fall below a minimum, or come on top as a bonus.

#include <optional>
#include <string>
#include <vector>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

struct CaseGroup {
    std::string name;
    std::vector<std::string> cases;  // ids; each is in one group at most
    std::optional<Points> points;    // what the group is worth; its cases' points are then their weights in it
    bool all_or_nothing = false;
    size_t best_of = 0;  // so many of its cases count, those that bring most; 0: all
    bool is_bonus = false;
    Points minimum = 0;  // of a program that assembles
};

/// A case as far as points are concerned.
struct CaseScore {
    std::string id;
    Points points = 0;
    Points worth = 0;
    bool is_bonus = false;
};

struct TotalScore {
    Points points = 0;
    Points worth = 0;  // without what is a bonus
    std::vector<GroupResult> groups;
};

TotalScore total_of(const std::vector<CaseScore>& cases, const std::vector<CaseGroup>& groups, bool assembled);

/// "all or nothing", "the best 2 of 5 cases count", ...; empty of a plain sum.
std::string rule_of(const CaseGroup& group, size_t cases);

/// A share of points, to the nearest hundredth; of `whole` 0 nothing.
Points share_of(Points points, Points part, Points whole);

}  // namespace mariner::grader

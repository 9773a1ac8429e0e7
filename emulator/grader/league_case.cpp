// Points by the rank in a league that was played before.

#include <algorithm>

#include "emulator/grader/case_checks.hpp"

namespace mariner::grader {

namespace {

constexpr Points hundred = 100;  // percent

/// Percent of the case's points.
Points share_of_rank(const LeagueRule& rule, u32 rank) {
    const auto bots = static_cast<Points>(rule.ranks.size());
    const Points before = (static_cast<Points>(rank) - 1) * hundred;
    if (rule.shares.empty()) {
        return (bots * hundred - before) / bots;
    }
    const auto found = std::ranges::find_if(
        rule.shares, [&](const LeagueRule::Share& share) { return before < static_cast<Points>(share.place) * bots; });
    return found == rule.shares.end() ? 0 : static_cast<Points>(found->points);
}

}  // namespace

void judge_league(const std::string& content_hash, const Case& wanted, CaseResult& result) {
    const LeagueRule& rule = *wanted.league;
    CheckResult check;
    check.what = "league";
    if (const auto found = rule.ranks.find(content_hash); found == rule.ranks.end()) {
        check.message =
            "this program has not played in the league: it was handed in later, or it did not assemble there";
    } else {
        const Points share = share_of_rank(rule, found->second);
        check.passed = share >= hundred;
        result.points = result.worth * share / hundred;
        check.message = "rank " + std::to_string(found->second) + " of " + std::to_string(rule.ranks.size()) +
                        " in the league: " + std::to_string(share) + " percent of the points";
    }
    result.checks.push_back(std::move(check));
}

}  // namespace mariner::grader

#include "emulator/grader/score.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace mariner::grader {

namespace {

/// The greatest of them; all if `most` is 0.
Points sum_of_greatest(std::vector<Points> points, size_t most) {
    std::sort(points.begin(), points.end(), std::greater<>());
    points.resize(most == 0 ? points.size() : std::min(most, points.size()));
    Points sum = 0;
    for (const Points one : points) {
        sum += one;
    }
    return sum;
}

GroupResult result_of(const CaseGroup& group, const std::vector<const CaseScore*>& cases, bool assembled) {
    std::vector<Points> brought;
    std::vector<Points> had;
    for (const CaseScore* const one : cases) {
        brought.push_back(one->points);
        had.push_back(one->worth);
    }
    const Points whole = sum_of_greatest(had, group.best_of);
    Points points = sum_of_greatest(brought, group.best_of);
    points = group.all_or_nothing && points < whole ? 0 : points;
    GroupResult result;
    result.name = group.name;
    result.worth = group.points.value_or(whole);
    result.points = share_of(result.worth, points, whole);
    result.points = assembled ? std::max(result.points, std::min(group.minimum, result.worth)) : result.points;
    result.is_bonus = group.is_bonus;
    result.rule = rule_of(group, cases.size());
    return result;
}

}  // namespace

Points share_of(Points points, Points part, Points whole) {
    return whole == 0 ? 0 : (2 * points * part + whole) / (2 * whole);
}

std::string rule_of(const CaseGroup& group, size_t cases) {
    std::string rule;
    const auto add = [&](const std::string& words) { rule += (rule.empty() ? "" : ", ") + words; };
    if (group.best_of != 0) {
        add("the best " + std::to_string(group.best_of) + " of " + std::to_string(cases) + " cases count");
    }
    if (group.all_or_nothing) {
        add("all or nothing");
    }
    if (group.minimum != 0) {
        add("at least " + points_text(group.minimum) + " if the program assembles");
    }
    if (group.is_bonus) {
        add("a bonus");
    }
    return rule;
}

TotalScore total_of(const std::vector<CaseScore>& cases, const std::vector<CaseGroup>& groups, bool assembled) {
    TotalScore total;
    const auto count = [&](Points points, Points worth, bool is_bonus) {
        total.points += points;
        total.worth += is_bonus ? 0 : worth;
    };
    std::map<std::string, const CaseScore*> single;
    for (const CaseScore& one : cases) {
        single[one.id] = &one;
    }
    for (const CaseGroup& group : groups) {
        std::vector<const CaseScore*> members;
        for (const std::string& id : group.cases) {
            if (const auto found = single.find(id); found != single.end()) {
                members.push_back(found->second);
                single.erase(found);
            }
        }
        if (!members.empty()) {
            total.groups.push_back(result_of(group, members, assembled));
            count(total.groups.back().points, total.groups.back().worth, group.is_bonus);
        }
    }
    for (const auto& [id, one] : single) {
        count(one->points, one->worth, one->is_bonus);
    }
    return total;
}

}  // namespace mariner::grader

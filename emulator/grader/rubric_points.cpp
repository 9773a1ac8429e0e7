// What a rubric says about points beyond single cases: lateness, groups of cases, a minimum, adjustments.

#include <algorithm>
#include <cmath>
#include <set>

#include "emulator/grader/rubric_reader.hpp"

namespace mariner::grader {

namespace {

constexpr std::array<std::string_view, 2> percent_of = {"worth", "earned"};
constexpr i64 most_days = 10'000;
constexpr size_t most_guessed = 10;  // wrong words for which a right one is looked for

}  // namespace

Points RubricReader::read_percent(RubricTable& table, std::string_view key, Points otherwise) {
    const Points percent = read_points(table, key, otherwise);
    if (percent > 100 * one_point) {
        table.problem(table.place_of(key), "'" + std::string(key) + "' is at most 100 per cent");
    }
    return percent;
}

void RubricReader::read_late(RubricTable& document, Rubric& rubric) {
    std::optional<RubricTable> table = document.table("late");
    if (!table) {
        return;
    }
    LatePolicy& policy = rubric.late;
    const toml::Value* const due = table->take("due", toml::Kind::time);
    policy.due = due == nullptr ? std::nullopt : std::optional(due->time);
    policy.grace_seconds = table->number("grace_minutes", 0, most_days * 24 * 60).value_or(0) * 60;
    const Points per_day = read_percent(*table, "percent_per_day", 0);
    const Points per_hour = read_percent(*table, "percent_per_hour", 0);
    if (per_day != 0 && per_hour != 0) {
        table->problem(table->place_of("percent_per_hour"),
                       "'percent_per_day' and 'percent_per_hour' exclude each other");
    }
    policy.by_hour = per_hour != 0;
    policy.percent = per_day + per_hour;
    policy.most_percent = read_percent(*table, "most_percent", policy.most_percent);
    policy.of_earned = table->choice("of", percent_of).value_or(0) == 1;
    policy.most_days = static_cast<u32>(table->number("most_days", 1, most_days).value_or(0));
    policy.extensions = table->text("extensions").value_or("");
    read_slip_days(*table, policy);
    if (!policy.due && table->problems().empty() && !table->value().members.empty()) {
        table->problem(table->place(), "[late] needs a 'due' time: due = 2026-03-02T23:59:00+01:00");
    }
    table->finish();
}

void RubricReader::read_slip_days(RubricTable& late, LatePolicy& policy) {
    policy.slip_days = static_cast<u32>(late.number("slip_days", 1, most_days).value_or(0));
    policy.slip_days_here = static_cast<u32>(late.number("slip_days_here", 1, most_days).value_or(0));
    policy.slip_days_file = late.text("slip_days_file").value_or("");
    for (const std::string_view key : {"slip_days_here", "slip_days_file"}) {
        if (policy.slip_days == 0 && late.take(key) != nullptr) {
            late.problem(late.place_of(key), "'" + std::string(key) + "' goes with 'slip_days', the days of the term");
        }
    }
}

void RubricReader::read_groups(RubricTable& document, Rubric& rubric) {
    for (RubricTable& table : document.tables("group")) {
        CaseGroup group;
        group.name = table.text("name").value_or("");
        if (group.name.empty()) {
            table.problem(table.place(), "a group has a 'name'");
        }
        read_group_cases(table, rubric, group);
        if (table.take("points") != nullptr) {
            group.points = read_points(table, "points", 0);
        }
        group.all_or_nothing = table.flag("all_or_nothing").value_or(false);
        group.best_of = static_cast<size_t>(
            table.number("best_of", 1, std::max<i64>(static_cast<i64>(group.cases.size()), 1)).value_or(0));
        group.is_bonus = table.flag("bonus").value_or(false);
        group.minimum = read_points(table, "minimum", 0);
        table.finish();
        rubric.groups.push_back(std::move(group));
    }
}

void RubricReader::read_group_cases(RubricTable& table, Rubric& rubric, CaseGroup& group) {
    group.cases = table.texts("cases");
    if (group.cases.empty()) {
        table.problem(table.place(), "a group has 'cases': cases = [\"an-id\", \"another\"]");
    }
    std::vector<std::string_view> ids;
    for (const Case& one : rubric.cases) {
        ids.push_back(one.info.id);
    }
    for (const std::string& id : group.cases) {
        const auto known =
            std::find_if(rubric.cases.begin(), rubric.cases.end(), [&](const Case& one) { return one.info.id == id; });
        if (known == rubric.cases.end()) {
            table.problem(
                table.place_of("cases"),
                "there is no case '" + id + "'" + (m_problems.count() < most_guessed ? did_you_mean(id, ids) : ""));
        } else if (!m_grouped.insert(id).second) {
            table.problem(table.place_of("cases"), "the case '" + id + "' is in a group already");
        } else if (known->info.is_bonus) {
            table.problem(table.place_of("cases"),
                          "the case '" + id + "' is a bonus of its own; in a group the whole group is one or isn't");
        }
    }
}

void RubricReader::read_points_table(RubricTable& document, Rubric& rubric) {
    if (std::optional<RubricTable> table = document.table("points")) {
        rubric.minimum = read_points(*table, "minimum", 0);
        rubric.adjustments = table->text("adjustments").value_or("");
        table->finish();
    }
}

}  // namespace mariner::grader

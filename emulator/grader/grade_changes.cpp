#include "emulator/grader/grade_changes.hpp"

#include <cmath>
#include <map>

#include "emulator/grader/report_markup.hpp"
#include "emulator/support/html.hpp"
#include "emulator/support/json_reader.hpp"

namespace mariner::grader {

namespace {

Points points_in(const JsonValue& value) {
    const std::optional<double> points = value.number();
    return points && std::abs(*points) < 1e12 ? static_cast<Points>(std::llround(*points * one_point)) : 0;
}

std::string text_in(const JsonValue& value) {
    return value.is_text() ? std::string(value.text()) : "";
}

using ById = std::map<std::string, const JsonValue*>;

ById by_id(const JsonValue& array) {
    ById found;
    for (const JsonValue& item : array.items()) {
        found[text_in(item["id"])] = &item;
    }
    return found;
}

std::string arrow(Points before, Points after) {
    return points_text(before) + " → " + points_text(after);
}

Points sum_of(const JsonValue& array) {
    Points sum = 0;
    for (const JsonValue& item : array.items()) {
        sum += points_in(item["points"]);
    }
    return sum;
}

void compare_cases(const JsonValue& before, const JsonValue& after, std::vector<std::string>& reasons) {
    const ById old_cases = by_id(before["cases"]);
    const ById new_cases = by_id(after["cases"]);
    for (const auto& [id, now] : new_cases) {
        const std::string name = text_in((*now)["name"]);
        const auto was = old_cases.find(id);
        if (was == old_cases.end()) {
            reasons.push_back(name + ": a new case, " + points_text(points_in((*now)["points"])));
            continue;
        }
        const std::string verdict_before = text_in((*was->second)["verdict"]);
        const std::string verdict_after = text_in((*now)["verdict"]);
        const Points points_before = points_in((*was->second)["points"]);
        const Points points_after = points_in((*now)["points"]);
        if (verdict_before != verdict_after || points_before != points_after) {
            reasons.push_back(
                name + ": " +
                (verdict_before == verdict_after ? verdict_after : verdict_before + " → " + verdict_after) + ", " +
                arrow(points_before, points_after));
        }
    }
    for (const auto& [id, was] : old_cases) {
        if (!new_cases.contains(id)) {
            reasons.push_back(text_in((*was)["name"]) + ": the case is gone, it brought " +
                              points_text(points_in((*was)["points"])));
        }
    }
}

/// What isn't in the cases.
void compare_rest(const JsonValue& before, const JsonValue& after, std::vector<std::string>& reasons) {
    const auto tell = [&](std::string_view what, Points was, Points is) {
        if (was != is) {
            reasons.push_back(std::string(what) + ": " + arrow(was, is));
        }
    };
    if (text_in(before["content_hash"]) != text_in(after["content_hash"])) {
        reasons.emplace_back("another program was handed in");
    }
    tell("taken off for the source", sum_of(before["deductions"]), sum_of(after["deductions"]));
    tell("off for lateness", points_in(before["lateness"]["points"]), points_in(after["lateness"]["points"]));
    tell("adjusted by hand", sum_of(before["adjustments"]), sum_of(after["adjustments"]));
}

Result<JsonValue> read_results(std::string_view json, std::string_view which) {
    Result<JsonValue> document = read_json(json, {size_t{1} << 30, 100'000'000, 100});
    if (!document || !(*document)["submissions"].is_array()) {
        return Error{"the " + std::string(which) + " of the two is no results.json of mariner grade"};
    }
    return document;
}

}  // namespace

Result<GradeChanges> compare_gradings(std::string_view before, std::string_view after) {
    const Result<JsonValue> first = read_results(before, "first");
    const Result<JsonValue> second = first ? read_results(after, "second") : first;
    if (!second) {
        return second.error();
    }
    const ById old_ones = by_id((*first)["submissions"]);
    const ById new_ones = by_id((*second)["submissions"]);
    GradeChanges changes;
    changes.title = text_in((*second)["title"]);
    changes.students = new_ones.size();
    const JsonValue nothing;
    const auto compare = [&](const std::string& id, const JsonValue* was, const JsonValue* now) {
        GradeChange change;
        change.id = id;
        change.student = text_in((now != nullptr ? *now : *was)["student"]);
        change.before = was != nullptr ? points_in((*was)["points"]) : 0;
        change.after = now != nullptr ? points_in((*now)["points"]) : 0;
        if (was == nullptr || now == nullptr) {
            change.reasons.emplace_back(was == nullptr ? "only in the second grading" : "only in the first grading");
        } else {
            compare_cases(*was, *now, change.reasons);
            compare_rest(*was, *now, change.reasons);
        }
        if (change.changes_points() || !change.reasons.empty()) {
            changes.all.push_back(std::move(change));
        }
    };
    for (const auto& [id, now] : new_ones) {
        const auto was = old_ones.find(id);
        compare(id, was == old_ones.end() ? nullptr : was->second, now);
    }
    for (const auto& [id, was] : old_ones) {
        if (!new_ones.contains(id)) {
            compare(id, was, nullptr);
        }
    }
    return changes;
}

std::string changes_html(const GradeChanges& changes) {
    std::string rows;
    size_t with_other_points = 0;
    for (const GradeChange& change : changes.all) {
        with_other_points += change.changes_points() ? 1U : 0U;
        std::string why;
        for (const std::string& reason : change.reasons) {
            why += "<li>" + escaped_markup(visible_line(reason)) + "</li>";
        }
        rows += "<tr><th scope=\"row\">" + escaped_markup(visible_line(change.student)) + "</th><td class=\"number\">" +
                points_text(change.before) + "</td><td class=\"number\">" + points_text(change.after) +
                "</td><td><ul>" + why + "</ul></td></tr>\n";
    }
    const std::string title = changes.title + ": what changes";
    return html_page(title, std::string(report_style()),
                     "<main>\n<h1>" + escaped_markup(visible_line(title)) + "</h1>\n<p>" +
                         std::to_string(with_other_points) + " of " + std::to_string(changes.students) +
                         " get other points.</p>\n<table>\n<thead><tr><th scope=\"col\">student</th>"
                         "<th scope=\"col\" class=\"number\">before</th><th scope=\"col\" class=\"number\">after</th>"
                         "<th scope=\"col\">why</th></tr></thead>\n<tbody>\n" +
                         rows + "</tbody>\n</table>\n</main>\n");
}

}  // namespace mariner::grader

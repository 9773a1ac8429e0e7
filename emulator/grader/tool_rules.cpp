#include "emulator/grader/tool_rules.hpp"

#include <algorithm>
#include <array>

#include "emulator/grader/excerpt.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

/// Longer ones before those that they begin with.
constexpr std::array<std::string_view, 6> relations = {"==", "!=", "<=", ">=", "<", ">"};

std::string_view name_in(std::string_view specification) {
    return specification.substr(0, specification.find(':'));
}

tools::ReportValue report_value(const toml::Value& value) {
    switch (value.kind) {
        case toml::Kind::integer:
            return value.integer;
        case toml::Kind::real:
            return value.real;
        case toml::Kind::boolean:
            return value.boolean;
        case toml::Kind::array: {
            tools::ReportValue::List items;
            std::transform(value.items.begin(), value.items.end(), std::back_inserter(items), report_value);
            return items;
        }
        default:
            return value.text;
    }
}

/// ">= 900", or a value that must be there as it is.
ToolRule read_rule(const RubricTable& table, std::string_view tool, const toml::Member& member) {
    ToolRule rule{std::string(tool), member.key, "==", report_value(member.value)};
    if (member.value.kind != toml::Kind::string) {
        return rule;
    }
    const std::string_view text = member.value.text;
    const auto* const found = std::find_if(relations.begin(), relations.end(),
                                           [&](std::string_view relation) { return text.starts_with(relation); });
    if (found == relations.end()) {
        return rule;
    }
    rule.relation = *found;
    rule.wanted = std::string(trim(text.substr(found->size())));
    const bool is_order = rule.relation[0] == '<' || rule.relation[0] == '>';
    if (is_order && !rule.wanted.number()) {
        table.problem(member.value.place, "a number stands behind " + rule.relation + ", as in \">= 900\"");
    }
    return rule;
}

bool holds(const ToolRule& rule, const tools::ReportValue& found) {
    if (rule.relation == "==" || rule.relation == "!=") {
        return same(found, rule.wanted) == (rule.relation == "==");
    }
    const double number = found.number().value_or(0);
    const double wanted = rule.wanted.number().value_or(0);
    const bool is_less = rule.relation[0] == '<';
    const bool may_be_equal = rule.relation.size() == 2;
    return found.number() && ((is_less ? number < wanted : number > wanted) || (may_be_equal && number == wanted));
}

/// The report that a tool gives of no program: it has all the names.
std::string what_is_wrong(const std::vector<std::string>& specifications, const std::vector<ToolRule>& rules) {
    const ProgramImage nothing;
    const Result<std::unique_ptr<Machine>> machine = Machine::create(nothing);
    if (!machine) {
        return machine.error().message;
    }
    const Result<std::unique_ptr<tools::ToolSet>> set = tools::ToolSet::create(specifications, {**machine});
    if (!set) {
        return set.error().message;
    }
    for (const ToolRule& rule : rules) {
        const tools::ToolReport report = *(*set)->report(rule.tool);
        if (report.find(rule.key) != nullptr) {
            continue;
        }
        std::vector<std::string_view> keys;
        std::transform(report.parts().begin(), report.parts().end(), std::back_inserter(keys),
                       [](const tools::ReportPart& part) { return part.key; });
        return "the report of " + rule.tool + " has no '" + rule.key + "'" + did_you_mean(rule.key, keys);
    }
    return {};
}

}  // namespace

std::vector<std::string> read_tool_specifications(RubricTable& of_case) {
    return of_case.texts("tools");
}

std::vector<ToolRule> read_tool_rules(RubricTable& expect) {
    std::vector<ToolRule> rules;
    const toml::Value* const tools = expect.take("tool", toml::Kind::table);
    for (const toml::Member& tool : tools != nullptr ? tools->members : std::vector<toml::Member>{}) {
        if (tools::find_tool(tool.key) == nullptr || tool.value.kind != toml::Kind::table) {
            expect.problem(tool.place, "'tool' holds tools and their figures: tool.cache.hits = \">= 900\"");
            continue;
        }
        for (const toml::Member& figure : tool.value.members) {
            rules.push_back(read_rule(expect, tool.key, figure));
        }
    }
    return rules;
}

void complete_tools(const RubricTable& of_case, ToolExpectations& wanted) {
    std::vector<std::string>& all = wanted.specifications;
    for (const ToolRule& rule : wanted.rules) {
        const bool is_there =
            std::any_of(all.begin(), all.end(), [&](std::string_view one) { return name_in(one) == rule.tool; });
        if (!is_there) {
            all.push_back(rule.tool);
        }
    }
    if (all.empty()) {
        return;
    }
    if (const std::string wrong = what_is_wrong(all, wanted.rules); !wrong.empty()) {
        of_case.problem(of_case.place_of("tools"), wrong);
    }
}

CheckResult check_tool(const tools::ReportValue& found, const ToolRule& rule) {
    const std::string what = rule.tool + ": " + rule.key;
    if (holds(rule, found)) {
        return passed_check(what);
    }
    const std::string wanted = (rule.relation == "==" ? "" : rule.relation + " ") + rule.wanted.text();
    return failed_check(what, what + " is " + excerpt(found.text()) + ", and " + excerpt(wanted) + " is asked for",
                        excerpt(wanted), excerpt(found.text()));
}

}  // namespace mariner::grader

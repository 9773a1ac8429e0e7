#pragma once
// What a rubric expects of MARS's tools and the others: expect = { tool.cache.hits = ">= 900" }.

#include <string>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric_table.hpp"
#include "emulator/tools/tool_set.hpp"

namespace mariner::grader {

/// One figure of a report, under its name in `--json`.
struct ToolRule {
    std::string tool;
    std::string key;
    std::string relation = "==";  // ==, !=, <, <=, >, >=
    tools::ReportValue wanted;
};

struct ToolExpectations {
    std::vector<std::string> specifications;  // as --tool takes them
    std::vector<ToolRule> rules;
    [[nodiscard]] bool empty() const { return rules.empty(); }
};

/// From a case's `tools` and its expectations' `tool`; what can't be is noted.
std::vector<std::string> read_tool_specifications(RubricTable& of_case);
std::vector<ToolRule> read_tool_rules(RubricTable& expect);
/// A rule's tool that no specification names is taken as it is without parameters.
void complete_tools(const RubricTable& of_case, ToolExpectations& wanted);

/// `found`: the figure that the rule is about.
CheckResult check_tool(const tools::ReportValue& found, const ToolRule& rule);

}  // namespace mariner::grader

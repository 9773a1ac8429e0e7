#include "emulator/grader/tool_rules.hpp"

#include "tests/unit/grader/graded.hpp"

namespace mariner::grader {
namespace {

using namespace test;

/// Reads each word of a list twice.
constexpr const char* twice =
    "main: li $t0, 8\n"
    "la $t1, list\n"
    "next: lw $t2, 0($t1)\n"
    "lw $t3, 0($t1)\n"
    "addi $t1, $t1, 4\n"
    "addi $t0, $t0, -1\n"
    "bgtz $t0, next\n"
    ".data\nlist: .space 32\n";

TEST(ToolRules, CompareFiguresOfTheReport) {
    const Rubric rubric = rubric_of(R"(
[[case]]
name = "by number"
expect = { tool.cache.hits = ">= 14", tool.cache.misses = 2, tool.counter.total = "< 100" }
[[case]]
name = "too few"
expect = { tool.cache.hits = "> 14" }
[[case]]
name = "by parameters, rate and text"
tools = ["cache:words=1"]
expect = { tool.cache.hits = 8, tool.cache.hit_rate = "<= 50", tool.cache.placement = "direct" }
[[case]]
name = "a list"
expect = { tool.bot.track = [], tool.dlab.right_segments = "!= abc" }
)");
    const SubmissionResult result = grade_here(rubric, submission_of("a", twice));
    EXPECT_EQ(verdicts(result), ".F..");
    EXPECT_EQ(result.cases[2].repeat, "mariner run 'hw.asm' --max-steps 20000000 --tool 'cache:words=1'");
    EXPECT_EQ(result.cases[1].reason, "cache: hits is 14, and > 14 is asked for");
}

TEST(ToolRules, AWrongRubricIsTold) {
    const auto problem_of = [](const std::string& of_case) {
        const Result<Rubric> rubric =
            read_rubric("r.toml", "[[case]]\nname = \"x\"\n" + of_case, files_in(example), picture_of);
        return rubric ? std::string() : rubric.error().message;
    };
    EXPECT_NE(problem_of("expect = { tool.cache.hit = 1 }").find("the report of cache has no 'hit'"),
              std::string::npos);
    EXPECT_NE(problem_of("expect = { tool.cash.hits = 1 }").find("'tool' holds tools"), std::string::npos);
    EXPECT_NE(problem_of("expect = { tool.cache.hits = \">= many\" }").find("a number stands behind >="),
              std::string::npos);
    EXPECT_NE(problem_of("tools = [\"cache:blocks=3\"]\nexpect = { tool.cache.hits = 1 }").find("blocks is 1, 2, 4"),
              std::string::npos);
    EXPECT_NE(problem_of("expect = { tool.cache.hits = 1 }\ncall = { label = \"f\" }").find("not a 'call'"),
              std::string::npos);
}

}  // namespace
}  // namespace mariner::grader

#include "emulator/grader/input_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/grader/rubric_draft.hpp"
#include "tests/unit/grader/searched.hpp"

namespace mariner::grader::test {
namespace {

TEST(InputSearch, ReachesEveryWay) {
    const ProgramImage image = image_of(three_ways);
    const Result<FoundInputs> found = search_inputs(image, {}, few());
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->missed.empty()) << missed_lines(image, found->missed).front();
    std::set<std::string> outputs;
    for (const TriedInput& tried : found->proposed) {
        outputs.insert(tried.output);
        EXPECT_LE(tried.input.size(), 6U) << tried.input;  // shrunk
    }
    EXPECT_EQ(outputs, (std::set<std::string>{"1", "2", "3"}));
}

TEST(InputSearch, IsTheSameEachTime) {
    const ProgramImage image = image_of(three_ways);
    const Result<FoundInputs> one = search_inputs(image, {}, few());
    const Result<FoundInputs> two = search_inputs(image, {}, few());
    EXPECT_EQ(draft_rubric(image, {*one, ""}, "t", "s.asm"), draft_rubric(image, {*two, ""}, "t", "s.asm"));
}

TEST(InputSearch, TypesMoreWhileTheProgramAsks) {
    const ProgramImage image = image_of("li $s1, 5\nnext: " + read_number +
                                        "addi $s1, $s1, -1\nbgtz $s1, next\nmove $a0, $s0\n" + print_and_exit);
    const Result<FoundInputs> found = search_inputs(image, {}, few());
    EXPECT_TRUE(found->missed.empty());
    ASSERT_FALSE(found->proposed.empty());
}

TEST(InputSearch, SaysWhatItDoesNotReachAndWhatGoesWrong) {
    const ProgramImage image =
        image_of(read_number + "beq $s0, 987654321, never\nli $t0, 8\ndiv $a0, $t0, $s0\nteq $s0, $zero\n" +
                 print_and_exit + "never: addi $a0, $a0, 77\nli $v0, 10\nsyscall\n");
    InputSearchLimits limits = few();
    limits.runs = 100;
    const Result<FoundInputs> found = search_inputs(image, {}, limits);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->bad.empty());
    const std::string text = draft_rubric(image, {*found, ""}, "t", "s.asm");
    EXPECT_NE(text.find("# The solution itself goes wrong (exception)"), std::string::npos) << text;
}

TEST(InputSearch, EndlessProgramsEndTheSearch) {
    InputSearchLimits limits = few();
    limits.case_steps = 10'000;
    limits.steps = 100'000;
    const Result<FoundInputs> found = search_inputs(image_of("here: addi $t0, $t0, 1\nj here\n"), {}, limits);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->proposed.empty());
    EXPECT_LE(found->runs, 12U);
}

TEST(InputSearch, ShrinksToWhatMatters) {
    const auto has_seven = [](const std::string& text) { return text.find("7\n") != std::string::npos; };
    EXPECT_EQ(shrink_input("1\n2\n3\n100\n7\n5\n", has_seven), "7\n");
    const auto has_two_lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n') >= 2; };
    EXPECT_EQ(shrink_input("100\n200\n300\n", has_two_lines), "0\n0\n");
}

}  // namespace
}  // namespace mariner::grader::test

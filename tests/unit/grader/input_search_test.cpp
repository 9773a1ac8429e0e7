#include "emulator/grader/input_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/grader/difference_search.hpp"
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

/// Of 9 numbers, rows that are equal; then columns that are.
TEST(InputSearch, TypesWhatIsEqualAndWhatComesAgain) {
    const std::string add = "lw $t2, 0($t1)\nlw $t3, 4($t1)\nadd $t2, $t2, $t3\nlw $t3, 8($t1)\nadd $t2, $t2, $t3\n";
    std::string rows;
    for (const std::string row : {"0", "12", "24"}) {
        rows += "la $t1, m+" + row + "\n" + add + "bne $t2, $s1, end\n";
    }
    const ProgramImage image = image_of(
        ".data\nm: .space 36\n.text\nmain: la $t0, m\nnext: li $v0, 5\nsyscall\nsw $v0, 0($t0)\naddi $t0, $t0, 4\n"
        "la $t1, m+36\nblt $t0, $t1, next\nla $t1, m\n" +
        add + "move $s1, $t2\n" + rows +
        "lw $t1, m\nlw $t2, m+4\nbeq $t1, $t2, end\nli $a0, 2\nend: " + print_and_exit);
    InputSearchLimits limits = few();
    limits.more_runs = 3000;
    const Result<FoundInputs> found = search_inputs(image, {}, limits);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->missed.size(), 1U);  // the first row is always equal to itself
}

/// A menu: what follows a letter counts only if another one ends the program.
TEST(InputSearch, EndsWhatAsksForMoreAsOthersHaveEnded) {
    std::string menu = "main: li $v0, 12\nsyscall\n";
    for (const std::string letter : {"a", "m", "s", "v", "x", "y"}) {
        menu += "beq $v0, '" + letter + "', do_" + letter + "\n";
    }
    menu += "beq $v0, 'q', quit\nj main\n";
    for (const std::string letter : {"a", "m", "s", "v", "x", "y"}) {
        menu += "do_" + letter + ": li $v0, 5\nsyscall\nadd $s0, $s0, $v0\nj main\n";
    }
    const Result<FoundInputs> found = search_inputs(image_of(menu + "quit: li $v0, 10\nsyscall\n"), {}, {});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->missed.empty()) << found->missed.size();
}

/// What one known input changes inside, only another one shows.
TEST(DifferenceSearch, PutsKnownInputsBehindOneAnother) {
    const auto menu = [](const std::string& sum) {
        return image_of(
            "main: li $v0, 12\nsyscall\nbeq $v0, 'a', more\nbeq $v0, 's', show\nbeq $v0, 'q', quit\nj main\n"
            "more: li $v0, 5\nsyscall\n" +
            sum + " $s0, $s0, $v0\nj main\nshow: move $a0, $s0\nli $v0, 1\nsyscall\nj main\n" +
            "quit: li $v0, 10\nsyscall\n");
    };
    const ProgramImage right = menu("add");
    const DifferenceSearch search(right, {{"a\n3\nq\n", {}}, {"s\nq\n", {}}});
    const std::optional<TypedInput> found = search.run(menu("sub"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->input, "a\n3\ns\nq\n");
    EXPECT_FALSE(search.run(menu("addu")));
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

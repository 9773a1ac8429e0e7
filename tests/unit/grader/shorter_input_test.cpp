#include "emulator/grader/shorter_input.hpp"

#include <gtest/gtest.h>

#include "tests/unit/grader/graded.hpp"
#include "tests/unit/grader/searched.hpp"

namespace mariner::grader::test {
namespace {

/// Adds numbers up to a 0.
const std::string solution =
    "li $s0, 0\nnext: li $v0, 5\nsyscall\nadd $s0, $s0, $v0\nbnez $v0, next\nmove $a0, $s0\nli $v0, 1\nsyscall\n"
    "li $v0, 10\nsyscall\n";
/// Forgets what is negative.
const std::string wrong =
    "li $s0, 0\nnext: li $v0, 5\nsyscall\nbltz $v0, next\nadd $s0, $s0, $v0\nbnez $v0, next\nmove $a0, $s0\nli $v0, 1\n"
    "syscall\nli $v0, 10\nsyscall\n";

const std::string rubric_text =
    "[self_test]\nreference = \"s.asm\"\n[[case]]\nname = \"a\"\ninput = \"5\\n7\\n-3\\n12\\n0\\n\"\nexpect = { output "
    "= \"21\" }\n";

Rubric with_solution(const std::string& text) {
    const RubricFiles files = [](const std::string& path) {
        return path == "s.asm" ? Result<std::string>(solution) : Result<std::string>(Error{"no " + path});
    };
    Result<Rubric> rubric = read_rubric("r.toml", text, files, picture_of);
    EXPECT_TRUE(rubric) << rubric.error().message;
    return std::move(*rubric);
}

std::optional<ShorterInput> shortest(const std::string& program, const Rubric& rubric, Verdict verdict) {
    const std::unique_ptr<ProgramRunner> runner = make_local_runner();
    EXPECT_TRUE(runner->assemble({{{"hw.asm", program}}, {"hw.asm"}, {}, {}}).assembled);
    EXPECT_TRUE(runner->begin(rubric.cases[0], false));
    return shorter_input(*runner, image_of(solution), rubric.cases[0], verdict);
}

TEST(ShorterInput, KeepsWhatMatters) {
    const Rubric rubric = with_solution(rubric_text);
    const auto found = shortest(wrong, rubric, Verdict::failed);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->input, "-3\n0\n");
    EXPECT_EQ(found->expected, "-3");
    EXPECT_EQ(found->actual, "0");
    EXPECT_FALSE(shortest(solution, rubric, Verdict::failed));
}

TEST(ShorterInput, IsForVisibleCasesThatPrint) {
    EXPECT_TRUE(can_be_shorter(with_solution(rubric_text).cases[0]));
    for (const std::string_view other :
         {"visibility = \"hidden\"", "visibility = \"after_due_date\"", "seed = 5", "arguments = [\"x\"]"}) {
        std::string text = rubric_text;
        text.insert(text.find("input ="), std::string(other) + "\n");
        EXPECT_FALSE(can_be_shorter(with_solution(text).cases[0])) << other;
    }
}

TEST(ShorterInput, StandsInTheResultIfThereIsASolution) {
    const Rubric rubric = with_solution(rubric_text);
    const SubmissionResult result = grade_here(rubric, submission_of("ada", wrong));
    ASSERT_TRUE(result.cases[0].shorter);
    EXPECT_EQ(result.cases[0].shorter->input, "-3\n0\n");
    Rubric alone = rubric;
    alone.self_test.solution.clear();
    EXPECT_FALSE(grade_here(alone, submission_of("ada", wrong)).cases[0].shorter);
    EXPECT_FALSE(grade_here(rubric, submission_of("ada", solution)).cases[0].shorter);
}

TEST(ShorterInput, AnEndlessProgramCostsBoundedTime) {
    const Rubric rubric = with_solution(rubric_text);
    const auto found = shortest("here: addi $t0, $t0, 1\nj here\n", rubric, Verdict::limit);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->input, "0\n");
}

}  // namespace
}  // namespace mariner::grader::test

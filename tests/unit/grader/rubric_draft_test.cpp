#include "emulator/grader/rubric_draft.hpp"

#include <gtest/gtest.h>

#include "tests/unit/grader/graded.hpp"
#include "tests/unit/grader/searched.hpp"

namespace mariner::grader::test {
namespace {

TEST(RubricDraft, IsARubricThatTheSolutionPasses) {
    const std::string program =
        ".data\nq: .asciiz \"\\\"n\\\\\\t# ü?\\n\"\n.text\nla $a0, q\nli $v0, 4\nsyscall\n" + three_ways;
    const ProgramImage image = image_of(program);
    const Result<FoundInputs> found = search_inputs(image, {"5\n"}, few());
    const std::string text = draft_rubric(image, *found, "a \"title\"", "s.asm");
    const Rubric rubric = rubric_of(text);
    EXPECT_EQ(rubric.cases.size(), found->proposed.size());
    EXPECT_EQ(rubric.self_test.reference, "s.asm");
    EXPECT_TRUE(grade_here(rubric, submission_of("ada", program)).has_passed()) << text;
}

TEST(RubricDraft, WritesNoBytesThatAreNoText) {
    TriedInput tried;
    tried.output = "\xff";
    EXPECT_FALSE(fits_rubric(tried));
    tried.output = "ü";
    EXPECT_TRUE(fits_rubric(tried));
}

TEST(RubricDraft, NamesRoutinesToFillIn) {
    const ProgramImage image = image_of("main: jal twice\nli $v0, 10\nsyscall\ntwice: add $v0, $a0, $a0\njr $ra\n");
    const std::string text = draft_rubric(image, *search_inputs(image, {}, few()), "t", "s.asm");
    EXPECT_NE(text.find("# label = \"twice\""), std::string::npos) << text;
}

}  // namespace
}  // namespace mariner::grader::test

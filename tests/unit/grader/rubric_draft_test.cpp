#include "emulator/grader/rubric_draft.hpp"

#include <gtest/gtest.h>

#include "emulator/grader/draft_cases.hpp"
#include "tests/unit/grader/graded.hpp"
#include "tests/unit/grader/searched.hpp"

namespace mariner::grader::test {
namespace {

TEST(RubricDraft, IsARubricThatTheSolutionPasses) {
    const std::string program =
        ".data\nq: .asciiz \"\\\"n\\\\\\t# ü?\\n\"\n.text\nla $a0, q\nli $v0, 4\nsyscall\n" + three_ways;
    const ProgramImage image = image_of(program);
    RubricDraft draft{*search_inputs(image, {"5\n"}, few()), ""};
    size_t number = 0;
    for (const TriedInput& tried : draft.inputs.proposed) {
        draft.cases += input_case_text(tried, ++number, "");
    }
    const std::string text = draft_rubric(image, draft, "a \"title\"", "s.asm");
    const Rubric rubric = rubric_of(text);
    EXPECT_EQ(rubric.cases.size(), draft.inputs.proposed.size());
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

TEST(RubricDraft, CallsRoutinesWithWhatTheyTake) {
    const std::string program =
        "main: jal twice\nli $v0, 10\nsyscall\ntwice: add $v0, $a0, $a0\njr $ra\n"
        ".globl sum, here\nsum: li $v0, 0\nn: blez $a1, e\nlw $t0, 0($a0)\nadd $v0, $v0, $t0\naddi $a0, $a0, 4\n"
        "addi $a1, $a1, -1\nj n\ne: jr $ra\nhere: j here\n";
    const ProgramImage image = image_of(program);
    const DraftJudge judge("s.asm", program, {});
    const DraftedRoutines drafted = draft_routines(image, judge, {});
    EXPECT_NE(drafted.text.find("label = \"twice\"\narguments = [1]\nreturns = 2\n"), std::string::npos)
        << drafted.text;
    EXPECT_NE(drafted.text.find("arguments = [[3, 1, 2], 3]\nreturns = 6\n"), std::string::npos) << drafted.text;
    EXPECT_NE(drafted.text.find("# here can't be called by itself"), std::string::npos) << drafted.text;
    EXPECT_TRUE(grade_here(rubric_of(drafted.text), submission_of("ada", program)).has_passed()) << drafted.text;
}

TEST(RubricDraft, AddsACallForAFaultThatShowsInNoOther) {
    const std::string program =
        "main: jal odd\nli $v0, 10\nsyscall\nodd: seq $t0, $a0, 12\nseq $t1, $a0, 255\nor $v0, $t0, $t1\njr $ra\n";
    std::string wrong = program;
    wrong.replace(wrong.find("255"), 3, "254");
    const ProgramImage image = image_of(program);
    const ProgramImage with_fault = image_of(wrong);
    const DraftJudge judge("s.asm", program, {});
    EXPECT_EQ(draft_routines(image, judge, {}).text.find("arguments = [255]"), std::string::npos);
    EXPECT_NE(draft_routines(image, judge, {with_fault}).text.find("arguments = [255]"), std::string::npos);
}

}  // namespace
}  // namespace mariner::grader::test

// What a case's run can be asked: a keyboard that is polled, and what `--check` finds in every kind of case.

#include <algorithm>

#include "tests/unit/grader/graded.hpp"

namespace mariner::grader {
namespace {

using namespace test;

/// Types what it reads, in upper case, until a q; asks `extra` times more for each key.
std::string echo(const std::string& at_end) {
    return R"(
        .text
main:   li    $s0, 0xffff0000
wait:   lw    $t0, 0($s0)
        andi  $t0, $t0, 1
        beqz  $t0, wait
        lw    $t1, 4($s0)
        beq   $t1, 'q', end
        addiu $t1, $t1, -32
ready:  lw    $t0, 8($s0)
        beqz  $t0, ready
        sw    $t1, 12($s0)
        j     wait
end:    )" +
           at_end + "\n";
}

TEST(CaseKeyboard, GivesEachKeyWhenItIsAskedForAndEndsWhoWaitsForMore) {
    const Rubric rubric = rubric_of(R"(
[limits]
output = 100
[[case]]
name = "input"
input = "abq"
expect = { output = "AB" }
[[case]]
name = "keys"
input = "7\n"
keys = "xyzq"
expect = { output = "XYZ7" }
[[case]]
name = "too few"
input = "ab"
expect = { output = "AB", ending = "end_of_input" }
[[case]]
name = "too few, and not expected"
input = "ab"
expect = { output = "AB" }
)");
    const SubmissionResult both =
        grade_here(rubric, submission_of("a", echo("li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall")));
    EXPECT_EQ(verdicts(both), "C..C") << both.cases[1].reason;
    const SubmissionResult keys = grade_here(rubric, submission_of("b", echo("")));
    EXPECT_EQ(verdicts(keys), ".F.C") << keys.cases[0].reason;
    EXPECT_EQ(keys.cases[0].repeat, "printf 'abq' | mariner run 'hw.asm' --max-steps 20000000");
    EXPECT_EQ(keys.cases[1].repeat, "") << "two inputs can't be typed into one";
    EXPECT_NE(keys.cases[3].reason.find("waits for a key"), std::string::npos) << keys.cases[3].reason;
    EXPECT_LT(keys.cases[3].steps, 100'000U) << "long before its limit";
    const std::string flood = "main: li $s0, 0xffff0000\nl: lw $t0, 8($s0)\nbeqz $t0, l\nsw $t0, 12($s0)\nj l\n";
    const SubmissionResult flooded = grade_here(rubric, submission_of("c", flood));
    EXPECT_EQ(verdicts(flooded), "LLLL");
    EXPECT_EQ(flooded.cases[0].output.size(), 100U);
    EXPECT_EQ(flooded.cases[0].reason.find("hw.asm:"), 0U) << flooded.cases[0].reason;
}

/// Connect Four by single keys, without any output; a piece falls at `step` bytes a row.
std::string keyboard_game(int step) {
    return R"(
        .data
board:  .space 42
        .text
main:   li    $s0, 0xffff0000
        li    $s1, 1
wait:   lw    $t0, 0($s0)
        beqz  $t0, wait
        lw    $t1, 4($s0)
        addiu $t1, $t1, -49
        addiu $t1, $t1, 35
fall:   lbu   $t2, board($t1)
        beqz  $t2, free
        addiu $t1, $t1, -)" +
           std::to_string(step) + R"(
        j     fall
free:   sb    $s1, board($t1)
        xori  $s1, $s1, 3
        j     wait
)";
}

TEST(CaseKeyboard, PlaysConnectFourByKeys) {
    const Rubric rubric = rubric_of(R"(
[[case]]
name = "keys"
board = { label = "board", marks = "0,1,2", move = "{column}", moves = "445372" }
)");
    const SubmissionResult right = grade_here(rubric, submission_of("a", keyboard_game(7)));
    EXPECT_EQ(verdicts(right), ".") << right.cases[0].reason;
    const SubmissionResult wrong = grade_here(rubric, submission_of("b", keyboard_game(6)));
    EXPECT_EQ(verdicts(wrong), "F");
    EXPECT_NE(wrong.cases[0].reason.find("after the moves 44 "), std::string::npos) << wrong.cases[0].reason;
}

TEST(CasePicture, IsComparedWithAFileAsTheDisplayShowsIt) {
    const RubricFiles files = [](const std::string& /*path*/) { return Result<std::string>(std::string("012340")); };
    const Result<Rubric> rubric = read_rubric("r", R"(
[[case]]
name = "whole"
expect = { picture = { base = 0x10010000, columns = 3, rows = 2, file = "wanted.png" } }
[[case]]
name = "but for a region"
[case.expect.picture]
base = 0x10010000
columns = 3
rows = 2
file = "wanted.png"
regions = [{ x = 2, y = 1, colour = 9 }]
)",
                                              files, picture_of);
    ASSERT_TRUE(rubric) << rubric.error().message;
    // The first unit and the last hold initial data: black on a display, which shows what is stored.
    const std::string program =
        ".data\n.word 5, 0, 0, 0, 0, 9\n.text\nlui $t0, 0x1001\nli $t1, 1\nsw $t1, 4($t0)\nli $t1, 2\nsw $t1, 8($t0)\n"
        "li $t1, 3\nsw $t1, 12($t0)\nli $t1, 4\nsw $t1, 16($t0)\n";
    const SubmissionResult right = grade_here(*rubric, submission_of("a", program));
    EXPECT_EQ(verdicts(right), ".F") << right.cases[0].reason;
    EXPECT_TRUE(right.cases[0].picture->expected.empty());
    EXPECT_EQ(right.cases[1].reason,
              "the unit in column 2, row 1 of the picture has colour 0x000000 instead of 0x000009");
    const SubmissionResult wrong =
        grade_here(*rubric, submission_of("b", program + "sw $t1, 8($t0)\nsw $t1, 12($t0)\n"));
    EXPECT_EQ(verdicts(wrong), "FF");
    EXPECT_EQ(
        wrong.cases[0].reason,
        "the unit in column 2, row 0 of the picture has colour 0x000004 instead of 0x000002; in all, 2 units differ");
    EXPECT_EQ(wrong.cases[0].picture->expected, (std::vector<u32>{0, 1, 2, 3, 4, 0}));
}

std::vector<std::string> deductions(const SubmissionResult& result) {
    std::vector<std::string> names;
    for (const DeductionResult& deduction : result.deductions) {
        names.push_back(deduction.name + ":" + std::to_string(deduction.place ? deduction.place->line : 0));
    }
    return names;
}

TEST(CaseCall, FindsARealResultInF0) {
    const Rubric rubric = rubric_of(R"(
[[case]]
name = "half"
call = { label = "half", arguments = [3.0], returns = 1.5 }
[[case]]
name = "not a third"
call = { label = "half", arguments = [3.0], returns = 1.0 }
)");
    const SubmissionResult result = grade_here(
        rubric, submission_of("a", ".data\nh: .float 0.5\n.text\nhalf: l.s $f2, h\nmul.s $f0, $f12, $f2\njr $ra\n"));
    EXPECT_EQ(verdicts(result), ".F");
    EXPECT_NE(result.cases[1].reason.find("$f0 is 1.5"), std::string::npos) << result.cases[1].reason;
}

TEST(CaseChecks, FindingsCountInCallsAndBoardsToo) {
    const Rubric rubric = rubric_of(R"(
[check]
points = 0.25
[[case]]
name = "call"
set_registers = { "$t9" = 1 }
set_memory = [{ address = 0x10040000, words = [1] }]
call = { label = "outer", arguments = [[5, 6], 2, 3, 4, 5, 1.5], returns = 12 }
)");
    const std::string program = R"(
main:   li    $v0, 10
        syscall
outer:  addiu $sp, $sp, -8
        sw    $ra, 0($sp)
        sw    $s0, 4($sp)
        li    $s0, 7
        lw    $t0, 0($a0)
        addu  $t0, $t0, $t9
        lui   $t1, 0x1004
        lw    $t1, 0($t1)
        mov.s $f0, $f12
        add.s $f0, $f0, $f0
        lw    $t2, 24($sp)
        jal   inner
        lw    $s0, 4($sp)
        lw    $ra, 0($sp)
        addiu $sp, $sp, 8
        jr    $ra
inner:  addu  $v0, $s0, $t2
        NEXT
        jr    $ra
)";
    const auto graded = [&](const std::string& line) {
        std::string text = program;
        text.replace(text.find("NEXT"), 4, line);
        return grade_here(rubric, submission_of("a", text));
    };
    const SubmissionResult clean = graded("nop");
    EXPECT_EQ(verdicts(clean), ".") << clean.cases[0].reason;
    EXPECT_EQ(deductions(clean), std::vector<std::string>());
    EXPECT_EQ(deductions(graded("addiu $sp, $sp, -4\naddu $t5, $t6, $t7\nlw $t5, 0($sp)\naddiu $sp, $sp, 4")),
              (std::vector<std::string>{"unwritten_register:22", "unwritten_memory:23"}));
    EXPECT_EQ(deductions(graded("addu $t5, $v1, $v1")), std::vector<std::string>{"unwritten_register:21"});
    EXPECT_EQ(graded("addu $t5, $v1, $v1").points, 75);

    const Rubric games = rubric_of(R"(
[check]
points = 0.25
[[case]]
name = "board"
board = { label = "board", marks = "0,1,2", move = "{column}", moves = "445372", random_games = 3 }
)");
    std::string careless = keyboard_game(7);
    careless.replace(careless.find("xori  $s1, $s1, 3"), 17, "addu  $t5, $t6, $t6\n        xori  $s1, $s1, 3");
    EXPECT_EQ(deductions(grade_here(games, submission_of("a", careless))),
              std::vector<std::string>{"unwritten_register:17"})
        << "once, in however many games";
    EXPECT_EQ(deductions(grade_here(games, submission_of("b", keyboard_game(7)))), std::vector<std::string>());
}

}  // namespace
}  // namespace mariner::grader

#include "tests/unit/analysis/analysed.hpp"
#include "tests/unit/support/growth.hpp"

namespace mariner::test {
namespace {

using Found = std::vector<std::string>;

const std::string exit_now = "li $v0, 10\nsyscall\n";

TEST(Checker, IsSilentOnAProgramThatKeepsTheRules) {
    EXPECT_EQ(findings_of(R"(main: li $s0, 3
        move $a0, $s0
        jal twice
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
twice:  addiu $sp, $sp, -8
        sw $ra, 0($sp)
        sw $s0, 4($sp)
        addu $s0, $a0, $a0
        jal id
        addu $v0, $s0, $zero
        lw $s0, 4($sp)
        lw $ra, 0($sp)
        addiu $sp, $sp, 8
        jr $ra
id:     jr $ra
)"),
              Found{});
}

TEST(Checker, FindsRegistersThatNothingWrote) {
    EXPECT_EQ(findings_of("li $t1, 1\nadd $t0, $t1, $t2\nmflo $t3\nadd.s $f0, $f1, $f1\n" + exit_now),
              (Found{"unwritten_register:2", "unwritten_register:3", "unwritten_register:4"}));
}

TEST(Checker, FollowsCopiesAndSavedRegistersToTheirUse) {
    EXPECT_EQ(findings_of("move $t0, $s0\nsw $s1, -4($sp)\nlw $t1, -4($sp)\nsub $t2, $t2, $t2\n" + exit_now), Found{});
    EXPECT_EQ(findings_of("move $t0, $s0\nsw $s1, -4($sp)\nlw $t1, -4($sp)\nadd $t2, $t0, $t0\nadd $t2, $t1, $t1\n" +
                          exit_now),
              (Found{"unwritten_register:4", "unwritten_register:5"}));
}

TEST(Checker, CountsResultsAndBuffersOfSystemCallsAsWritten) {
    EXPECT_EQ(findings_of("li $v0, 5\nsyscall\nmove $t0, $v0\nadd $t0, $t0, $v0\nli $v0, 8\naddiu $a0, $sp, -16\n"
                          "li $a1, 8\nsyscall\nlb $t1, -16($sp)\n" +
                              exit_now,
                          "5\nabc\n"),
              Found{});
}

TEST(Checker, FindsMemoryThatNothingWrote) {
    EXPECT_EQ(findings_of("lw $t0, -8($sp)\nli $v0, 9\nli $a0, 16\nsyscall\nlw $t1, 4($v0)\n" + exit_now),
              (Found{"unwritten_memory:1", "unwritten_memory:5"}));
    EXPECT_EQ(findings_of(".data\na: .word 1, 2\nb: .space 8\n.text\nla $t0, a\nlw $t1, 12($t0)\nlw $t1, 16($t0)\n" +
                          exit_now),
              (Found{"past_end:7", "past_end:6"}));
}

TEST(Checker, FollowsAddressesToTheEndOfTheirObject) {
    const std::string data = ".data\na: .word 1, 2\nb: .word 3\n.text\n";
    EXPECT_EQ(findings_of(data + "la $t0, a\nlw $t1, 4($t0)\nlw $t2, b\n" + exit_now), Found{});
    EXPECT_EQ(findings_of(data + "la $t0, a\nlw $t1, 8($t0)\nlw $t2, b\n" + exit_now), Found{"past_end:6"});
    EXPECT_EQ(findings_of(data + "la $t0, b\nsw $zero, -4($t0)\n" + exit_now), Found{"past_end:6"});
    // Through copies, sums, memory and the stack.
    EXPECT_EQ(findings_of(data +
                          "la $t0, a\nmove $t1, $t0\nli $t2, 8\nadd $t1, $t1, $t2\nsw $t1, -4($sp)\n"
                          "lw $t3, -4($sp)\nlw $t4, 0($t3)\nlw $t5, b\n" +
                          exit_now),
              Found{"past_end:11"});
    EXPECT_EQ(findings_of("li $a0, 8\nli $v0, 9\nsyscall\nsw $zero, 8($v0)\n" + exit_now), Found{"past_end:4"});
}

TEST(Checker, TakesLabelsThatNobodyNamesForRemarks) {
    EXPECT_EQ(findings_of(".data\na: .byte 1\nb: .byte 2, 3, 4, 5, 6, 7, 8, 9, 10\n.text\nla $t0, a\nlb $t1, 1($t0)\n"
                          "lb $t1, 9($t0)\n" +
                          exit_now),
              Found{});
}

TEST(Checker, TellsNumbersOfDifferentKindsApart) {
    const std::string print_float = "li $v0, 2\nsyscall\n";
    EXPECT_EQ(findings_of("li $t0, 6\nmtc1 $t0, $f12\n" + print_float + exit_now), Found{"number_mixed:4"});
    EXPECT_EQ(findings_of("li $t0, 6\nmtc1 $t0, $f0\ncvt.s.w $f12, $f0\n" + print_float + exit_now), Found{});
    EXPECT_EQ(findings_of(".data\nd: .double 2.5\n.text\nl.d $f12, d\n" + print_float + exit_now),
              Found{"number_mixed:6"});
    EXPECT_EQ(findings_of(".data\nn: .word 4\n.text\nla $a0, n\nli $v0, 1\nsyscall\n" + exit_now),
              Found{"address_as_value:6"});
}

TEST(Checker, SeesValuesThatACallTakesAway) {
    EXPECT_EQ(findings_of("li $t3, 5\njal f\nmove $a0, $t3\nli $v0, 10\nsyscall\nf: li $t3, 9\njr $ra\n"),
              Found{"value_lost:3"});
    // A result, and an argument.
    EXPECT_EQ(
        findings_of("li $t3, 5\nmove $t4, $t3\njal f\nmove $a0, $t3\nli $v0, 10\nsyscall\nf: li $t3, 9\njr $ra\n"),
        Found{});
    EXPECT_EQ(findings_of("li $t3, 5\njal f\nmove $a0, $t3\nli $v0, 10\nsyscall\nf: add $t3, $t3, $t3\njr $ra\n"),
              Found{});
}

TEST(Checker, NamesTheRegisterThatWasSavedUnset) {
    Analysed program("sw $s1, -4($sp)\nli $s1, 3\nlw $s1, -4($sp)\naddi $a0, $s1, 1\n" + exit_now);
    RunWatchOptions watch;
    watch.check = true;
    RunWatch run(*program.machine, program.core_options, std::move(watch));
    program.run(run.core());
    ASSERT_EQ(run.checker()->findings().all().size(), 1U);
    const Finding& finding = run.checker()->findings().all().front();
    EXPECT_NE(finding.why.find("what was in $s1 before"), std::string::npos) << finding.why;
    EXPECT_NE(finding.remedy.find("set $s1"), std::string::npos) << finding.remedy;
}

TEST(Checker, KnowsWhoMadeABadAddress) {
    Analysed program(".data\narr: .word 5\n.text\nlw $t0, arr\nlw $t1, 4($t0)\n");
    RunWatchOptions watch;
    watch.check = true;
    RunWatch run(*program.machine, program.core_options, std::move(watch));
    program.run(run.core());
    const std::optional<Cause> cause = run.checker()->cause_of(program.result);
    ASSERT_TRUE(cause);
    EXPECT_NE(cause->why.find("a.asm:4"), std::string::npos) << cause->why;
    EXPECT_EQ(cause->remedy, "load the address: la $t0, arr");
}

/// What led to the end of a run, and what is said of it beside that.
struct Told {
    Cause cause;
    size_t others = 0;
};

Told told_of(const std::string& text) {
    Analysed program(text);
    RunWatchOptions watch;
    watch.check = true;
    RunWatch run(*program.machine, program.core_options, std::move(watch));
    program.run(run.core());
    run.finish(program.result.ending == RunEnding::dropped_off);
    const std::optional<Cause> cause = run.checker()->cause_of(program.result);
    EXPECT_TRUE(cause);
    const size_t told = run.checker()->told_by_cause(program.result).size();
    return {cause.value_or(Cause{}), run.checker()->findings().all().size() - told};
}

TEST(Checker, TellsOfALostReturnAddressBeforeTheCrashItLedTo) {
    const Told saved = told_of("jal f\n" + exit_now +
                               "f: addi $sp, $sp, -4\nsw $ra, 0($sp)\njal g\naddi $sp, $sp, 4\njr $ra\ng: jr $ra\n");
    EXPECT_NE(saved.cause.why.find("a.asm:8 (jr $ra): f returns into itself"), std::string::npos) << saved.cause.why;
    EXPECT_NE(saved.cause.remedy.find("a.asm:5 (sw $ra, 0($sp)) saved it: load it back"), std::string::npos)
        << saved.cause.remedy;
    EXPECT_EQ(saved.others, 0U);
    const Told never_saved = told_of("jal f\n" + exit_now + "f: jal g\njr $ra\ng: jr $ra\n");
    EXPECT_NE(never_saved.cause.remedy.find("save $ra on the stack before the call"), std::string::npos);
    EXPECT_EQ(never_saved.others, 0U);
}

TEST(Checker, TakesABranchToARoutineForALostReturn) {
    const Told branch = told_of("li $a0, 9\nbgtz $a0, f\n" + exit_now + "f: jr $ra\n");
    EXPECT_NE(branch.cause.why.find("a.asm:2 (bgtz $a0, f) goes to f"), std::string::npos) << branch.cause.why;
    // A branch to main's own end is none.
    const Told end = told_of("li $a0, 9\nl: addi $a0, $a0, -1\nblez $a0, e\nj l\ne: jr $ra\n");
    EXPECT_NE(end.cause.why.find("main was never called"), std::string::npos) << end.cause.why;
}

TEST(Checker, SeesArgumentsThatACallTakesAway) {
    EXPECT_EQ(findings_of("li $a1, 3\njal f\nmove $t0, $a1\n" + exit_now + "f: li $a1, 9\nadd $v0, $a1, $a1\njr $ra\n"),
              Found{"value_lost:3"});
    EXPECT_EQ(findings_of("li $a1, 3\njal f\nmove $t0, $a1\n" + exit_now + "f: addi $a1, $a1, 9\njr $ra\n"), Found{});
}

TEST(Checker, SeesTextsThatRunOnIntoTheNext) {
    const std::string data = ".data\na: .ascii \"x\"\nb: .ascii \"y\"\nc: .asciiz \"z\"\n.text\nli $v0, 4\n";
    const std::string both = "la $a0, a\nsyscall\nla $a0, b\nsyscall\n";
    EXPECT_EQ(findings_of(data + "la $a0, a\nsyscall\n" + exit_now), Found{});
    EXPECT_EQ(findings_of(data + both + exit_now), (Found{"endless_string:8", "endless_string:10"}));
}

TEST(Checker, LooksForALostReturnInTimeInProportion) {
    const auto time_for = [](int labels) {
        std::string text;
        for (int i = 0; i < labels; ++i) {
            text += "l" + std::to_string(i) + ": nop\n";
        }
        Analysed program(text + "jr $ra\n");
        RunWatchOptions watch;
        watch.check = true;
        RunWatch run(*program.machine, program.core_options, std::move(watch));
        program.run(run.core());
        EXPECT_EQ(program.result.ending, RunEnding::invalid_pc);
        return shortest_time([&] { EXPECT_TRUE(run.checker()->cause_of(program.result)); });
    };
    EXPECT_LT(time_for(3'000), 50 * time_for(300));
}

TEST(Checker, ShortensTheWayOfARecursionOverManyFunctions) {
    std::string text = "jal f0\n";
    for (int i = 0; i < 8; ++i) {
        text += "f" + std::to_string(i) + ": addi $sp, $sp, -4\njal f" + std::to_string((i + 1) % 8) + "\n";
    }
    Analysed program(text);
    RunWatchOptions watch;
    watch.check = true;
    RunWatch run(*program.machine, program.core_options, std::move(watch));
    program.run(run.core());
    const std::optional<Cause> cause = run.checker()->endless_recursion();
    ASSERT_TRUE(cause);
    EXPECT_LT(cause->why.size(), 300U) << cause->why;
    EXPECT_NE(cause->why.find("4 more"), std::string::npos) << cause->why;
}

TEST(Checker, FindsSavedRegistersThatAreNotRestored) {
    EXPECT_EQ(findings_of("li $s0, 1\njal f\nli $v0, 10\nsyscall\nf: li $s0, 2\njr $ra\n"), Found{"saved_register:6"});
    EXPECT_EQ(findings_of("jal f\nli $v0, 10\nsyscall\nf: sw $s0, -4($sp)\nli $s0, 2\njr $ra\n"),
              Found{"saved_register:6"});
}

TEST(Checker, LeavesVariablesOfTheWholeProgramAlone) {
    EXPECT_EQ(findings_of("li $s0, 1\njal f\nli $v0, 10\nsyscall\nf: addi $s0, $s0, 1\njr $ra\n"), Found{});
}

TEST(Checker, FindsAnUnbalancedStack) {
    EXPECT_EQ(findings_of("jal f\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -8\njr $ra\n"), Found{"stack_pointer:5"});
}

TEST(Checker, SeesReturnsThroughDelaySlots) {
    AssemblerOptions options;
    options.delayed_branching = true;
    EXPECT_EQ(
        findings_of("jal f\nnop\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -8\njr $ra\naddi $sp, $sp, 8\n", {}, options),
        Found{});
    EXPECT_EQ(findings_of("jal f\nnop\nli $v0, 10\nsyscall\nf: addi $sp, $sp, -8\njr $ra\nnop\n", {}, options),
              Found{"stack_pointer:6"});
}

TEST(Checker, FindsALostReturnAddress) {
    EXPECT_EQ(findings_of("jal f\nli $v0, 10\nsyscall\nf: jal g\njr $ra\ng: jr $ra\n"), Found{"return_address:5"});
    EXPECT_EQ(findings_of("main: jal g\njr $ra\ng: jr $ra\n"), Found{"return_address:2"});
}

TEST(Checker, FindsFallingThrough) {
    EXPECT_EQ(findings_of("jal f\njal g\nli $v0, 10\nsyscall\nf: li $t0, 1\ng: jr $ra\n"), Found{"fall_through:5"});
    EXPECT_EQ(findings_of("jal f\nli $v0, 10\nsyscall\nf: li $t0, 1\n"), Found{"fall_through:4"});
    EXPECT_EQ(findings_of("li $t0, 1\n"), Found{});
}

TEST(Checker, FollowsLoopsThatHaveGaps) {
    EXPECT_EQ(findings_of(".data\na: .word 1\nb: .word 2, 3, 4, 5, 6\n.text\nla $t0, a\nli $t1, 0\nj in\n"
                          ".text 0x00400020\nout: addi $t1, $t1, 1\nj in\n"
                          ".text 0x00400060\nin: lw $t2, 0($t0)\nsw $t2, 4($t0)\nbgt $t1, 2, end\nb out\n"
                          "end: li $v0, 10\nsyscall\n"),
              Found{"past_end:13"});
}

TEST(Checker, FindsWritesIntoText) {
    AssemblerOptions options;
    options.self_modifying_code = true;
    EXPECT_EQ(findings_of("main: la $t0, main\nsw $zero, 0($t0)\n" + exit_now, {}, options), Found{"text_write:2"});
}

TEST(Checker, FindsWrongSystemCalls) {
    EXPECT_EQ(findings_of("li $v0, 99\nsyscall\n"), Found{"syscall_number:2"});
    EXPECT_EQ(findings_of("syscall\n"), (Found{"unwritten_register:1", "syscall_number:1"}));
    EXPECT_EQ(findings_of("li $v0, 1\nsyscall\n" + exit_now), Found{"unwritten_register:2"});
    EXPECT_EQ(findings_of("li $v0, 4\nli $a0, 12\nsyscall\n"), Found{"syscall_argument:3"});
    EXPECT_EQ(findings_of("li $v0, 11\nli $a0, 300\nsyscall\n" + exit_now), Found{"syscall_argument:3"});
    EXPECT_EQ(findings_of("li $v0, 8\nla $a0, 0x10010000\nli $a1, 0\nsyscall\n" + exit_now, "a\n"),
              Found{"syscall_argument:4"});
}

TEST(Checker, TellsEachPlaceOnce) {
    Analysed program("li $t0, 5\nloop: add $t1, $t2, $t0\naddi $t0, $t0, -1\nbgtz $t0, loop\n" + exit_now);
    RunWatchOptions watch;
    watch.check = true;
    RunWatch run(*program.machine, {}, std::move(watch));
    program.run(run.core());
    const std::string text = run.checker()->findings().text(program.image, {});
    EXPECT_NE(text.find("a.asm:2: check: reads $t2, which was never given a value"), std::string::npos) << text;
    EXPECT_NE(text.find("happened     5 times"), std::string::npos) << text;
    EXPECT_NE(text.find("found 1 place to look at"), std::string::npos) << text;
    JsonWriter json;
    run.checker()->findings().write_json(json, program.image);
    EXPECT_NE(json.take().find("\"kind\": \"unwritten_register\""), std::string::npos);
}

TEST(Checker, DoesNotJudgeExceptionHandlers) {
    EXPECT_EQ(findings_of("li $t0, 1\nteqi $t0, 1\nli $v0, 10\nsyscall\n.ktext 0x80000180\nsw $t5, 0x90000000\n"
                          "mfc0 $k0, $14\naddi $k0, $k0, 4\nmtc0 $k0, $14\nlw $t5, 0x90000000\neret\n"),
              Found{});
}

}  // namespace
}  // namespace mariner::test

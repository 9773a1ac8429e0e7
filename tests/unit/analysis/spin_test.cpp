#include "emulator/analysis/spin.hpp"

#include "tests/unit/analysis/analysed.hpp"

namespace mariner::test {
namespace {

std::optional<SpinReport> spin_of(const std::string& text, std::string* rows = nullptr) {
    Analysed program(text);
    const std::unique_ptr<Core> core = make_core(EngineKind::fast, *program.machine);
    program.run(*core, 1000);
    EXPECT_EQ(program.result.ending, RunEnding::step_limit);
    const CpuState before = program.machine->cpu;
    const std::optional<u32> word = program.machine->peek_word(0x10010000);
    std::optional<SpinReport> report = find_spin(*program.machine, {});
    EXPECT_EQ(program.machine->cpu, before);
    EXPECT_EQ(program.machine->peek_word(0x10010000), word);
    if (report && rows != nullptr) {
        *rows = spin_text(*report, program.image);
    }
    return report;
}

TEST(Spin, ProvesThatAStateComesBack) {
    std::string rows;
    const std::optional<SpinReport> report = spin_of("li $t0, 1\nloop: addi $t1, $t0, 1\nbgtz $t0, loop\n", &rows);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->repeats_after, 2U);
    EXPECT_TRUE(report->changing.empty());
    EXPECT_NE(rows.find("a.asm:2-3 (2 instructions"), std::string::npos) << rows;
    EXPECT_NE(rows.find("never ends"), std::string::npos);
}

TEST(Spin, NamesTheRegistersThatChange) {
    const std::optional<SpinReport> report = spin_of("loop: addi $t1, $t1, 4\naddi $t2, $t2, -1\nb loop\n");
    ASSERT_TRUE(report);
    EXPECT_EQ(report->repeats_after, 0U);
    EXPECT_EQ(report->changing, (std::vector<std::string>{"$t1 (+4)", "$t2 (-1)"}));
}

TEST(Spin, NamesTheBranchThatNeverEndsIt) {
    const std::optional<SpinReport> still =
        spin_of("li $t3, 1\nli $t1, 9\nloop: addi $t0, $t0, 1\nblt $t3, $t1, loop\n");
    ASSERT_TRUE(still);
    EXPECT_NE(still->why.find("a.asm:4 (blt $t3, $t1, loop)"), std::string::npos) << still->why;
    EXPECT_NE(still->why.find("nothing in the loop changes"), std::string::npos) << still->why;
    const std::optional<SpinReport> missed = spin_of("li $t1, 7\nloop: addi $t0, $t0, 2\nbne $t0, $t1, loop\n");
    ASSERT_TRUE(missed);
    EXPECT_NE(missed->remedy.find("without ever being equal"), std::string::npos) << missed->remedy;
}

TEST(Spin, ClaimsNothingWhileMemoryChanges) {
    const std::optional<SpinReport> report =
        spin_of("loop: lw $t1, 0x10010000\naddi $t1, $t1, 1\nsw $t1, 0x10010000\nli $t1, 0\nb loop\n");
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->writes_memory);
    EXPECT_EQ(report->repeats_after, 0U);
}

TEST(Spin, ClaimsNothingOfALoopThatAsksADevice) {
    const std::optional<SpinReport> report = spin_of("loop: lw $t1, 0xffff0000\nbeq $t1, $zero, loop\n");
    ASSERT_TRUE(report);
    EXPECT_EQ(report->repeats_after, 0U);
}

TEST(Spin, ClaimsNothingOfALoopThatAKeyMayInterrupt) {
    for (const char* const enable : {"li $t1, 2\nsw $t1, 0xffff0000\n", "li $t1, 3\nsw $t1, 0xffff0008\n"}) {
        std::string rows;
        const std::optional<SpinReport> report = spin_of(std::string(enable) + "wait: b wait\n", &rows);
        ASSERT_TRUE(report);
        EXPECT_EQ(report->repeats_after, 0U);
        EXPECT_EQ(rows.find("never ends"), std::string::npos) << rows;
    }
    EXPECT_EQ(spin_of("li $t1, 1\nsw $t1, 0xffff0000\nwait: b wait\n")->repeats_after, 1U) << "only says ready";
}

}  // namespace
}  // namespace mariner::test

#include "emulator/tutor/repair.hpp"

#include <gtest/gtest.h>

#include "emulator/assembler/render.hpp"

namespace mariner {
namespace {

RepairedProgram repaired(const std::string& program, const std::string& other = {}) {
    MemorySources sources;
    sources.add("hw.asm", program);
    std::vector<std::string> files = {"hw.asm"};
    if (!other.empty()) {
        sources.add("lib.asm", other);
        files.emplace_back("lib.asm");
    }
    return repair_program(files, sources, {});
}

TEST(Repair, ShowsWhatChangesAsDiffDoes) {
    const RepairedProgram program = repaired(
        "main:   li $t0, 1\n        li $t1, 2\n        li $t2, 3\n        li $t3, 4\n        add t0, $t1, $t2\n"
        "        nop\n        nop\n        nop\n        nop\n        li $v0, 10\n        syscal");
    ASSERT_EQ(program.files.size(), 1U);
    EXPECT_EQ(program.repairs, 2U);
    EXPECT_FALSE(program.left.has_errors());
    EXPECT_EQ(program.files[0].diff,
              "--- hw.asm\n+++ hw.asm\n"
              "@@ -2,10 +2,10 @@\n         li $t1, 2\n         li $t2, 3\n         li $t3, 4\n"
              "-        add t0, $t1, $t2\n+        add $t0, $t1, $t2\n"
              "         nop\n         nop\n         nop\n         nop\n         li $v0, 10\n"
              "-        syscal\n\\ No newline at end of file\n+        syscall\n\\ No newline at end of file\n");
}

TEST(Repair, LeavesFarPartsOut) {
    std::string text = "        addi$t0, $t0, 1\n";
    for (int i = 0; i < 20; ++i) {
        text += "        nop\n";
    }
    const RepairedProgram program = repaired(text + "        addi$t0, $t0, 2\n");
    ASSERT_EQ(program.files.size(), 1U);
    EXPECT_NE(program.files[0].diff.find("@@ -1,4 +1,4 @@\n"), std::string::npos) << program.files[0].diff;
    EXPECT_NE(program.files[0].diff.find("@@ -19,4 +19,4 @@\n"), std::string::npos) << program.files[0].diff;
}

TEST(Repair, KeepsLineEndsAndOtherFiles) {
    const RepairedProgram program = repaired("main:   syscal\r\n        nop\r\n", "        sw $ra, 0(sp)\n");
    ASSERT_EQ(program.files.size(), 2U);
    EXPECT_EQ(program.files[0].text, "main:   syscall\r\n        nop\r\n");
    EXPECT_EQ(program.files[1].text, "        sw $ra, 0($sp)\n");
}

TEST(Repair, DoesNoMoreThanIsLikely) {
    const RepairedProgram program = repaired("main:   j nowhere\n");
    EXPECT_TRUE(program.files.empty());
    EXPECT_TRUE(program.left.has_errors());
    EXPECT_TRUE(repaired("main:   nop\n").files.empty());
    EXPECT_TRUE(repaired("main:   nop\n").left.all().empty());
}

}  // namespace
}  // namespace mariner

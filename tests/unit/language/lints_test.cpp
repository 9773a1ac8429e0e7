#include "emulator/language/lints.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "emulator/support/file.hpp"
#include "tests/unit/language/workspace_fixture.hpp"

namespace mariner::language {
namespace {

std::string lints_in(const std::string& text) {
    OpenTexts texts(text);
    std::string out;
    for (const ReportEntry& entry : lints_of(*texts.view())) {
        out += std::to_string(entry.range.begin.line + 1) + " " + entry.code + "\n";
    }
    return out;
}

constexpr const char* ended = " li $v0, 10\n syscall\n";

TEST(Lints, ResultsInZero) {
    EXPECT_EQ(lints_in("main: add $zero, $t0, $t1\n nop\n li $v0, 10\n syscall\n"), "1 result_lost\n");
    EXPECT_EQ(lints_in("main: lw $zero, main\n la $0, main\n li $zero, 0x12345678\n"),
              "1 result_lost\n2 result_lost\n3 result_lost\n");
    EXPECT_EQ(lints_in("main: nop\n sll $zero, $zero, 0\n sw $zero, 0($sp)\n bgtz $zero, main\n"), "");
}

TEST(Lints, ServicesWithoutTheirArguments) {
    EXPECT_EQ(lints_in("main: li $v0, 4\n syscall\n li $v0, 10\n syscall\n"), "2 argument_not_set\n");
    EXPECT_EQ(lints_in("main: li $v0, 1\n syscall\n li $v0, 10\n syscall\n"), "2 argument_not_set\n");
    EXPECT_EQ(lints_in("main: li $v0, 2\n syscall\n li $v0, 3\n syscall\n"),
              "2 argument_not_set\n4 argument_not_set\n");
    EXPECT_EQ(lints_in("main: li $v0, 14\n li $a0, 0\n la $a1, main\n syscall\n"), "4 argument_not_set\n");
    EXPECT_EQ(lints_in("main: syscall\n li $v0, 10\n syscall\n"), "1 service_not_chosen\n");
    // What is set only later counts if a way leads back.
    EXPECT_EQ(lints_in("main: li $v0, 1\n syscall\n li $a0, 5\n li $v0, 1\n syscall\n"), "2 argument_not_set\n");
    EXPECT_EQ(lints_in("main: li $v0, 1\n syscall\n li $a0, 5\n b main\n"), "");
    EXPECT_EQ(lints_in("main: jal set\n li $v0, 1\n syscall\n" + std::string(ended) + "set: li $a0, 5\n jr $ra\n"), "");
    // A program that looks at its arguments may print their number.
    EXPECT_EQ(lints_in("main: li $v0, 1\n syscall\n lw $a0, 0($a1)\n li $v0, 4\n syscall\n" + std::string(ended)), "");
    EXPECT_EQ(lints_in(".globl print\nprint: syscall\n jr $ra\n"), "");
}

TEST(Lints, ServicesThatDoNotExist) {
    EXPECT_EQ(lints_in("main: li $v0, 99\n syscall\n" + std::string(ended)), "2 service_unknown\n");
    EXPECT_EQ(lints_in("main: li $v0, -1\n syscall\n li $v0, 30000\n syscall\n" + std::string(ended)),
              "2 service_unknown\n4 service_unknown\n");
    EXPECT_EQ(lints_in("main: li $v0, 99\n lw $v0, main\n syscall\n" + std::string(ended)), "");
    EXPECT_EQ(lints_in("main: li $v0, 99\n bnez $t0, a\na: syscall\n" + std::string(ended)), "");
    EXPECT_EQ(lints_in("main: li $v0, 99\n syscall\n" + std::string(ended) + " .ktext 0x80000180\n b main\n"), "");
}

TEST(Lints, WhatNothingLeadsTo) {
    EXPECT_EQ(lints_in("main: b main\n li $t0, 1\n li $t0, 2\nx: b x\n"), "2 unreachable\n");
    EXPECT_EQ(lints_in("main: b main\nnever: nop\nx: b x\n"), "2 label_unused\n");
    EXPECT_EQ(lints_in("main: nop\nwalked_into: li $v0, 10\n syscall\n"), "");
}

TEST(Lints, DataThatNothingNames) {
    const std::string code = " .text\nmain: lw $t0, a\n" + std::string(ended);
    EXPECT_EQ(lints_in(" .data\na: .word 1\nb: .word 2\n" + code), "3 data_unused\n");
    EXPECT_EQ(lints_in(" .data\na: .word 1\nb: .asciiz \"b\"\n .text\nmain: la $t0, a\n" + std::string(ended)), "");
    EXPECT_EQ(lints_in(" .data\na: .asciiz \"a\"\nb: .asciiz \"b\"\n .text\nmain: la $a0, a\n li $v0, 4\n syscall\n" +
                       std::string(ended)),
              "3 data_unused\n");
    EXPECT_EQ(lints_in(" .data\na: .word 1\nb: .word 2\n .text\nmain: lw $t0, a($t1)\n" + std::string(ended)), "");
}

TEST(Lints, ReturnAddresses) {
    EXPECT_EQ(lints_in("main: jal f\n li $v0, 10\n syscall\nf: jal g\n jr $ra\ng: jr $ra\n"),
              "4 return_address_lost\n");
    EXPECT_EQ(lints_in("main: jal f\n jr $ra\nf: jr $ra\n"), "1 return_address_lost\n");
    EXPECT_EQ(lints_in("main: jal f\n li $v0, 10\n syscall\nf: la $t0, g\n jalr $t0\n jr $ra\ng: jr $ra\n"),
              "5 return_address_lost\n");
    for (const char* const text : {
             "main: jal f\n li $v0, 10\n syscall\nf: addi $sp, $sp, -4\n sw $ra, 0($sp)\n jal g\n lw $ra, 0($sp)\n"
             " addi $sp, $sp, 4\n jr $ra\ng: jr $ra\n",
             "main: jal f\n li $v0, 10\n syscall\nf: move $t9, $ra\n jal g\n jr $t9\ng: jr $ra\n",
             "main: jal f\nf: jal stop\n jr $ra\nstop: li $v0, 10\n syscall\n",
         }) {
        EXPECT_EQ(lints_in(text), "") << text;
    }
}

TEST(Lints, SavedRegisters) {
    EXPECT_EQ(lints_in("main: jal f\n li $v0, 10\n syscall\nf: nop\n li $s3, 1\n jr $ra\n"),
              "5 saved_register_changed\n");
    EXPECT_EQ(lints_in("main: li $s3, 5\n jal f\n b use\nf: nop\n li $s3, 1\n jr $ra\nuse: move $a0, $s3\n"),
              "5 saved_register_changed\n7 register_lost\n");
    // To store it is not to use it.
    EXPECT_EQ(lints_in("main: jal f\n li $v0, 10\n syscall\nf: sw $s0, -4($sp)\n li $s0, 2\n jr $ra\n"),
              "5 saved_register_changed\n");
    for (const char* const text : {
             "main: jal f\n li $v0, 10\n syscall\nf: addi $s3, $s3, 1\n jr $ra\n",
             "main: li $s0, 1\n jal f\n add $v0, $s0, $s0\n li $v0, 10\n syscall\nf: sw $s0, 0($sp)\n li $s0, 2\n"
             " lw $s0, 0($sp)\n jr $ra\n",
         }) {
        EXPECT_EQ(lints_in(text), "") << text;
    }
}

TEST(Lints, ValuesThatCallsChange) {
    EXPECT_EQ(lints_in("main: li $t0, 1\n jal f\n add $v0, $t0, $t0\n li $v0, 10\n syscall\nf: li $t0, 2\n jr $ra\n"),
              "3 register_lost\n");
    EXPECT_EQ(lints_in("main: li $s0, 1\n jal f\n add $v0, $s0, $s0\n li $v0, 10\n syscall\nf: li $s0, 2\n jr $ra\n"),
              "6 saved_register_changed\n3 register_lost\n");
    // Round a loop, over a branch, and by what the routine calls in turn.
    EXPECT_EQ(lints_in("main: li $t0, 5\nloop: jal f\n addi $t0, $t0, -1\n bnez $t0, loop\n" + std::string(ended) +
                       "f: li $t0, 2\n jr $ra\n"),
              "3 register_lost\n");
    EXPECT_EQ(lints_in("main: li $t0, 5\n jal f\n beqz $v0, x\n nop\nx: move $a0, $t0\n" + std::string(ended) +
                       "f: sw $ra, -4($sp)\n jal g\n lw $ra, -4($sp)\n jr $ra\ng: li $t0, 2\n jr $ra\n"),
              "5 register_lost\n");
    EXPECT_EQ(lints_in("main: li $t0, 1\n jal f\n add $v0, $t0, $t0\n li $v0, 10\n syscall\nf: li $t1, 2\n jr $ra\n"),
              "");
    EXPECT_EQ(lints_in("main: li $t0, 1\n jal f\n li $t0, 3\n add $v0, $t0, $t0\n" + std::string(ended) +
                       "f: li $t0, 2\n jr $ra\n"),
              "");
}

TEST(Lints, WhatIsRunInto) {
    EXPECT_EQ(lints_in("main: jal f\n nop\nf: jr $ra\n"), "2 falls_into_routine\n");
    EXPECT_EQ(lints_in("main: jal f\n syscall\nf: jr $ra\n"), "");
}

TEST(Lints, AreSilentOnTheGamesAndOnAllProgramsThatMarsRan) {
    for (const char* const folder : {"asm", "tests/conformance/cases/programs", "tests/bench/programs"}) {
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::filesystem::path(MARINER_SOURCE_DIR) / folder)) {
            if (entry.path().extension() == ".asm") {
                const Result<std::string> text = read_file(entry.path().string());
                EXPECT_EQ(lints_in(*text), "") << entry.path();
            }
        }
    }
}

}  // namespace
}  // namespace mariner::language

// The view that a terminal gets at each stop: what its parts say, and that it stays within the screen.

#include <gtest/gtest.h>

#include "emulator/debugger/interpreter.hpp"
#include "emulator/support/columns.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/debugger/debugged.hpp"

namespace mariner::test {
namespace {

using namespace debugger;

constexpr const char* program =
    "        .data\n"
    "list:   .word 3, 7\n"
    "half:   .double 1.5\n"
    "msg:    .asciiz \"hello, \"\n"
    "        .text\n"
    "main:   la $a0, list\n"
    "again:  lw $t0, 4($a0)   # the second\n"
    "        sw $t0, 0($a0)\n"
    "        l.d $f2, half\n"
    "        add.d $f4, $f2, $f2\n"
    "        jal down\n"
    "        li $v0, 4\n"
    "        la $a0, msg\n"
    "        syscall\n"
    "        bne $t0, $zero, on\n"
    "        nop\n"
    "on:     beq $t0, $zero, main\n"
    "        li $t2, 0x7fffffff\n"
    "        addi $t2, $t2, 1\n"
    "down:   addi $sp, $sp, -8\n"
    "        sw $ra, 4($sp)\n"
    "        sw $t0, 0($sp)\n"
    "        lw $ra, 4($sp)\n"
    "        addi $sp, $sp, 8\n"
    "        jr $ra\n";

struct Terminal final : FrontEnd {
    void print(std::string_view text) override { printed += text; }
    void add_input(std::string_view /*bytes*/) override {}
    Screen screen() override { return size; }
    Result<std::string> show_picture(const std::string& /*path*/) override { return Error{"none"}; }
    Result<u32> pixel_address(u32 /*x*/, u32 /*y*/) override { return Error{"none"}; }
    Screen size{true, false, 80, 24};
    std::string printed;
};

struct Viewed {
    explicit Viewed(const std::string& text = program, SessionOptions options = {})
        : debugged(text, "7\n", std::move(options)),
          sources{debugged.image, {text}},
          interpreter(*debugged.session, sources, desk) {}

    std::string say(std::string_view line) {
        desk.printed.clear();
        const Result<void> done = interpreter.execute(line);
        return done ? desk.printed : "error: " + done.error().message;
    }
    /// The rows that begin with a part's name and those that go on with it.
    std::string part(std::string_view line, std::string_view name) {
        say(line);
        std::string rows;
        bool is_inside = false;
        for (const std::string_view row : lines_of(desk.printed)) {
            is_inside = row.starts_with(std::string(name) + " ") || (is_inside && row.starts_with("         "));
            rows += is_inside ? std::string(trim(row)) + "\n" : "";
        }
        return rows;
    }

    Debugged debugged;
    ProfileSources sources;
    Terminal desk;
    Interpreter interpreter;
};

TEST(View, ShowsTheMachineAtAStop) {
    Viewed one;
    one.say("step");
    EXPECT_EQ(one.say("where"), "step 2  a.asm:7 <again>  again:  lw $t0, 4($a0)   # the second\n");
    EXPECT_EQ(one.say("step"),
              "-- step 3  a.asm:8 -------------------------------------------------------------\n"
              "changed  $t0 0 -> 7\n"
              "       5          .text\n"
              "       6  main:   la $a0, list\n"
              "       7  again:  lw $t0, 4($a0)   # the second\n"
              "=>     8          sw $t0, 0($a0)\n"
              "       9          l.d $f2, half\n"
              "      10          add.d $f4, $f2, $f2\n"
              "      11          jal down\n"
              "next     sw $t0, 0($a0)   [0x10010000 list] 3 -> 7\n");
}

TEST(View, SaysWhatTheNextInstructionWillDo) {
    Viewed one;
    const auto cases = std::to_array<std::pair<const char*, const char*>>({
        {"view", "la $a0, list   $a0 0 -> 0x10010000 list\n"},
        {"s", "lw $t0, 4($a0)   [0x10010004 list+4] = 7   $t0 0 -> 7\n"},
        {"s 2", "l.d $f2, half   [0x10010008 half] = 1.5   $f2 0.0 -> 1.5\n"},
        {"s", "add.d $f4, $f2, $f2   $f2 = 1.5   $f4 0.0 -> 3.0\n"},
        {"s", "jal down   $ra 0 -> 0x00400020 again+24   to down a.asm:20\n"},
        {"s", "addi $sp, $sp, -8   $sp 0x7fffeffc -> 0x7fffeff4\n"},
        {"fin", "li $v0, 4   $v0 0 -> 4\n"},
        {"s 2", "syscall   4 print string   address $a0 = 0x10010010 msg \"hello, \"\n"},
        {"s", "bne $t0, $zero, on   $t0 = 7   taken, to on a.asm:17\n"},
        {"s", "beq $t0, $zero, main   $t0 = 7   not taken\n"},
        {"s 2", "addi $t2, $t2, 1   $t2 = 0x7fffffff   exception: arithmetic overflow\n"},
        {"set $pc = down + 20", "jr $ra   $ra = 0x00400020 again+24   to again+24 a.asm:12\n"},
    });
    for (const auto& [line, next] : cases) {
        if (std::string_view(line).starts_with("set")) {
            one.say(line);
            EXPECT_EQ(one.part("view", "next"), "next     " + std::string(next));
        } else {
            EXPECT_EQ(one.part(line, "next"), "next     " + std::string(next)) << line;
        }
    }
}

TEST(View, ShowsDoublesOutputAndTheStacksOwners) {
    Viewed one;
    EXPECT_EQ(one.part("s 4", "changed"), "changed  $a0 0 -> 0x10010000 list   $t0 0 -> 7   $f2 0.0 -> 1.5\n");
    EXPECT_EQ(one.part("until 23", "stack"),
              "stack    0x7fffeff4  $sp  #0 down         7\n"
              "0x7fffeff8  +4   #0 down         0x00400020 back to #1\n");
    EXPECT_EQ(one.part("until 15", "output"), "output   \"hello, \"\n");
    EXPECT_EQ(one.part("view", "output"), "output   \"hello, \"\n") << "drawn again, it is the same";
    EXPECT_EQ(one.part("rs", "output"), "") << "nothing is printed backwards";
    EXPECT_EQ(one.part("s", "output"), "output   \"hello, \"\n") << "the past prints it again";
    EXPECT_EQ(one.debugged.host.output, "hello, ");
    EXPECT_EQ(one.part("s", "output"), "");
}

TEST(View, HasThePartsThatAreAskedFor) {
    Viewed one;
    const auto rows = [](const std::string& text) { return lines_of(text).size(); };
    EXPECT_EQ(rows(one.say("view none")), 1U);
    EXPECT_TRUE(one.say("s").starts_with("step 2  a.asm:7"));
    EXPECT_EQ(rows(one.say("view code")), 9U);
    EXPECT_EQ(rows(one.say("view -source")), 2U);
    EXPECT_NE(one.say("view +registers").find("$s0"), std::string::npos);
    EXPECT_EQ(rows(one.say("view next")), 2U);
    EXPECT_EQ(one.say("view everything"), "error: view has no part \"everything\"; help view lists them");
    EXPECT_EQ(one.say("view + -"), "error: view has no part \"\"; help view lists them");
    EXPECT_NE(one.say("help view").find("registers  all integer registers (off at first)"), std::string::npos);
}

TEST(View, StaysWithinTheScreenWhateverIsShown) {
    std::string text = program;
    text.replace(text.find("again:"), 6,
                 "again:  # " + std::string(300, 'x') + "\n" + std::string(200, 'l') +
                     ": # \xe6\xbc\xa2\xe5\xad\x97\x1b[31m\t\xe2\x80\xae\xff\n        ");
    for (const auto& [columns, lines] : {std::pair(80U, 24U), {120U, 40U}, {60U, 20U}, {20U, 5U}, {0U, 0U}}) {
        Viewed one(text);
        one.desk.size = {true, true, columns, lines};
        for (const char* const line :
             {"view all", "s", "s", "s", "s", "s", "s", "s", "s", "s", "s", "display string(msg)"}) {
            const std::string said = one.say(line);
            for (const std::string_view row : lines_of(said)) {
                std::string plain(row);
                for (size_t at = 0; (at = plain.find('\x1b')) != std::string::npos;) {
                    plain.erase(at, plain.find('m', at) + 1 - at);
                }
                EXPECT_LE(columns_of(plain), line[0] == 'd' ? 80U : std::max(columns, 20U)) << plain;
                EXPECT_EQ(plain.find_first_of("\t\xff"), std::string::npos);
                EXPECT_EQ(row.find("\x1b[31m"), std::string::npos);
            }
        }
    }
}

TEST(View, ShowsInstructionsWhereThereIsNoSource) {
    Viewed one;
    one.sources.texts.clear();
    const std::string said = one.say("s");
    EXPECT_NE(said.find("=> 0x00400008  8c880004  lw      $t0, 4($a0)   # again\n"), std::string::npos) << said;
    one.say("set $pc = 0x400800");
    EXPECT_EQ(one.part("view", "next"), "next     no instruction is here\n");
}

TEST(View, AsksNoDeviceAndChangesNothing) {
    Viewed one("main: lui $t0, 0xffff\nlw $t1, 4($t0)\nsw $t1, 12($t0)\nb main\n");
    EXPECT_EQ(one.part("s", "next"), "next     lw $t1, 4($t0)   [0xffff0004] is asked of a device\n");
    const CpuState before = one.debugged.session->machine().cpu;
    for (int i = 0; i < 3; ++i) {
        one.say("view all");
    }
    EXPECT_EQ(one.debugged.session->machine().cpu, before);
    EXPECT_EQ(one.debugged.session->history_end(), 1U);
    EXPECT_EQ(one.debugged.host.output, "");
}

}  // namespace
}  // namespace mariner::test

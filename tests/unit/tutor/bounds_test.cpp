// Sources made to keep the tutor at work: what it says stays short, and it ends (the runner's time limit is the test).

#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/assembler/render.hpp"
#include "emulator/tutor/repair.hpp"
#include "emulator/tutor/trial.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner {
namespace {

std::string repeated(std::string_view text, size_t count) {
    std::string out;
    for (size_t i = 0; i < count; ++i) {
        out += text;
    }
    return out;
}

std::string doubling_macros(int depth) {
    std::string text = ".macro m0\nnop\n.end_macro\n";
    for (int i = 1; i < depth; ++i) {
        const std::string call = "m" + std::to_string(i - 1) + "\n";
        text += ".macro m" + std::to_string(i) + "\n" + call + call + ".end_macro\n";
    }
    return text + "m" + std::to_string(depth - 1) + "\nfoo $t0\n";
}

class Bounds : public testing::TestWithParam<std::string> {};

TEST_P(Bounds, HoldWhateverTheSource) {
    MemorySources sources;
    sources.add("hw.asm", GetParam());
    const std::vector<std::string> files = {"hw.asm"};
    const Assembly assembly = assemble_and_teach(files, sources, {});
    constexpr size_t longest_report = 64 << 10;
    EXPECT_LE(people_report(assembly.diagnostics, {}).size(), longest_report);
    EXPECT_FALSE(assembly.image);
}

INSTANTIATE_TEST_SUITE_P(Tutor, Bounds,
                         testing::Values(repeated("foo $t0\n", 1'000'000), repeated("lw $t0, 4[$sp]\n", 40'000),
                                         "foo $t0, " + repeated("a", 10'000'000), "lw $t0, " + repeated("(", 1900),
                                         "main: li $t0, " + repeated("1+", 900) + "\n", "$t0 = " + repeated("((", 900),
                                         ".data\nx: .word " + repeated("\"a\" ", 400) + "\n", doubling_macros(30),
                                         ".macro a\nb\n.end_macro\n.macro b\na\na\n.end_macro\na\nfoo\n",
                                         repeated("/* ", 3000) + "\n" + repeated("x\n", 9000),
                                         repeated("a:a:", 450) + "\n",
                                         ".data\nx: .word 0:1000000\n.text\nfoo\nlw $t0, 4[$sp]\n"));

int trials_for(const std::string& text) {
    MemorySources sources;
    sources.add("hw.asm", text);
    const std::vector<std::string> files = {"hw.asm"};
    tutor::Trials trials(files, sources, {});
    const tutor::Trial first = trials.assemble({});
    int count = 0;
    for (; trials.may_go_on(); ++count) {
        trials.assemble(first.text);
    }
    return count;
}

/// What a trial costs is its work, not its lines: they may be wide, or make others.
TEST(Bounds, OfTrialsCountWork) {
    const int usual = trials_for(".data\n" + repeated(".word 1\n", 500));
    EXPECT_GT(usual, 100);
    EXPECT_LT(trials_for(".data\n" + repeated(".word " + repeated("12345, ", 250) + "1\n", 500)) * 5, usual);
    EXPECT_LT(trials_for(doubling_macros(12)) * 2, usual);
    EXPECT_LT(trials_for(".data\nx: .word 0:100000\n" + repeated(".word 1\n", 500)) * 5, usual);
}

/// However many labels nothing uses: one look at each.
TEST(Bounds, DoNotHideALabelThatDiffersByCapitals) {
    std::string text = "main: b loop\n";
    for (int i = 0; i < 4000; ++i) {
        text += "unused" + std::to_string(i) + ": nop\n";
    }
    text += "loop: nop\nLoop: li $v0, 10\nsyscall\n";
    MemorySources sources;
    sources.add("hw.asm", text);
    const std::vector<std::string> files = {"hw.asm"};
    const Assembly assembly = assemble_and_teach(files, sources, {});
    ASSERT_EQ(assembly.diagnostics.all().size(), 1U);
    EXPECT_EQ(assembly.diagnostics.all()[0].line, 4003U);
}

/// However many pairs are stored, and calls lead back: no walk through the program for each.
TEST(Bounds, LookOnceForManyPairsAndCalls) {
    std::string calls = "main:\n";
    for (int i = 0; i < 3000; ++i) {
        calls += "l" + std::to_string(i) + ": nop\n";
    }
    for (int i = 0; i < 3000; ++i) {
        calls += "jal l" + std::to_string(i) + "\nnop\n";
    }
    for (const std::string& text : {repeated("sd $t0, 0($t3)\n", 9900), calls}) {
        MemorySources sources;
        sources.add("hw.asm", text);
        const std::vector<std::string> files = {"hw.asm"};
        EXPECT_TRUE(assemble_and_teach(files, sources, {}).image);
    }
}

/// A program that a student may write, with a slip in each twentieth line.
TEST(Bounds, LeaveRoomForALargeProgram) {
    std::string text = "main:\n";
    for (int i = 0; i < 2000; ++i) {
        text += i % 20 == 0 ? "        addi t0, $t1, 5\n" : "        addi $t0, $t1, 5\n";
    }
    MemorySources sources;
    sources.add("hw.asm", text);
    const std::vector<std::string> files = {"hw.asm"};
    const Assembly assembly = assemble_and_teach(files, sources, {});
    const auto repaired =
        std::ranges::count_if(assembly.diagnostics.all(), [](const Diagnostic& one) { return !one.repairs.empty(); });
    EXPECT_GE(repaired, 5);
}

}  // namespace
}  // namespace mariner

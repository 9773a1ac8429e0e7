#include "tests/unit/analysis/analysed.hpp"

namespace mariner::test {
namespace {

std::string trace_of(const std::string& text, const std::string& input = {}) {
    Analysed program(text, input);
    std::string trace;
    RunWatchOptions watch;
    watch.trace = [&trace](std::string_view piece) {
        trace += piece;
        return true;
    };
    RunWatch run(*program.machine, {}, std::move(watch));
    program.run(run.core());
    EXPECT_TRUE(run.finish(false));
    return trace;
}

TEST(Trace, HasALinePerInstructionWithItsEffects) {
    EXPECT_EQ(
        trace_of("addiu $t0, $zero, 5\nsw $t0, -4($sp)\nsb $t0, -8($sp)\nmult $t0, $t0\nnop\naddiu $zero, $t0, 1\n"),
        "@0x00400000: $t0 <= 0x00000005\n"
        "@0x00400004: *0x7fffeff8 <= 0x00000005\n"
        "@0x00400008: *0x7fffeff4 <= 0x05\n"
        "@0x0040000c: $hi <= 0x00000000, $lo <= 0x00000019\n"
        "@0x00400010:\n"
        "@0x00400014:\n");
}

TEST(Trace, ShowsWhatSystemCallsChange) {
    EXPECT_EQ(trace_of("addiu $v0, $zero, 5\nsyscall\naddiu $v0, $zero, 8\naddiu $a0, $sp, -8\naddiu $a1, $zero, 4\n"
                       "syscall\naddiu $v0, $zero, 10\nsyscall\n",
                       "7\nab\n"),
              "@0x00400000: $v0 <= 0x00000005\n"
              "@0x00400004: $v0 <= 0x00000007\n"
              "@0x00400008: $v0 <= 0x00000008\n"
              "@0x0040000c: $a0 <= 0x7fffeff4\n"
              "@0x00400010: $a1 <= 0x00000004\n"
              "@0x00400014: *0x7fffeff4 <= \"ab\\x0a\\x00\"\n"
              "@0x00400018: $v0 <= 0x0000000a\n"
              "@0x0040001c:\n");
}

TEST(Trace, ShowsExceptionsThatAHandlerTakes) {
    const std::string trace = trace_of("teqi $zero, 0\n.ktext 0x80000180\nmfc0 $k0, $14\n");
    EXPECT_EQ(trace.substr(0, trace.find('\n')),
              "@0x00400000: exception, $cause <= 0x00000034, $epc <= 0x00400000, $status <= 0x0000ff13");
}

TEST(Trace, EndsTheRunWhenItCannotBeWritten) {
    Analysed program("loop: addiu $t0, $t0, 1\nb loop\n");
    RunWatchOptions watch;
    watch.trace = [](std::string_view) { return false; };
    RunWatch run(*program.machine, {}, std::move(watch));
    program.run(run.core());
    EXPECT_EQ(program.result.ending, RunEnding::hook);
    EXPECT_TRUE(run.has_lost_trace());
    EXPECT_FALSE(run.finish(false));
}

}  // namespace
}  // namespace mariner::test

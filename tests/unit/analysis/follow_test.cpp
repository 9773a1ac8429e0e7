#include "emulator/analysis/follow.hpp"

#include "emulator/analysis/retire_log.hpp"
#include "tests/unit/analysis/analysed.hpp"

namespace mariner {
namespace {

using test::Analysed;

/// What each instruction writes, as `run --trace-format retire` prints it.
std::string retired(const std::string& program) {
    Analysed analysed(program);
    std::string text;
    RunWatchOptions options;
    options.trace_retired = true;
    options.trace = [&](std::string_view piece) {
        text += piece;
        return true;
    };
    RunWatch watch(*analysed.machine, analysed.core_options, std::move(options));
    analysed.run(watch.core());
    watch.finish(true);
    return text;
}

FollowedTrace followed(const std::string& program, const std::string& trace) {
    Analysed analysed(program);
    size_t at = 0;
    const TraceSource source = [&](char* buffer, size_t size) {
        const size_t count = trace.copy(buffer, std::min<size_t>(size, 7), at);
        at += count;
        return count;
    };
    return follow_trace(*analysed.machine, analysed.core_options, analysed.host, source);
}

constexpr const char* program =
    "lui $t0, 0x1001\n"
    "ori $t1, $zero, 0x1234\n"
    "sw $t1, 4($t0)\n"
    "sb $t1, 6($t0)\n"
    "addu $zero, $t1, $t1\n"
    "lw $t2, 4($t0)\n"
    "li $v0, 30\n"
    "syscall\n";

TEST(Retirement, ShowsWholeWordsAndNoZero) {
    EXPECT_EQ(retired(program),
              "@00400000: $ 8 <= 10010000\n"
              "@00400004: $ 9 <= 00001234\n"
              "@00400008: *10010004 <= 00001234\n"
              "@0040000c: *10010004 <= 00341234\n"
              "@00400014: $10 <= 00341234\n"
              "@00400018: $ 2 <= 0000001e\n"
              "@0040001c: $ 4 <= 00000000\n"
              "@0040001c: $ 5 <= 00000000\n");
}

TEST(Retirement, BytesOfOneInstructionAreOneWrite) {
    EXPECT_EQ(retired("lui $t0, 0x1001\nori $t1, $zero, 0x55aa\nswr $t1, 1($t0)\n"),
              "@00400000: $ 8 <= 10010000\n"
              "@00400004: $ 9 <= 000055aa\n"
              "@00400008: *10010000 <= 0055aa00\n");
}

TEST(Follow, ItsOwnTraceAgrees) {
    const FollowedTrace done = followed(program, retired(program));
    EXPECT_EQ(done.report, "");
    EXPECT_EQ(done.agreeing, 8U);
}

TEST(Follow, StoresMayComeBeforeRegisters) {
    std::string trace = retired(program);
    const std::string store = "@00400008: *10010004 <= 00001234\n";
    trace.erase(trace.find(store), store.size());
    EXPECT_EQ(followed(program, store + trace).report, "");
}

TEST(Follow, NamesTheFirstWriteThatDiffers) {
    std::string trace = retired(program);
    trace.replace(trace.find("*10010004 <= 00341234"), 21, "*10010004 <= 00345678");
    const FollowedTrace done = followed(program, trace);
    EXPECT_EQ(done.agreeing, 3U);
    for (const char* const words : {"line 4", "a.asm:4 (sb", "expected  @0040000c: *10010004 <= 00341234",
                                    "found     @0040000c: *10010004 <= 00345678", "written last by a.asm:3 (sw",
                                    "$t1 = 0x00001234, written last by a.asm:2"}) {
        EXPECT_NE(done.report.find(words), std::string::npos) << words << " in\n" << done.report;
    }
}

TEST(Follow, AMissingOrAnAdditionalWriteIsADifference) {
    const std::string trace = retired(program);
    EXPECT_NE(followed(program, trace.substr(0, 54)).report.find("the trace ends behind 2 writes"), std::string::npos);
    EXPECT_NE(followed(program, trace + "@00400020: $ 9 <= 00000000\n").report.find("the program has ended"),
              std::string::npos);
}

TEST(Follow, ATraceMayBeCutWithinALine) {
    const std::string trace = retired(program);
    const std::string whole_lines = trace.substr(0, trace.find("*10010004 <= 00341234"));
    for (const std::string& cut : {trace.substr(0, trace.size() - 3), whole_lines, whole_lines + "*1001"}) {
        const std::string report = followed(program, cut).report;
        EXPECT_NE(report.find("the trace is cut within line"), std::string::npos) << report;
        EXPECT_NE(report.find("found     @"), std::string::npos) << report;
    }
    EXPECT_EQ(followed(program, trace.substr(0, trace.size() - 1)).report, "");
    EXPECT_NE(followed(program, trace.substr(0, trace.size() - 2) + "7").report.find("differs in line 8"),
              std::string::npos);
    EXPECT_NE(followed(program, trace.substr(0, trace.size() - 3) + "7").report.find("differs in line 8"),
              std::string::npos);
}

TEST(TracedWrite, ReadsWhatSimulatorsPrint) {
    const auto text_of = [](std::string_view line) {
        const std::optional<TracedWrite> read = read_traced_write(line);
        return !read ? "-" : read->is_unknown ? "x" : retired_text(read->write);
    };
    EXPECT_EQ(text_of("@00003000: $ 1 <= 00000005"), "@00003000: $ 1 <= 00000005");
    EXPECT_EQ(text_of("   45@00003000: $31 <= 0000000A\r"), "@00003000: $31 <= 0000000a");
    EXPECT_EQ(text_of("@00003004: *00000000 <= 00000005"), "@00003004: *00000000 <= 00000005");
    EXPECT_EQ(text_of("0x3004,*0x10,5"), "@00003004: *00000010 <= 00000005");
    EXPECT_EQ(text_of("00003000,$1,00000005"), "@00003000: $ 1 <= 00000005");
    EXPECT_EQ(text_of("@00003000: $ 1 <= xxxxxxxx"), "x");
    EXPECT_EQ(text_of("@00003000: $77 <= 00000000"), "x");
    EXPECT_EQ(text_of("VCD info: dumpfile opened"), "-");
    EXPECT_EQ(text_of(""), "-");
    EXPECT_EQ(text_of("@"), "-");
}

}  // namespace
}  // namespace mariner

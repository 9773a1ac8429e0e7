// Printing, reading, heap and exit; the expected values are those of docs/mars/syscalls.md and surprises.md.

#include <bit>

#include "tests/unit/syscalls/fixture.hpp"

namespace mariner {
namespace {

using Console = SyscallTest;

TEST_F(Console, PrintsNumbers) {
    start();
    call(1, static_cast<u32>(-5));
    call(36, static_cast<u32>(-5));
    call(34, 0xBEEF);
    call(35, 5);
    EXPECT_EQ(host->output(), "-542949672910x0000beef00000000000000000000000000000101");
    cpu.fpr[12] = std::bit_cast<u32>(1e7F);
    call(2);
    cpu.fpr[12] = 0;
    cpu.fpr[13] = 0x3ff80000;
    call(3);
    EXPECT_TRUE(host->output().ends_with("01011.0E71.5"));
}

TEST_F(Console, PrintsFloatsInTheChosenFormat) {
    start({}, {.float_format = FloatFormat::shortest});
    cpu.fpr[12] = 0x51470625;
    call(2);
    EXPECT_EQ(host->output(), "5.34251E10");
}

TEST_F(Console, EncodesCharactersAsUtf8) {
    start();
    call(11, 0x1E9);
    put_string(data, "a\xe9");
    call(4, data);
    call(11, 0);
    EXPECT_EQ(host->output(), std::string("\xc3\xa9"
                                          "a\xc3\xa9\0",
                                          6));
}

TEST_F(Console, PrintsWhatStandsBeforeABadAddress) {
    start();
    put(0x103ffffe, "xy");
    const SyscallResult result = call(4, 0x103ffffe);
    EXPECT_EQ(host->output(), "xy");
    EXPECT_EQ(result.kind, Kind::exception);
    EXPECT_EQ(result.exception.kind, ExceptionKind::address_load);
    EXPECT_EQ(result.exception.value, 0x10400000U);
}

TEST_F(Console, PrintsStringsAcrossPages) {
    start();
    const std::string text(10000, 'x');
    put_string(data + 100, text);
    call(4, data + 100);
    EXPECT_EQ(host->output(), text);
}

TEST_F(Console, ReadsIntegersStrictly) {
    start(" 010 \n-2147483648\r\n+7\r0x10\n\n");
    EXPECT_EQ(call(5).kind, Kind::done);
    EXPECT_EQ(v0(), 10U);
    call(5);
    EXPECT_EQ(v0(), 0x80000000U);
    call(5);
    EXPECT_EQ(v0(), 7U);
    for (int i = 0; i < 2; ++i) {
        const SyscallResult result = call(5);
        EXPECT_EQ(result.kind, Kind::exception);
        EXPECT_EQ(result.exception.message, "invalid integer input (syscall 5)");
        EXPECT_EQ(result.exception.cause_override, 8U);
        EXPECT_EQ(v0(), 5U);
    }
    EXPECT_EQ(call(5).kind, Kind::end_of_input);
}

TEST_F(Console, ReadsReals) {
    start("1.5\n0x1p3\nabc");
    call(6);
    EXPECT_EQ(cpu.fpr[0], std::bit_cast<u32>(1.5F));
    call(7);
    EXPECT_EQ(cpu.fpr[1], 0x40200000U);
    EXPECT_EQ(call(7).exception.message, "invalid double input (syscall 7)");
    EXPECT_EQ(call(6).kind, Kind::end_of_input);
}

TEST_F(Console, ReadsOneCharacterPerLine) {
    start("abc\n\xe2\x82\xac\n\n");
    call(12);
    EXPECT_EQ(v0(), u32{'a'});
    call(12);
    EXPECT_EQ(v0(), 0x20ACU);
    EXPECT_EQ(call(12).exception.message, "invalid char input (syscall 12)");
}

TEST_F(Console, ReadsStringsIntoTheirBuffer) {
    start("hello\nhello\nhi\naa\nbb\ncc\n5\n");
    put(data, std::string(24, '\xff'));
    call(8, data, 6);
    EXPECT_EQ(get(data, 7), std::string("hello\0\xff", 7));
    call(8, data, 7);
    EXPECT_EQ(get(data, 8), std::string("hello\n\0\xff", 8));
    call(8, data, 3);
    EXPECT_EQ(get(data, 4), std::string("hi\0l", 4));
    call(8, data, 1);
    EXPECT_EQ(get(data, 2), std::string("\0i", 2));
    call(8, data, 0);
    call(8, data, static_cast<u32>(-5));
    EXPECT_EQ(get(data, 2), std::string("\0i", 2));
    call(5);
    EXPECT_EQ(v0(), 5U);
}

TEST_F(Console, TheLineIsGoneWhenItsBufferIsBad) {
    start("abc\n7\n");
    const SyscallResult result = call(8, 0x103ffffe, 100);
    EXPECT_EQ(result.exception.kind, ExceptionKind::address_store);
    EXPECT_EQ(result.exception.value, 0x10400000U);
    call(5);
    EXPECT_EQ(v0(), 7U);
}

TEST_F(Console, GivesHeapUpToTheLimit) {
    start();
    call(9, 5);
    EXPECT_EQ(v0(), 0x10040000U);
    call(9, 0);
    EXPECT_EQ(v0(), 0x10040008U);
    EXPECT_EQ(call(9, static_cast<u32>(-1)).exception.message, "request (-1) is negative heap amount (syscall 9)");
    EXPECT_EQ(call(9, 0x3c0000).exception.message, "request (3932160) exceeds available heap storage (syscall 9)");
    EXPECT_EQ(call(9, 0x3bfff4).kind, Kind::done);
}

TEST_F(Console, HeapPointerMayOverflowAsInMars) {
    start();
    EXPECT_EQ(call(9, 0x7fffffff).kind, Kind::done);
    EXPECT_EQ(heap_pointer, 0x90040004U);
}

TEST_F(Console, StopsAtTheHeapLimit) {
    start({}, {.max_heap = 100});
    EXPECT_EQ(call(9, 100).kind, Kind::done);
    EXPECT_EQ(call(9, 1).kind, Kind::limit);
}

TEST_F(Console, StopsAtTheOutputLimit) {
    start({}, {.max_output = 3});
    put_string(data, "abcdef");
    EXPECT_EQ(call(4, data).kind, Kind::limit);
    EXPECT_EQ(host->output(), "abc");
    EXPECT_EQ(call(11, 'x').kind, Kind::limit);
    EXPECT_EQ(host->output(), "abc");
}

TEST_F(Console, EndsTheProgram) {
    start();
    EXPECT_EQ(call(10).kind, Kind::exit);
    const SyscallResult result = call(17, 300);
    EXPECT_EQ(result.kind, Kind::exit);
    EXPECT_EQ(result.exit_code, 300);
}

TEST_F(Console, RefusesUnknownServices) {
    start();
    for (const u32 number : {0U, 18U, 29U, 37U, 45U, 49U, 61U, 0xffffffffU}) {
        const SyscallResult result = call(number);
        EXPECT_EQ(result.kind, Kind::exception) << number;
        const std::string text = "invalid or unimplemented syscall service: ";
        EXPECT_EQ(result.exception.message, text + std::to_string(static_cast<i32>(number)) + " ");
    }
    EXPECT_EQ(call(60).kind, Kind::done);
}

TEST_F(Console, SharesInputBetweenLinesAndBytes) {
    start("12\nhello\n");
    call(14, 0, data, 1);
    EXPECT_EQ(get(data, 1), "1");
    call(5);
    EXPECT_EQ(v0(), 2U);
    call(14, 0, data, 8);
    EXPECT_EQ(v0(), 0U);  // the line reader has read ahead
    call(8, data, 100);
    EXPECT_EQ(get(data, 6), "hello\n");
}

TEST_F(Console, TheLineReaderReads8192BytesAhead) {
    std::string input = "1\n";
    input.append(8190, 'x');
    input.append("abc\n");
    start(input);
    call(5);
    call(14, 0, data, 100);
    EXPECT_EQ(v0(), 4U);
    EXPECT_EQ(get(data, 4), "abc\n");
}

TEST_F(Console, TheLineReaderCountsCharactersNotBytes) {
    std::string input = "1\n";
    for (int i = 0; i < 15000; ++i) {
        input += "\xc3\xa9";
    }
    start(input);
    call(5);
    call(14, 0, data, 40000);
    EXPECT_EQ(v0(), 30002U - 2 * 8192);
}

TEST_F(Console, ALineFeedAfterACarriageReturnBelongsToIt) {
    start("1\r\n\n2");
    call(5);
    call(8, data, 10);
    EXPECT_EQ(get(data, 2), std::string("\n\0", 2));
    call(5);
    EXPECT_EQ(v0(), 2U);
}

}  // namespace
}  // namespace mariner

// Random numbers, time, notes, dialogs, and the table itself.

#include <bit>

#include "emulator/support/java_number.hpp"
#include "tests/unit/syscalls/fixture.hpp"

namespace mariner {
namespace {

using Services = SyscallTest;

TEST_F(Services, DrawTheNumbersOfJavasRandom) {
    start();
    call(40, 3, static_cast<u32>(-42));
    call(41, 3);
    EXPECT_EQ(a0(), 1170874531U);
    call(42, 3, 100);
    EXPECT_EQ(a0(), 46U);
    call(42, 3, 64);
    EXPECT_EQ(a0(), 3U);
    call(42, 3, 0x60000001);
    call(42, 3, 0x60000001);
    EXPECT_EQ(a0(), 601059636U);
    call(43, 3);
    EXPECT_EQ(java_text(std::bit_cast<float>(cpu.fpr[0])), "0.78621805");
    call(44, 3);
    const u64 bits = (static_cast<u64>(cpu.fpr[1]) << 32) | cpu.fpr[0];
    EXPECT_EQ(java_text(std::bit_cast<double>(bits)), "0.34295673941079663");
}

TEST_F(Services, StreamsAreIndependentAndSeededByTheHost) {
    start();
    host->set_seed(-42);
    call(41, 0xffffffff);
    EXPECT_EQ(a0(), 1170874531U);
    call(41, 7);
    EXPECT_EQ(a0(), 1170874531U);
}

TEST_F(Services, RefuseBoundsBelowOne) {
    start();
    for (const u32 bound : {0U, 0xffffffffU, 0x80000000U}) {
        EXPECT_EQ(call(42, 0, bound).exception.message, "Upper bound of range cannot be negative (syscall 42)");
    }
}

TEST_F(Services, LimitTheNumberOfStreams) {
    start();
    SyscallResult result;
    for (u32 id = 0; id < 100000 && result.kind == Kind::done; ++id) {
        result = call(41, id);
    }
    EXPECT_EQ(result.kind, Kind::limit);
}

TEST_F(Services, SleepingMovesTheClock) {
    start();
    host->set_now(0x123456789ABLL);
    call(30);
    EXPECT_EQ(a0(), 0x456789ABU);
    EXPECT_EQ(a1(), 0x123U);
    EXPECT_EQ(call(32, 0x100).kind, Kind::done);
    call(30);
    EXPECT_EQ(a0(), 0x45678AABU);
    EXPECT_EQ(call(32, 0xffffffff).exception.kind, ExceptionKind::host_failure);
}

TEST_F(Services, ReplaceWhatNoNoteCanHave) {
    start();
    call(31, 127, 500, 0, 127);
    call(33, 128, static_cast<u32>(-1), static_cast<u32>(-1), 1000);
    ASSERT_EQ(host->notes().size(), 2U);
    EXPECT_EQ(host->notes()[0].pitch, 127);
    EXPECT_EQ(host->notes()[0].milliseconds, 500U);
    EXPECT_EQ(host->notes()[1].pitch, 60);
    EXPECT_EQ(host->notes()[1].milliseconds, 1000U);
    EXPECT_EQ(host->notes()[1].instrument, 0);
    EXPECT_EQ(host->notes()[1].volume, 100);
    EXPECT_EQ(host->now_milliseconds(), 1000);
}

class Dialogs : public SyscallTest {
protected:
    void start_with(DialogStyle style, std::string input = {}) {
        start(std::move(input));
        host->set_dialog_style(style);
        put_string(data, "Name?");
    }
    void reply(std::string text) { host->add_reply({.text = std::move(text)}); }
};

TEST_F(Dialogs, KillTheProgramWhereNobodyCanAnswer) {
    start_with(DialogStyle::none);
    for (u32 number = 50; number <= 59; ++number) {
        EXPECT_EQ(call(number, data, data).exception.kind, ExceptionKind::host_failure) << number;
    }
    EXPECT_EQ(call(50, 0).exception.kind, ExceptionKind::address_load);
}

TEST_F(Dialogs, AskOnTheConsoleWithoutTouchingTheOutput) {
    start_with(DialogStyle::console, "maybe\nN\n42\n\n\x1b\nx1\n1.5\n");
    call(50, data);
    EXPECT_EQ(a0(), 1U);
    call(51, data);
    EXPECT_EQ(a0(), 42U);
    EXPECT_EQ(a1(), 0U);
    call(51, data);
    EXPECT_EQ(a1(), static_cast<u32>(-3));
    call(51, data);
    EXPECT_EQ(a1(), static_cast<u32>(-2));
    call(51, data);
    EXPECT_EQ(a1(), static_cast<u32>(-1));
    EXPECT_EQ(a0(), 0U);
    call(52, data);
    EXPECT_EQ(cpu.fpr[0], std::bit_cast<u32>(1.5F));
    EXPECT_EQ(call(53, data).kind, Kind::end_of_input);
    EXPECT_EQ(host->output(), "");
    EXPECT_TRUE(host->error().starts_with("Name? [yes/no/cancel] Name? [yes/no/cancel] Name? "));
}

TEST_F(Dialogs, ShowMessages) {
    start_with(DialogStyle::native);
    for (int i = 0; i < 5; ++i) {
        reply("");
    }
    put_string(data + 16, "Bob");
    cpu.fpr[12] = 0;
    cpu.fpr[13] = 0x3ff80000;
    call(55, data, 2);
    call(56, data, static_cast<u32>(-7));
    call(57, data);
    call(58, data);
    call(59, data, data + 16);
    EXPECT_EQ(host->dialogs(), (std::vector<std::string>{"Name?", "Name?-7", "Name?0.0", "Name?1.5", "Name?Bob"}));
}

TEST_F(Dialogs, StoreAStringAsItFits) {
    start_with(DialogStyle::native);
    const u32 buffer = data + 64;
    put(buffer, std::string(8, '\xff'));
    reply("abc");
    call(54, data, buffer, 8);
    EXPECT_EQ(a1(), 0U);
    EXPECT_EQ(get(buffer, 6), std::string("abc\n\0\xff", 6));
    reply("abcdef");
    call(54, data, buffer, 4);
    EXPECT_EQ(a1(), static_cast<u32>(-4));
    EXPECT_EQ(get(buffer, 5), std::string("abc\0\0", 5));
    reply("");
    call(54, data, buffer, 4);
    EXPECT_EQ(a1(), static_cast<u32>(-3));
    host->add_reply({.cancelled = true});
    call(54, data, buffer, 4);
    EXPECT_EQ(a1(), static_cast<u32>(-2));
}

TEST(SyscallTable, IsFoundByNumber) {
    EXPECT_EQ(syscall_table().size(), 40U);
    for (const SyscallInfo& row : syscall_table()) {
        ASSERT_EQ(find_syscall(row.number), &row);
        EXPECT_FALSE(row.doc.empty());
    }
    EXPECT_EQ(find_syscall(0), nullptr);
    EXPECT_EQ(find_syscall(1000), nullptr);
}

TEST(SyscallTable, SaysWhichRegistersGetResults) {
    const SyscallInfo& dialog = *find_syscall(54);  // "memory at $a1, $a1 = status"
    EXPECT_TRUE(dialog.gives("$a1"));
    EXPECT_FALSE(dialog.gives("$v0"));
    EXPECT_FALSE(find_syscall(8)->gives("$a0")) << "an address, no result";
    EXPECT_FALSE(find_syscall(15)->gives("$a2")) << "$v0 = $a2 or -1";
    EXPECT_TRUE(find_syscall(7)->gives("$f0") && find_syscall(7)->gives("$f1"));
    EXPECT_FALSE(find_syscall(10)->gives("$v0"));
}

}  // namespace
}  // namespace mariner

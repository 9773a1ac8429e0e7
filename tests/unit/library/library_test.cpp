#include <gtest/gtest.h>

#include "emulator/library/mariner.hpp"

namespace mariner {
namespace {

constexpr std::string_view source = R"(
        .data
numbers: .space 40
text:    .asciiz "hello"
        .text
main:   li      $v0, 5
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 17
        syscall
sum:    li      $v0, 0
next:   beqz    $a1, done
        lw      $t0, 0($a0)
        addu    $v0, $v0, $t0
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        b       next
done:   jr      $ra
fifth:  li      $s0, 3
        lw      $v0, 16($sp)
        jr      $ra
fault:  lw      $t0, 1($zero)
spin:   b       spin
)";

Program program() {
    const Assembled assembled = Program::from_source("test.asm", source);
    EXPECT_TRUE(assembled.program) << assembled.diagnostics;
    return *assembled.program;
}

TEST(Library, CallsARoutineWithArgumentsAndMemory) {
    Simulator simulator(program());
    const std::uint32_t numbers = simulator.address_of("numbers").value();
    ASSERT_TRUE(simulator.write_words(numbers, {1, 2, 3}));
    const CallResult call = simulator.call("sum", {numbers, 3});
    EXPECT_EQ(call.outcome.ending, Ending::returned);
    EXPECT_EQ(call.v0, 6U);
    EXPECT_EQ(call.outcome.steps, 3U * 6 + 3);
    EXPECT_TRUE(call.not_restored.empty());
}

TEST(Library, FurtherArgumentsStandOnTheStackAndBrokenPromisesAreTold) {
    Simulator simulator(program());
    const std::uint32_t stack = simulator.get_register("$sp").value();
    const CallResult call = simulator.call("fifth", {1, 2, 3, 4, 55});
    EXPECT_EQ(call.outcome.ending, Ending::returned);
    EXPECT_EQ(call.v0, 55U);
    EXPECT_EQ(call.not_restored, std::vector<std::string>{"$s0"});
    EXPECT_EQ(simulator.get_register("sp"), stack);
}

TEST(Library, ACallLeavesTheProgramWhereItStood) {
    Simulator simulator(program());
    simulator.add_input("42\n");
    EXPECT_EQ(simulator.run(1).ending, Ending::step_limit);
    const std::uint32_t pc = simulator.get_register("pc").value();
    EXPECT_EQ(simulator.call("sum", {0, 0}).outcome.ending, Ending::returned);
    EXPECT_EQ(simulator.get_register("pc"), pc);
}

TEST(Library, RunsAProgramOnGivenInput) {
    Simulator simulator(program());
    simulator.add_input("42\n");
    const Outcome outcome = simulator.run(1000);
    EXPECT_EQ(outcome.ending, Ending::exited);
    EXPECT_EQ(outcome.exit_code, 42);
    EXPECT_EQ(simulator.take_output(), "42");
    EXPECT_EQ(simulator.take_output(), "");
    simulator.reset();
    EXPECT_EQ(simulator.run(1000).ending, Ending::end_of_input);
}

TEST(Library, FaultsAndLimitsAreOutcomes) {
    Simulator simulator(program());
    const CallResult fault = simulator.call("fault");
    EXPECT_EQ(fault.outcome.ending, Ending::exception);
    EXPECT_EQ(fault.outcome.message, "fetch address not aligned on word boundary 0x00000001");
    EXPECT_EQ(fault.outcome.address, simulator.address_of("fault"));
    EXPECT_EQ(simulator.call("spin", {}, 1000).outcome.ending, Ending::step_limit);
    EXPECT_EQ(simulator.call("nowhere").outcome.message, "no label nowhere");
}

TEST(Library, ALimitOfTimeHoldsForEachRunAnew) {
    SimulatorOptions options;
    options.max_milliseconds = 1;
    Simulator simulator(program(), options);
    EXPECT_EQ(simulator.call("spin", {}, ~std::uint64_t{0}).outcome.ending, Ending::time_limit);
    EXPECT_EQ(simulator.call("spin", {}, ~std::uint64_t{0}).outcome.ending, Ending::time_limit);
    EXPECT_EQ(simulator.call("sum", {0, 0}).outcome.ending, Ending::returned);
}

TEST(Library, RegistersHaveAllTheirNames) {
    Simulator simulator(program());
    EXPECT_TRUE(simulator.set_register("$t0", 7));
    EXPECT_EQ(simulator.get_register("t0"), 7U);
    EXPECT_EQ(simulator.get_register("$8"), 7U);
    EXPECT_TRUE(simulator.set_register("$f12", 0x3f800000));
    EXPECT_EQ(simulator.get_register("f12"), 0x3f800000U);
    EXPECT_FALSE(simulator.set_register("$zero", 1));
    EXPECT_FALSE(simulator.get_register("$f32"));
    EXPECT_FALSE(simulator.get_register("$t0 "));
    EXPECT_FALSE(simulator.get_register(""));
}

TEST(Library, MemoryIsReachedOnlyWhereThereIsSome) {
    Simulator simulator(program());
    EXPECT_EQ(simulator.read_string(simulator.address_of("text").value()), "hello");
    EXPECT_TRUE(simulator.write_string(0x10040000, "heap"));
    EXPECT_EQ(simulator.read_bytes(0x10040000, 2), (std::vector<std::uint8_t>{'h', 'e'}));
    EXPECT_FALSE(simulator.read_word(0));
    EXPECT_FALSE(simulator.write_words(0x00400000, {0}));
    EXPECT_FALSE(simulator.read_bytes(0x103ffffe, 4));
}

TEST(Library, SaysWhatIsWrongWithASource) {
    const Assembled assembled = Program::from_source("wrong.asm", "  lw $t0, nowhere\n  adu $t1, $t2, $t3\n");
    EXPECT_FALSE(assembled.program);
    EXPECT_NE(assembled.diagnostics.find("wrong.asm:2"), std::string::npos) << assembled.diagnostics;
    const std::vector<std::string> missing = {"/nonexistent/file.asm"};
    EXPECT_FALSE(Program::from_files(missing).program);
}

}  // namespace
}  // namespace mariner

// Start state, program arguments, the way into an exception handler, text that changes.

#include "emulator/machine/machine.hpp"

#include <gtest/gtest.h>

#include "emulator/isa/encode.hpp"

namespace mariner {
namespace {

ProgramImage image_with(std::vector<u32> addresses) {
    ProgramImage image;
    image.entry = 0x00400000;
    for (const u32 address : addresses) {
        TextEntry entry;
        entry.address = address;
        entry.word = address;
        image.text.push_back(entry);
    }
    image.data.push_back({0x10010000, {1, 2, 3}});
    return image;
}

TEST(Machine, StartsAsMarsDoes) {
    const ProgramImage image = image_with({0x00400000});
    const auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    const CpuState& cpu = (*machine)->cpu;
    EXPECT_EQ(cpu.pc, 0x00400000U);
    EXPECT_EQ(cpu.gpr[reg::gp], 0x10008000U);
    EXPECT_EQ(cpu.gpr[reg::sp], 0x7fffeffcU);
    EXPECT_EQ(cpu.gpr[reg::ra], 0U);
    EXPECT_EQ(cpu.status, 0x0000ff11U);
    EXPECT_EQ((*machine)->heap_pointer, 0x10040000U);
    EXPECT_EQ((*machine)->memory().load_word(0x10010000).value, 0x00030201U);
}

TEST(Machine, PutsArgumentsOnTheStack) {
    // The example of docs/mars/runtime.md, section 3: `pa foo ba $t0`.
    const ProgramImage image = image_with({0x00400000});
    MachineOptions options;
    options.arguments = {"foo", "ba", "$t0"};
    const auto machine = Machine::create(image, options);
    ASSERT_TRUE(machine);
    Memory& memory = (*machine)->memory();
    EXPECT_EQ((*machine)->cpu.gpr[reg::a0], 3U);
    EXPECT_EQ((*machine)->cpu.gpr[reg::sp], 0x7fffefecU);
    EXPECT_EQ((*machine)->cpu.gpr[reg::a1], 0x7fffeff0U);
    const u32 expected[] = {3, 0x7ffffff9, 0x7ffffff6, 0x7ffffff2, 0};
    for (u32 i = 0; i < 5; ++i) {
        EXPECT_EQ(memory.load_word(0x7fffefec + 4 * i).value, expected[i]);
    }
    EXPECT_EQ(memory.load_byte(0x7ffffff9).value, u8{'f'});
    EXPECT_EQ(memory.load_byte(0x7ffffffc).value, u8{0});
}

TEST(Machine, MovesTheStackBelowLongArguments) {
    const ProgramImage image = image_with({0x00400000});
    MachineOptions options;
    options.arguments = {std::string(5000, 'x')};
    const auto machine = Machine::create(image, options);
    ASSERT_TRUE(machine);
    const u32 lowest = 0x7ffffffc - 5000;
    const u32 top = (lowest - 1) - (lowest - 1) % 4 - 4;
    EXPECT_EQ((*machine)->cpu.gpr[reg::sp], top - 8);
}

TEST(Machine, SurvivesArgumentsThatFitNoStack) {
    const ProgramImage image = image_with({0x00400000});
    MachineOptions options;
    options.arguments = std::vector<std::string>(200, std::string(100'000, 'x'));
    EXPECT_TRUE(Machine::create(image, options));
}

TEST(Machine, StartsAgainAfterReset) {
    const ProgramImage image = image_with({0x00400000});
    MachineOptions options;
    options.self_modifying = true;
    const auto machine = Machine::create(image, options);
    ASSERT_TRUE(machine);
    Machine& m = **machine;
    const CpuState start = m.cpu;
    m.cpu.gpr[8] = 5;
    m.cpu.pc = 0;
    m.heap_pointer = 7;
    m.memory().store_word(0x10010000, 9);
    m.memory().store_word(0x7fffef00, 9);
    m.memory().store_word(0x00400000, 0);
    m.reset();
    EXPECT_TRUE(m.cpu == start);
    EXPECT_EQ(m.heap_pointer, 0x10040000U);
    EXPECT_EQ(m.memory().load_word(0x10010000).value, 0x00030201U);
    EXPECT_EQ(m.memory().load_word(0x7fffef00).value, 0U);
    EXPECT_EQ(m.text().word(0x00400000), 0x00400000U);
}

TEST(Machine, SetsTheExceptionRegistersAndFindsTheHandler) {
    const ProgramImage image = image_with({0x00400000, 0x80000180});
    const auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    CpuState& cpu = (*machine)->cpu;
    cpu.cause = 0xffffffff;
    Exception exception;
    exception.kind = ExceptionKind::address_load;
    exception.value = 0x123;
    EXPECT_TRUE((*machine)->enter_handler(exception, 0x00400004));
    EXPECT_EQ(cpu.pc, 0x80000180U);
    EXPECT_EQ(cpu.cause, 0xfffffc93U);
    EXPECT_EQ(cpu.epc, 0x00400004U);
    EXPECT_EQ(cpu.status, 0x0000ff13U);
    EXPECT_EQ(cpu.bad_address, 0x123U);
}

TEST(Machine, LeavesTheRegistersAloneForOddRegisters) {
    const ProgramImage image = image_with({0x00400000, 0x80000180});
    const auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    Exception exception;
    exception.kind = ExceptionKind::odd_first;
    EXPECT_TRUE((*machine)->enter_handler(exception, 0x00400000));
    EXPECT_EQ((*machine)->cpu.pc, 0x80000180U);
    EXPECT_EQ((*machine)->cpu.epc, 0U);
    EXPECT_EQ((*machine)->cpu.status, 0x0000ff11U);
}

TEST(Machine, NeverReachesTheHandlerFromADelaySlot) {
    const ProgramImage image = image_with({0x00400000, 0x80000180});
    const auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    CpuState& cpu = (*machine)->cpu;
    cpu.delay_state = DelayState::triggered;
    cpu.delay_target = 0x00400020;
    Exception exception;
    exception.kind = ExceptionKind::trap;
    EXPECT_TRUE((*machine)->enter_handler(exception, 0x00400004));
    EXPECT_EQ(cpu.pc, 0x00400020U);
    EXPECT_EQ(cpu.delay_state, DelayState::clear);
}

TEST(Machine, EndsWithoutAHandler) {
    const ProgramImage image = image_with({0x00400000});
    const auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    Exception exception;
    exception.kind = ExceptionKind::trap;
    EXPECT_FALSE((*machine)->enter_handler(exception, 0x00400000));
    EXPECT_EQ((*machine)->cpu.epc, 0x00400000U);
}

TEST(Text, FindsInstructionsAndGaps) {
    const Text text(image_with({0x00400000, 0x00400010, 0x80000180}));
    EXPECT_NE(text.find(0x00400000), nullptr);
    EXPECT_EQ(text.find(0x00400004), nullptr);
    EXPECT_NE(text.find(0x80000180), nullptr);
    EXPECT_EQ(text.find(0x00400012), nullptr);
    EXPECT_TRUE(text.is_fetchable(0x00400ffc));
    EXPECT_FALSE(text.is_fetchable(0x00400002));
    EXPECT_FALSE(text.is_fetchable(0x10010000));
}

TEST(Text, TakesWordsAnywhereInUserText) {
    Text text(image_with({0x00400100}));
    const u32 nor = isa::encode({isa::Op::nor, 8, 9, 10, 0});
    text.store_word(0x00400000, nor);
    text.store_word(0x00400200, 0xfc000000);
    ASSERT_NE(text.find(0x00400000), nullptr);
    EXPECT_EQ(text.find(0x00400000)->instruction.op, isa::Op::nor);
    EXPECT_EQ(text.find(0x00400200)->state, TextState::undefined);
    EXPECT_EQ(text.word(0x00400100), 0x00400100U);
    EXPECT_EQ(text.find(0x00400104), nullptr);
    text.store_word(0x80000000, 0);
    EXPECT_EQ(text.find(0x80000000), nullptr);
}

}  // namespace
}  // namespace mariner

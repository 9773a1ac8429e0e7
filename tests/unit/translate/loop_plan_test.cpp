#include "emulator/translate/loop_plan.hpp"

#include <gtest/gtest.h>

#include "emulator/translate/lower.hpp"
#include "emulator/translate/passes.hpp"
#include "tests/unit/translate/sample_text.hpp"

namespace mariner::translate {
namespace {

using isa::Instruction;
using isa::Op;
using namespace test;

/// The plan of the only innermost loop of a program; nothing if there is none, or none is worth it.
std::optional<LoopPlan> plan_of(const std::vector<Instruction>& text, bool notes_first_stores = false) {
    const SampleText sample(text);
    const Region region(sample.listing, 0, sample.listing.starts(), [](u32) { return false; });
    const std::vector<Loop> loops = innermost_loops(sample.listing, region);
    if (loops.size() != 1) {
        return std::nullopt;
    }
    std::vector<LoweredBlock> blocks;
    for (u32 i = loops[0].first; i <= loops[0].last; ++i) {
        blocks.push_back(lower(sample.listing, region.blocks()[i].first, region.blocks()[i].end));
        improve(blocks.back());
    }
    return plan_loop(sample.listing, region, loops[0], std::move(blocks), choose_registers(sample.listing),
                     notes_first_stores);
}

u32 tested_accesses(const LoopPlan& plan) {
    u32 count = 0;
    for (const LoweredBlock& block : plan.blocks) {
        for (const Operation& operation : block.operations) {
            count += (operation.code == Code::load || operation.code == Code::store) && operation.is_tested ? 1 : 0;
        }
    }
    return count;
}

constexpr u8 t0 = 8, t1 = 9, t2 = 10;

TEST(LoopPlan, TestsAWalkedArrayOnce) {
    const auto plan = plan_of(
        {plain(), {Op::sw, 0, t0, t2, 4}, {Op::addiu, 0, t0, t0, 4}, {Op::bne, 0, t0, t1, -3}, bare(Op::syscall)});
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->tests.size(), 1U);
    EXPECT_EQ(plan->tests[0].sum, (LoopSum{{t0, 1}}));
    EXPECT_EQ(plan->tests[0].low, 4);
    EXPECT_EQ(plan->tests[0].high, 4 + 4 * (plan->rounds + most_rounds_at_once));
    EXPECT_EQ(plan->steps, 3 * plan->rounds);
    EXPECT_EQ(tested_accesses(*plan), 1U);
}

TEST(LoopPlan, LooksAtThePagesOfStoresThatAreNoted) {
    const std::vector<Instruction> walk = {plain(),
                                           {Op::lw, 0, t1, t2, 0},
                                           {Op::sw, 0, t0, t2, 4},
                                           {Op::addiu, 0, t0, t0, 4},
                                           {Op::bne, 0, t0, t1, -4},
                                           bare(Op::syscall)};
    const auto plan = plan_of(walk, true);
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->tests.size(), 2U);
    EXPECT_FALSE(plan->tests[0].is_noted);
    EXPECT_TRUE(plan->tests[1].is_noted);
    EXPECT_LT(plan->tests[1].high - plan->tests[1].low, 4096 - 3);
    EXPECT_LT(plan->rounds, plan_of(walk)->rounds);
    EXPECT_EQ(tested_accesses(*plan), 2U);
    // From page to page: only what is read isn't tested in each round.
    std::vector<Instruction> far = walk;
    far[3].imm = 4096;
    EXPECT_EQ(tested_accesses(plan_of(far, true).value()), 1U);
}

TEST(LoopPlan, FollowsAnIndexThroughItsScaling) {
    const auto plan = plan_of({plain(),
                               {Op::sll, t2, 0, t1, 2},
                               {Op::addu, t2, t2, t0, 0},
                               {Op::lw, 0, t2, 11, 0},
                               {Op::addiu, 0, t1, t1, 1},
                               {Op::bne, 0, t1, 12, -5},
                               bare(Op::syscall)});
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->tests.size(), 1U);
    EXPECT_EQ(plan->tests[0].sum, (LoopSum{{t0, 1}, {t1, 4}}));
    EXPECT_EQ(plan->tests[0].high, 4 * (plan->rounds + most_rounds_at_once));
}

TEST(LoopPlan, TestsTheRegisterThatAnAddressGrowsBy) {
    const auto plan = plan_of(
        {plain(), {Op::lw, 0, t0, t2, 0}, {Op::addu, t0, t0, t1, 0}, {Op::bne, 0, t0, 12, -3}, bare(Op::syscall)});
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->strides.size(), 1U);
    EXPECT_EQ(plan->strides[0].number, t1);
    EXPECT_EQ(plan->strides[0].bytes, 4);
    EXPECT_GE(plan->tests[0].high, static_cast<i32>(stride_limit - 1) * plan->rounds);
}

TEST(LoopPlan, KnowsHowFarABytesValueReaches) {
    const auto plan = plan_of({plain(),
                               {Op::lbu, 0, t0, t2, 0},
                               {Op::sll, t2, 0, t2, 2},
                               {Op::addu, t2, t2, t1, 0},
                               {Op::lw, 0, t2, 11, 0},
                               {Op::addiu, 0, t0, t0, 1},
                               {Op::bne, 0, t0, 12, -6},
                               bare(Op::syscall)});
    ASSERT_TRUE(plan);
    EXPECT_EQ(tested_accesses(*plan), 2U);
    ASSERT_EQ(plan->tests.size(), 2U);
    EXPECT_EQ(plan->tests[1].sum, (LoopSum{{t1, 1}}));
    EXPECT_EQ(plan->tests[1].low, 0);
    EXPECT_EQ(plan->tests[1].high, 4 * 255);
}

TEST(LoopPlan, CountsTheShortestWayThroughARound) {
    const auto plan = plan_of({plain(),
                               {Op::lbu, 0, t0, t2, 0},
                               {Op::beq, 0, t2, 0, 1},
                               {Op::addiu, 0, 11, 11, 1},
                               {Op::addiu, 0, t0, t0, 1},
                               {Op::bne, 0, t0, t1, -5},
                               bare(Op::syscall)});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->steps, 4 * plan->rounds);
    EXPECT_EQ(plan->tests[0].high, plan->rounds + most_rounds_at_once);
}

TEST(LoopPlan, LeavesALoopAloneThatItKnowsNothingOf) {
    // An address from memory, one off its alignment, a call, a device.
    EXPECT_FALSE(plan_of({plain(), {Op::lw, 0, t0, t0, 0}, {Op::bne, 0, t0, t1, -2}, bare(Op::syscall)}));
    EXPECT_FALSE(plan_of(
        {plain(), {Op::lw, 0, t0, t2, 0}, {Op::addiu, 0, t0, t0, 2}, {Op::bne, 0, t0, t1, -3}, bare(Op::syscall)}));
    EXPECT_FALSE(
        plan_of({plain(), {Op::sb, 0, t0, t2, 0}, to(Op::jal, 4), {Op::bne, 0, t0, t1, -3}, bare(Op::syscall)}));
    EXPECT_FALSE(plan_of(
        {plain(), {Op::lui, 0, 0, t0, 0xffff}, {Op::lw, 0, t0, t2, 0}, {Op::beq, 0, t2, 0, -3}, bare(Op::syscall)}));
}

TEST(LoopPlan, StoresManyRoundsOfAFillAtOnce) {
    const auto plan = plan_of({plain(),
                               {Op::sw, 0, t0, t2, 4},
                               {Op::sw, 0, t0, 0, 0},
                               {Op::addiu, 0, t2, t2, 3},
                               {Op::addiu, 0, t0, t0, 8},
                               {Op::bne, 0, t0, t1, -5},
                               bare(Op::syscall)});
    ASSERT_TRUE(plan && plan->fill);
    const LoopFill& fill = *plan->fill;
    EXPECT_EQ(fill.address.sum, (LoopSum{{t0, 1}}));
    EXPECT_EQ(fill.address.number, 0);
    EXPECT_EQ(fill.growth, 8);
    EXPECT_EQ(fill.rounds_at_once(), 2);
    EXPECT_EQ(fill.steps, 5);
    ASSERT_EQ(fill.lanes.size(), 2U);
    EXPECT_TRUE(fill.lanes[0].value.sum.empty());
    EXPECT_EQ(fill.lanes[1].value.sum, (LoopSum{{t2, 1}}));
    EXPECT_EQ(fill.lanes[1].growth, 3);
    ASSERT_EQ(fill.registers.size(), 2U);
    EXPECT_EQ(fill.end.step, 8);
    EXPECT_EQ(fill.end.to.sum, (LoopSum{{t0, -1}, {t1, 1}}));
    EXPECT_EQ(fill.end.to.number, -8);
    EXPECT_EQ(text_of(fill), "16 bytes are stored at once for 2 rounds");
}

TEST(LoopPlan, KnowsAFillByItsCounter) {
    const auto plan = plan_of({plain(),
                               {Op::addiu, 0, t1, t1, -1},
                               {Op::sb, 0, t0, t2, 0},
                               {Op::addiu, 0, t0, t0, -1},
                               {Op::bgtz, 0, t1, 0, -4},
                               bare(Op::syscall)});
    ASSERT_TRUE(plan && plan->fill);
    EXPECT_EQ(plan->fill->growth, -1);
    EXPECT_EQ(plan->fill->end.measure, FillEnd::Measure::is_signed);
    EXPECT_EQ(plan->fill->end.to.sum, (LoopSum{{t1, 1}}));
    EXPECT_EQ(plan->fill->end.to.number, -1);
    EXPECT_EQ(plan->fill->end.step, 1);
}

/// All rounds' stores lie side by side, what they store grows by a number, nothing is read or may go wrong.
TEST(LoopPlan, SeesWhatIsNoFill) {
    const std::vector<Instruction> fill = {plain(),
                                           {Op::sw, 0, t0, t2, 0},
                                           {Op::addiu, 0, t2, t2, 1},
                                           {Op::addiu, 0, t0, t0, 4},
                                           {Op::bne, 0, t0, t1, -4},
                                           bare(Op::syscall)};
    ASSERT_TRUE(plan_of(fill)->fill);
    // Two widths, another register's place, a register that keeps what it was.
    for (const Instruction& second :
         {Instruction{Op::sb, 0, t0, t2, 4}, Instruction{Op::sw, 0, 12, t2, 4}, Instruction{Op::movz, 12, t0, t2, 0}}) {
        const i32 growth = second.op == Op::movz ? 4 : 8;
        const auto plan = plan_of({plain(),
                                   {Op::sw, 0, t0, t2, 0},
                                   second,
                                   {Op::addiu, 0, t0, t0, growth},
                                   {Op::bne, 0, t0, t1, -4},
                                   bare(Op::syscall)});
        EXPECT_FALSE(plan && plan->fill) << isa::info(second.op).id;
    }
    const std::pair<size_t, Instruction> changes[] = {
        {1, {Op::lw, 0, t0, t2, 0}},     // reads
        {1, {Op::sh, 0, t0, t2, 0}},     // leaves gaps
        {2, {Op::addi, 0, t2, t2, 1}},   // may overflow
        {2, {Op::addu, t2, t2, t2, 0}},  // no number that it grows by
        {2, {Op::sw, 0, t0, t2, 0}},     // the same place twice
        {2, {Op::mult, 0, t2, t2, 0}},   // into hi and lo
        {3, {Op::addiu, 0, t0, t0, 8}},  // gaps
        {4, {Op::beq, 0, t0, t1, -4}},   // goes on only while they meet
        {4, {Op::bne, 0, 12, t1, -4}},   // never ends or at once
        {4, {Op::bgtz, 0, t0, 0, -4}},   // away from its end
    };
    for (const auto& [at, instruction] : changes) {
        std::vector<Instruction> other = fill;
        other[at] = instruction;
        const auto plan = plan_of(other);
        EXPECT_FALSE(plan && plan->fill) << isa::info(instruction.op).id << " " << at;
    }
}

TEST(LoopPlan, GivesASingleItsHomeForItself) {
    const auto plan = plan_of({{Op::add_d, 2, 2, 2, 0},
                               {Op::lwc1, 0, t0, 2, 0},
                               {Op::addiu, 0, t0, t0, 4},
                               {Op::bne, 0, t0, t1, -3},
                               bare(Op::syscall)});
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->map.is_single[1]);
}

TEST(LoopPlan, LetsWhatALoopUsesHaveTheHomesOfTheRest) {
    std::vector<Instruction> text(1, {Op::addiu, 0, 25, 25, 1});
    for (u8 number = 2; number < 8; ++number) {  // more than there are homes for
        text.insert(text.end(), 5, {Op::addu, number, static_cast<u8>(number + 10), number, 0});
    }
    const u32 head = static_cast<u32>(text.size());
    text.push_back({Op::sw, 0, 25, 24, 0});
    text.push_back({Op::addiu, 0, 25, 25, 4});
    text.push_back({Op::bne, 0, 25, 24, static_cast<i32>(head) - static_cast<i32>(text.size()) - 1});
    text.push_back(bare(Op::syscall));
    const auto plan = plan_of(text);
    ASSERT_TRUE(plan);
    EXPECT_NE(plan->map.integers[24], RegisterMap::none);
    EXPECT_NE(plan->map.integers[25], RegisterMap::none);
}

}  // namespace
}  // namespace mariner::translate

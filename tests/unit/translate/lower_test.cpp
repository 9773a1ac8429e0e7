#include "emulator/translate/lower.hpp"

#include <gtest/gtest.h>

#include "tests/unit/translate/block_lockstep.hpp"
#include "tests/unit/translate/sample_text.hpp"

namespace mariner::translate {
namespace {

using isa::Op;
using namespace test;
using Lines = std::vector<std::string>;

Lines lowered(const std::vector<isa::Instruction>& text) {
    const SampleText sample(text);
    const LoweredBlock block = lower(sample.listing, 0, sample.listing.count());
    Lines lines;
    for (ValueId value = 0; value < block.operations.size(); ++value) {
        lines.push_back(text_of(block, value));
    }
    return lines;
}

/// Whether the last line has this in it. (Numbers may differ: C++ doesn't say which operand of + is recorded first.)
bool ends_with(const std::vector<isa::Instruction>& text, std::string_view part) {
    return lowered(text).back().find(part) != std::string::npos;
}

TEST(Lower, ResolvesRegistersAndNumbers) {
    EXPECT_EQ(lowered({{Op::sll, 9, 0, 8, 2}}),
              (Lines{"0 get $t0", "1 constant 2", "2 constant 31", "3 bit_and i32 1,2", "4 shl 0,3", "5 set $t1 4"}));
    EXPECT_EQ(lowered({{Op::lui, 0, 0, 8, 0x1001}}),
              (Lines{"0 constant 4097", "1 constant 16", "2 shl 0,1", "3 set $t0 2"}));
    EXPECT_EQ(lowered({{Op::mov_d, 2, 4, 0, 0}}), (Lines{"0 get $f4:$f5", "1 set $f2:$f3 0"}));
    EXPECT_EQ(lowered({{Op::bc1t_cc, 0, 0, 3, 0}, plain()}).at(1), "1 branch_if to 1 0");
    EXPECT_EQ(lowered({to(Op::jal, 0), plain()}).at(0), "0 interpret") << "to itself";
    EXPECT_EQ(lowered({plain(), to(Op::jal, 0)}).at(4), "4 constant 0x400008");
}

TEST(Lower, DropsWhatGoesToZero) {
    EXPECT_TRUE(ends_with({{Op::addu, 0, 8, 0, 0}}, " add i32 "));
    EXPECT_TRUE(ends_with({{Op::lw, 0, 8, 0, 4}}, " load 4+4 ")) << "it may fault";
    EXPECT_EQ(lowered({{Op::mtc0, 9, 0, 8, 0}}), (Lines{"0 get $t0"})) << "no such register";
}

TEST(Lower, PutsTheImmediateIntoTheAccess) {
    EXPECT_TRUE(ends_with({{Op::sb, 0, 8, 9, -3}}, " store 1-3 "));
    EXPECT_EQ(lowered({{Op::lh, 0, 8, 9, 2}}).at(3).substr(0, 11), "3 load 2s+2");
}

TEST(Lower, GivesGuardsToEffectsOnly) {
    EXPECT_TRUE(ends_with({{Op::movz, 8, 9, 10, 0}}, " set $t0 3 ?2"));
    EXPECT_EQ(lowered({{Op::divu, 0, 8, 9, 0}}).at(5), "5 div_u 0,1 ?4");
}

TEST(Lower, LeavesOddPairsToTheCheckedCore) {
    EXPECT_EQ(lowered({{Op::add_d, 3, 4, 6, 0}}), Lines{"0 step"});
}

TEST(Lower, KeepsTheMeaningOfRandomBlocks) {
    Random random(18);
    BlockLockstep lockstep;
    for (u32 i = 0; i < 400; ++i) {
        const RandomProgram program = random_program(random, 1 + below(random, 60));
        ASSERT_EQ(lockstep.run(program, random), "") << "program " << i;
    }
    EXPECT_GT(lockstep.steps_in_blocks, 50'000U);
    EXPECT_GT(lockstep.traps, 200U);
    EXPECT_LT(lockstep.steps_left, lockstep.steps_in_blocks);
}

/// One that is wrong is found: else the comparison would be worth nothing.
TEST(Lower, IsFoundWrongByRandomBlocks) {
    Random random(19);
    BlockLockstep lockstep;
    lockstep.improve = [](LoweredBlock& block) {
        for (Operation& operation : block.operations) {
            operation.code = operation.code == Code::lt_u ? Code::lt_s : operation.code;
        }
    };
    bool is_found = false;
    for (u32 i = 0; i < 100 && !is_found; ++i) {
        is_found = !lockstep.run(random_program(random, 40), random).empty();
    }
    EXPECT_TRUE(is_found);
}

}  // namespace
}  // namespace mariner::translate

#include "emulator/translate/region.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/translate/sample_text.hpp"

namespace mariner::translate {
namespace {

using isa::Op;
using namespace test;

bool nowhere(u32 /*index*/) {
    return false;
}

std::vector<std::pair<u32, u32>> extents(const Region& region) {
    std::vector<std::pair<u32, u32>> found;
    for (const Block& block : region.blocks()) {
        found.emplace_back(block.first, block.end);
    }
    return found;
}

using Extents = std::vector<std::pair<u32, u32>>;

TEST(Region, TakesWhatDirectTransfersReach) {
    // 0 j 3, 1 and 2 are reached by nobody, 3 plain, 4 jr
    const SampleText sample({to(Op::j, 3), plain(), plain(), plain(), by_register(Op::jr)});
    EXPECT_EQ(extents(Region(sample.listing, 0, {}, nowhere)), (Extents{{0, 1}, {3, 5}}));
    EXPECT_EQ(extents(Region(sample.listing, 0, sample.listing.starts(), nowhere)), (Extents{{0, 1}, {1, 3}, {3, 5}}));
}

TEST(Region, TakesOthersAsLongAsThereIsRoom) {
    std::vector<isa::Instruction> text(2 * region_limit, plain());
    text[9] = text[19] = by_register(Op::jr);
    const SampleText sample(text);
    const std::vector<u32> others{10, 20};
    EXPECT_EQ(extents(Region(sample.listing, 5, others, nowhere)),
              (Extents{{5, 10}, {10, 20}, {20, 20 + region_limit - 15}}));
}

TEST(Region, EndsBeforeCodeThatExists) {
    const SampleText sample({plain(), branch(1), plain(), plain(), by_register(Op::jr)});
    const auto is_entry = [](u32 index) { return index == 2; };
    EXPECT_EQ(extents(Region(sample.listing, 0, {}, is_entry)), (Extents{{0, 2}, {3, 5}}));
    EXPECT_EQ(extents(Region(sample.listing, 2, {}, is_entry)).front(), std::pair(2U, 5U)) << "but begins there";
}

TEST(Region, DividesWhereControlComesTo) {
    // 2 is the target of a branch back from 3.
    const SampleText sample({plain(), plain(), plain(), branch(-2), by_register(Op::jr)});
    const Region region(sample.listing, 0, {}, nowhere);
    EXPECT_EQ(extents(region), (Extents{{0, 2}, {2, 4}, {4, 5}}));
    EXPECT_TRUE(region.find(2)->is_loop);
    EXPECT_FALSE(region.find(0)->is_loop);
    EXPECT_EQ(region.find(1), nullptr) << "no block begins there";
    EXPECT_EQ(region.find(5), nullptr);
}

TEST(Region, HoldsNoMoreThanItsLimit) {
    const SampleText sample(std::vector<isa::Instruction>(3 * region_limit, plain()));
    const Region region(sample.listing, 7, {}, nowhere);
    EXPECT_EQ(region.size(), region_limit);
    EXPECT_EQ(extents(region), (Extents{{7, 7 + region_limit}}));
}

TEST(Region, LetsForwardEdgesCostNothingWhereBothEndsAgree) {
    // 0 and 1, a branch over 2 and 3 to 4: the branch decides the debt there, who falls through takes off the rest.
    const SampleText sample({plain(), branch(2), plain(), plain(), plain(), by_register(Op::jr)});
    const Region region(sample.listing, 0, {}, nowhere);
    EXPECT_EQ(region.find(0)->debt, 0);
    EXPECT_EQ(region.find(2)->debt, 2) << "behind the branch, two steps have been made";
    EXPECT_EQ(region.find(4)->debt, 2);
}

TEST(Region, OwesNothingWhereCallsComeBackTo) {
    // A branch comes there too, with two steps made: it has to take them off.
    const SampleText sample({plain(), branch(1), to(Op::jal, 4), plain(), by_register(Op::jr)});
    const Region region(sample.listing, 0, {}, nowhere);
    EXPECT_TRUE(region.find(3)->is_return_point);
    EXPECT_EQ(region.find(3)->debt, 0);
}

TEST(Region, HandsTheLoopsDebtToWhatFollowsABackwardBranch) {
    // A backward branch takes off all but its target's debt before it tests its condition.
    const SampleText sample({plain(), plain(), branch(-2), plain(), by_register(Op::jr)});
    const Region region(sample.listing, 0, {}, nowhere);
    EXPECT_EQ(region.find(3)->debt, region.find(1)->debt);
}

TEST(Region, CoversEachInstructionOnceWhateverTheProgram) {
    for (u64 seed = 1; seed <= 300; ++seed) {
        Random random(seed);
        const SampleText sample(random_program(random, 4 + below(random, 150)).image);
        const u32 entry = below(random, sample.listing.count());
        const bool takes_all = below(random, 2) == 0;
        const Region region(sample.listing, entry, takes_all ? sample.listing.starts() : std::vector<u32>{}, nowhere);
        ASSERT_NE(region.find(entry), nullptr) << "seed " << seed;
        u32 covered = 0;
        u32 end = 0;
        for (const Block& block : region.blocks()) {
            ASSERT_LE(end, block.first) << "seed " << seed;
            ASSERT_LT(block.first, block.end) << "seed " << seed;
            ASSERT_GE(block.debt, 0) << "seed " << seed;
            ASSERT_LE(block.debt, static_cast<i32>(region_limit)) << "seed " << seed;
            for (u32 i = block.first + 1; i < block.end; ++i) {
                ASSERT_EQ(sample.listing.role(i - 1), Role::plain) << "seed " << seed << ", inside a block";
            }
            covered += block.end - block.first;
            end = block.end;
        }
        ASSERT_EQ(covered, region.size()) << "seed " << seed;
        ASSERT_TRUE(!takes_all || covered == sample.listing.count()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace mariner::translate

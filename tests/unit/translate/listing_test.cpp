#include "emulator/translate/listing.hpp"

#include <gtest/gtest.h>

#include "tests/unit/translate/sample_text.hpp"

namespace mariner::translate {
namespace {

using isa::Op;
using namespace test;

Role role_of(const std::vector<isa::Instruction>& text, u32 index = 0) {
    return SampleText(text).listing.role(index);
}

TEST(Listing, TellsTransfersApart) {
    EXPECT_EQ(role_of({plain(), plain()}), Role::plain);
    EXPECT_EQ(role_of({branch(1), plain(), plain()}), Role::branch);
    EXPECT_EQ(role_of({to(Op::j, 1), plain()}), Role::jump);
    EXPECT_EQ(role_of({to(Op::jal, 1), plain()}), Role::call);
    EXPECT_EQ(role_of({by_register(Op::jr)}), Role::jump_register);
    EXPECT_EQ(role_of({by_register(Op::jalr, 9)}), Role::call_register);
    EXPECT_EQ(role_of({bare(Op::syscall)}), Role::syscall);
}

TEST(Listing, TakesABranchOnZeroForAJump) {
    EXPECT_EQ(role_of({always(1), plain(), plain()}), Role::jump);
    EXPECT_EQ(role_of({{Op::bgez, 0, 8, 0, 1}, plain(), plain()}), Role::branch);
}

TEST(Listing, LeavesToOthersWhatGoesOutOfTheTextOrToItself) {
    EXPECT_EQ(role_of({branch(5), plain()}), Role::foreign) << "behind the end";
    EXPECT_EQ(role_of({branch(-2), plain()}), Role::foreign) << "before the beginning";
    EXPECT_EQ(role_of({always(-1)}), Role::foreign) << "to itself";
    EXPECT_EQ(role_of({to(Op::j, 0)}), Role::foreign) << "to itself";
    EXPECT_EQ(role_of({bare(Op::break_)}), Role::foreign);
    EXPECT_EQ(role_of({bare(Op::eret)}), Role::foreign);
}

TEST(Listing, LeavesGapsInTheTextToOthers) {
    ProgramImage image = image_of({plain(), plain(), plain()}, sample_base);
    image.text.erase(image.text.begin() + 1);
    const SampleText sample(image);
    ASSERT_EQ(sample.listing.count(), 3U);
    EXPECT_EQ(sample.listing.role(1), Role::foreign);
    EXPECT_EQ(sample.listing.role(2), Role::plain);
}

TEST(Listing, StartsABlockWhereverControlComesTo) {
    // 0 plain, 1 branch to 3, 2 plain, 3 plain, 4 jal 0, 5 plain
    const SampleText sample({plain(), branch(1), plain(), plain(), to(Op::jal, 0), plain()});
    std::vector<bool> starts;
    for (u32 i = 0; i < sample.listing.count(); ++i) {
        starts.push_back(sample.listing.starts_block(i));
    }
    EXPECT_EQ(starts, (std::vector<bool>{true, false, true, true, false, true}));
}

TEST(Listing, KnowsWhereCallsComeBackTo) {
    const SampleText sample({to(Op::jal, 2), plain(), by_register(Op::jalr, 9), plain(), plain()});
    std::vector<bool> returns;
    for (u32 i = 0; i < sample.listing.count(); ++i) {
        returns.push_back(sample.listing.is_return_point(i));
    }
    EXPECT_EQ(returns, (std::vector<bool>{false, true, false, true, false}));
}

TEST(Listing, CountsFromTheBeginningOfTheText) {
    const SampleText sample({plain(), branch(-2), plain()});
    const Listing& listing = sample.listing;
    EXPECT_EQ(listing.base(), sample_base);
    EXPECT_EQ(listing.address(2), sample_base + 8);
    EXPECT_EQ(listing.target(1), 0U);
    EXPECT_TRUE(listing.holds(sample_base + 8));
    EXPECT_FALSE(listing.holds(sample_base + 12));
    EXPECT_FALSE(listing.holds(sample_base + 2));
    EXPECT_FALSE(listing.holds(sample_base - 4));
}

}  // namespace
}  // namespace mariner::translate

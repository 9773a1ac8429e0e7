#include "emulator/tools/cache_blocks.hpp"

#include <gtest/gtest.h>

namespace mariner::tools {
namespace {

/// True for a hit.
bool use(CacheBlocks& blocks, u32 line) {
    const u32 at = blocks.find(line);
    if (at != CacheBlocks::nowhere) {
        blocks.touch(at);
        return true;
    }
    blocks.fill(blocks.choose(line), line, 0);
    return false;
}

TEST(CacheBlocks, TheOldestGivesWay) {
    CacheBlocks blocks({.blocks = 4, .words = 1, .ways = 2, .is_random = false});
    EXPECT_FALSE(use(blocks, 0));
    EXPECT_FALSE(use(blocks, 2));
    EXPECT_TRUE(use(blocks, 0));
    EXPECT_FALSE(use(blocks, 4));  // takes the place of 2
    EXPECT_TRUE(use(blocks, 0));
    EXPECT_FALSE(use(blocks, 2));
    EXPECT_EQ(blocks.tag_of(5), 2U);
    EXPECT_EQ(blocks.first_of_set(5), 2U);
}

TEST(CacheBlocks, LargeSetsAreAsSmallOnes) {
    CacheBlocks blocks({.blocks = 16, .words = 1, .ways = 16, .is_random = false});
    for (u32 line = 0; line < 17; ++line) {
        EXPECT_FALSE(use(blocks, line));
    }
    EXPECT_FALSE(use(blocks, 0));
    EXPECT_TRUE(use(blocks, 2));
    EXPECT_FALSE(use(blocks, 1));
    EXPECT_TRUE(use(blocks, 2));
}

TEST(CacheBlocks, ALineOfAllOnesIsNoEmptyBlock) {
    CacheBlocks blocks({.blocks = 1, .words = 1, .ways = 1, .is_random = false});
    EXPECT_EQ(blocks.find(0), CacheBlocks::nowhere);
}

}  // namespace
}  // namespace mariner::tools

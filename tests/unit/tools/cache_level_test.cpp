#include "emulator/tools/cache_level.hpp"

#include <gtest/gtest.h>

#include "emulator/tools/miss_classes.hpp"

namespace mariner::tools {
namespace {

LevelRules rules(u32 blocks, WritePolicy write) {
    LevelRules made;
    made.shape = {blocks, 1, 1, false};
    made.write = write;
    return made;
}

TEST(CacheLevel, ADirtyBlockIsWrittenWhenItGivesWay) {
    CacheLevel level(rules(1, WritePolicy::back), std::make_unique<CacheLevel>(rules(4, WritePolicy::back)));
    level.access(0, true);
    EXPECT_EQ(level.dirty_blocks(), 1U);
    level.access(4, false);
    EXPECT_EQ(level.counts().write_backs, 1U);
    EXPECT_EQ(level.dirty_blocks(), 0U);
    EXPECT_EQ(level.next()->counts().reads, 2U);
    EXPECT_EQ(level.next()->counts().writes, 1U);
    EXPECT_EQ(level.next()->counts().misses(), 2U);
}

TEST(CacheLevel, AStoreThatMissesMayTakeNoBlock) {
    LevelRules through = rules(1, WritePolicy::through);
    through.allocates = false;
    CacheLevel level(through);
    EXPECT_FALSE(level.access(0, true));
    EXPECT_FALSE(level.access(0, false));
    EXPECT_TRUE(level.access(0, true));
    EXPECT_EQ(level.counts().write_misses, 1U);
}

TEST(CacheLevel, TimeIsKnownIfTheMemorysIs) {
    EXPECT_FALSE(CacheLevel(rules(1, WritePolicy::back)).average_time());
    LevelRules slow = rules(1, WritePolicy::back);
    slow.miss_cycles = 10;
    CacheLevel level(slow);
    level.access(0, false);
    level.access(0, false);
    EXPECT_DOUBLE_EQ(*level.average_time(), 1 + 0.5 * 10);
}

TEST(MissClasses, TellsWhyItMissed) {
    MissClasses classes({.blocks = 2, .words = 1, .ways = 1, .is_random = false});
    EXPECT_EQ(classes.see(0, false), MissClass::compulsory);
    EXPECT_EQ(classes.see(2, false), MissClass::compulsory);
    EXPECT_EQ(classes.see(0, false), MissClass::conflict);
    EXPECT_EQ(classes.see(4, false), MissClass::compulsory);
    EXPECT_EQ(classes.see(2, false), MissClass::capacity);
}

}  // namespace
}  // namespace mariner::tools

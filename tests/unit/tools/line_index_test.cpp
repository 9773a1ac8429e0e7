#include "emulator/tools/line_index.hpp"

#include <gtest/gtest.h>

#include <map>

#include "emulator/support/java_random.hpp"

namespace mariner::tools {
namespace {

TEST(LineIndex, FindsWhatIsLeftAfterRemovals) {
    constexpr u32 most = 64;
    LineIndex index(most);
    std::map<u32, u32> twin;
    JavaRandom random(3);
    for (u32 i = 0; i < 20'000; ++i) {
        const auto line = static_cast<u32>(random.next_int(200));
        const auto found = twin.find(line);
        ASSERT_EQ(index.find(line), found == twin.end() ? LineIndex::nowhere : found->second);
        if (found != twin.end()) {
            index.remove(line);
            twin.erase(found);
        } else if (twin.size() < most) {
            index.put(line, i);
            twin[line] = i;
        }
    }
}

TEST(LineIndex, HoldsOneLine) {
    LineIndex index(1);
    EXPECT_EQ(index.find(0), LineIndex::nowhere);
    index.put(0, 7);
    EXPECT_EQ(index.find(0), 7U);
    index.remove(0);
    EXPECT_EQ(index.find(0), LineIndex::nowhere);
}

}  // namespace
}  // namespace mariner::tools

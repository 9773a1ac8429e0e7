#include "emulator/tools/stack_distances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "emulator/support/java_random.hpp"

namespace mariner::tools {
namespace {

/// A list that is searched from the front.
u32 power_in_list(std::deque<u32>& lines, u32 line, size_t most) {
    const auto found = std::find(lines.begin(), lines.end(), line);
    const auto place = static_cast<u32>(found - lines.begin());
    const bool is_there = found != lines.end();
    if (is_there) {
        lines.erase(found);
    }
    lines.push_front(line);
    lines.resize(std::min(lines.size(), most));
    return is_there ? static_cast<u32>(std::bit_width(place)) : StackDistances::too_deep;
}

TEST(StackDistances, SaysWhatAListSays) {
    for (const u32 powers : {1U, 2U, 3U, 5U, 7U}) {
        StackDistances stack(powers);
        std::deque<u32> lines;
        JavaRandom random(powers);
        for (int i = 0; i < 3000; ++i) {
            const auto line = static_cast<u32>(random.next_int(i < 1500 ? 40 : 100));
            ASSERT_EQ(stack.use(line), power_in_list(lines, line, size_t{1} << (powers - 1))) << powers << ", " << i;
        }
    }
}

}  // namespace
}  // namespace mariner::tools

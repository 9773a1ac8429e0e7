// Looking at a descriptor from a second thread.

#include "emulator/support/watcher.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "emulator/platform/files.hpp"

namespace mariner {
namespace {

TEST(Watcher, ActsAgainAndAgainWhileSomethingStaysToBeRead) {
    const std::string path = testing::TempDir() + "mariner_watcher_test";
    const Descriptor file = platform::open_file(path, platform::Opening::replace);  // its end can be read
    std::atomic<int> times = 0;
    const Watcher watcher(file.number(), [&] { ++times; });
    for (int i = 0; i < 5000 && times < 3; ++i) {
        platform::sleep(1);
    }
    EXPECT_GE(times, 3);
}

TEST(Watcher, EndsWhileNothingHappens) {
    std::atomic<int> times = 0;
    {
        const Watcher watcher(-1, [&] { ++times; });
    }
    EXPECT_EQ(times, 0);
}

}  // namespace
}  // namespace mariner

// Waiting for descriptors, other threads and time.

#include "emulator/platform/wait.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "emulator/platform/files.hpp"

namespace mariner::platform {
namespace {

class Stopwatch {
public:
    [[nodiscard]] i64 milliseconds() const {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - m_begin).count();
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_begin = Clock::now();
};

Descriptor open_any() {
    return open_file(testing::TempDir() + "mariner_wait_test", Opening::replace);
}

TEST(Wait, AFileIsReadyAtOnce) {
    const Descriptor file = open_any();
    const Stopwatch watch;
    EXPECT_TRUE(is_readable(file.number(), 5000));
    EXPECT_TRUE(is_writable(file.number(), 5000));
    EXPECT_LT(watch.milliseconds(), 1000);
}

TEST(Wait, NoDescriptorIsTimeThatPasses) {
    const Stopwatch watch;
    EXPECT_FALSE(is_readable(-1, 30));
    EXPECT_GE(watch.milliseconds(), 29);
    EXPECT_FALSE(is_readable(-1));
}

TEST(Wait, SleepLastsAsLongAsItIsTold) {
    const Stopwatch watch;
    sleep(30);
    EXPECT_GE(watch.milliseconds(), 29);
    EXPECT_LT(watch.milliseconds(), 5000);
}

TEST(Wait, ASignalIsSetUntilItIsCleared) {
    WakeSignal signal;
    EXPECT_FALSE(signal.wait_with(-1, 0).is_woken);
    signal.wake();
    signal.wake();
    const Stopwatch watch;
    signal.wait(5000);
    EXPECT_TRUE(signal.wait_with(-1, 5000).is_woken);
    EXPECT_TRUE(signal.wait_with(-1, 5000).is_woken);
    EXPECT_LT(watch.milliseconds(), 1000);
    signal.clear();
    EXPECT_FALSE(signal.wait_with(-1, 0).is_woken);
}

TEST(Wait, EitherOfTwoEndsIt) {
    WakeSignal signal;
    const Descriptor file = open_any();
    WakeSignal::WaitEnding ending = signal.wait_with(file.number(), 5000);
    EXPECT_TRUE(ending.is_readable);
    EXPECT_FALSE(ending.is_woken);
    signal.wake();
    ending = signal.wait_with(file.number(), 5000);
    EXPECT_TRUE(ending.is_readable);
    EXPECT_TRUE(ending.is_woken);
    const Stopwatch watch;
    signal.clear();
    ending = signal.wait_with(-1, 30);
    EXPECT_FALSE(ending.is_readable || ending.is_woken);
    EXPECT_GE(watch.milliseconds(), 29);
}

}  // namespace
}  // namespace mariner::platform

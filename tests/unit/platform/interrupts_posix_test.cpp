// Ctrl-C, as the signal that a terminal sends.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>

#include "emulator/platform/files.hpp"
#include "emulator/platform/interrupts.hpp"

namespace mariner::platform {
namespace {

std::atomic<int> interrupts = 0;

class Interrupts : public testing::Test {
protected:
    Interrupts() { interrupts = 0; }
    ~Interrupts() override { std::signal(SIGINT, SIG_DFL); }
};

TEST_F(Interrupts, AreHeardEachTime) {
    on_interrupt([] { ++interrupts; });
    std::raise(SIGINT);
    std::raise(SIGINT);
    EXPECT_EQ(interrupts, 2);
}

TEST_F(Interrupts, AreHeardOnceAndEndTheProcessThen) {
    EXPECT_EXIT(
        {
            on_first_interrupt([] { ++interrupts; });
            std::raise(SIGINT);
            std::fprintf(stderr, "heard %d", interrupts.load());
            std::raise(SIGINT);
        },
        testing::KilledBySignal(SIGINT), "heard 1");
}

TEST_F(Interrupts, AreIgnored) {
    on_interrupt([] { ++interrupts; });
    ignore_interrupts();
    std::raise(SIGINT);
    EXPECT_EQ(interrupts, 0);
}

TEST_F(Interrupts, ABrokenPipeIsAFailureOfWriting) {
    ignore_broken_pipes();
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    close(ends[0]);
    EXPECT_FALSE(write_all(ends[1], "x"));
    close(ends[1]);
}

}  // namespace
}  // namespace mariner::platform

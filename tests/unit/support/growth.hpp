#pragma once
// How the time of some work grows with its size. For tests of work that must not be quadratic: they compare two times
// that the same machine took right after each other, never a time with the clock.

#include <algorithm>
#include <chrono>
#include <limits>

namespace mariner::test {

/// The shortest of several tries, in seconds.
template <class Work>
double shortest_time(Work work) {
    using Clock = std::chrono::steady_clock;
    double shortest = std::numeric_limits<double>::max();
    for (int i = 0; i < 5; ++i) {
        const Clock::time_point begin = Clock::now();
        work();
        shortest = std::min(shortest, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    return shortest;
}

}  // namespace mariner::test

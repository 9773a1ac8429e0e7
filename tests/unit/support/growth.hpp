#pragma once
// How the time of some work grows with its size. For tests of work that must not be quadratic: they compare two times
// that the same machine took right after each other, never a time with the clock. Only the processor's time counts, so
// that other work on the machine doesn't.

#include <algorithm>
#include <ctime>
#include <limits>

namespace mariner::test {

/// The shortest of several tries.
template <class Work>
double shortest_time(Work work) {
    double shortest = std::numeric_limits<double>::max();
    for (int i = 0; i < 5; ++i) {
        const std::clock_t begin = std::clock();
        work();
        shortest = std::min(shortest, static_cast<double>(std::clock() - begin));
    }
    return shortest + 1;  // never nothing
}

}  // namespace mariner::test

#pragma once
// A list as a set: in order, each value once.

#include <algorithm>

namespace mariner {

template <class List>
void sort_unique(List& values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace mariner

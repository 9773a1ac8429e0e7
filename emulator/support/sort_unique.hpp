#pragma once
// A list as a set: in order, each value once.

#include <algorithm>

namespace mariner {

template <class List>
void sort_unique(List& values) {
    std::ranges::sort(values);
    const auto rest = std::ranges::unique(values);
    values.erase(rest.begin(), rest.end());
}

}  // namespace mariner

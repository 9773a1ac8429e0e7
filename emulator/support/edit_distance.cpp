#include "emulator/support/edit_distance.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace mariner {

size_t edit_distance(std::string_view a, std::string_view b) {
    std::array<std::array<size_t, longest_compared + 1>, 3> rows{};
    for (size_t j = 0; j <= b.size(); ++j) {
        rows[0][j] = edit_cost * j;
    }
    for (size_t i = 1; i <= a.size(); ++i) {
        const auto& above = rows[(i - 1) % 3];
        auto& row = rows[i % 3];
        row[0] = edit_cost * i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : replacement_cost);
            row[j] = std::min({above[j] + edit_cost, row[j - 1] + edit_cost, replaced});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) {
                row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + edit_cost);
            }
        }
    }
    return rows[a.size() % 3][b.size()];
}

std::vector<std::string> nearest_words(std::string_view word, std::vector<std::string> among) {
    if (word.empty() || word.size() > longest_compared) {
        return {};
    }
    std::vector<std::tuple<size_t, size_t, std::string>> candidates;  // nearest first, then of the same length
    for (std::string& name : among) {
        const std::string_view bare = name[0] == '.' && word[0] != '.' ? std::string_view(name).substr(1) : name;
        const size_t distance = edit_distance(word, bare);
        if (distance <= replacement_cost * (1 + word.size() / 4) && distance < edit_cost * bare.size()) {
            const size_t length = std::max(bare.size(), word.size()) - std::min(bare.size(), word.size());
            candidates.emplace_back(distance, length, std::move(name));
        }
    }
    std::sort(candidates.begin(), candidates.end());
    std::vector<std::string> names;
    names.reserve(candidates.size());
    for (auto& candidate : candidates) {
        names.push_back(std::move(std::get<std::string>(candidate)));
    }
    return names;
}

}  // namespace mariner

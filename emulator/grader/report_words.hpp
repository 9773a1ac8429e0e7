#pragma once
// Two lines that ought to be equal, word by word: what both have and what only one has. Bounded in time.

#include <string_view>
#include <vector>

namespace mariner::grader {

struct WordSpan {
    std::string_view text;  // into the line
    bool is_changed = false;
};

struct WordDiff {
    std::vector<WordSpan> expected;
    std::vector<WordSpan> actual;
};

WordDiff compare_words(std::string_view expected, std::string_view actual);

}  // namespace mariner::grader

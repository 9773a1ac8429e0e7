#include "emulator/grader/report_words.hpp"

#include <algorithm>

#include "emulator/support/types.hpp"

namespace mariner::grader {

namespace {

/// Beyond so many pairs of words only the common beginning and end are looked for.
constexpr size_t max_table = 250'000;

using Words = std::vector<std::string_view>;

bool is_of_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<u8>(c) >= 0x80;
}

/// Runs of letters and digits; any other character stands alone.
Words split_words(std::string_view line) {
    Words words;
    while (!line.empty()) {
        size_t length = 1;
        while (is_of_word(line[0]) && length < line.size() && is_of_word(line[length])) {
            ++length;
        }
        words.push_back(line.substr(0, length));
        line.remove_prefix(length);
    }
    return words;
}

/// Which words of the two are in their longest common subsequence.
class Aligner {
public:
    Aligner(const Words& left, const Words& right)
        : m_left(left), m_right(right), m_left_same(left.size()), m_right_same(right.size()) {
        size_t first = 0;
        size_t left_end = left.size();
        size_t right_end = right.size();
        while (first < left_end && first < right_end && left[first] == right[first]) {
            mark(first, first);
            ++first;
        }
        while (left_end > first && right_end > first && left[left_end - 1] == right[right_end - 1]) {
            mark(--left_end, --right_end);
        }
        if ((left_end - first) * (right_end - first) <= max_table) {
            align(first, left_end, right_end);
        }
    }

    [[nodiscard]] const std::vector<u8>& left_same() const { return m_left_same; }
    [[nodiscard]] const std::vector<u8>& right_same() const { return m_right_same; }

private:
    void mark(size_t left, size_t right) {
        m_left_same[left] = 1;
        m_right_same[right] = 1;
    }

    void align(size_t first, size_t left_end, size_t right_end) {
        const size_t rows = left_end - first;
        const size_t columns = right_end - first;
        std::vector<u32> length((rows + 1) * (columns + 1));
        const auto at = [&](size_t row, size_t column) -> u32& { return length[row * (columns + 1) + column]; };
        for (size_t row = rows; row-- > 0;) {
            for (size_t column = columns; column-- > 0;) {
                at(row, column) = m_left[first + row] == m_right[first + column]
                                      ? at(row + 1, column + 1) + 1
                                      : std::max(at(row + 1, column), at(row, column + 1));
            }
        }
        for (size_t row = 0, column = 0; row < rows && column < columns;) {
            if (m_left[first + row] == m_right[first + column]) {
                mark(first + row++, first + column++);
            } else if (at(row + 1, column) >= at(row, column + 1)) {
                ++row;
            } else {
                ++column;
            }
        }
    }

    const Words& m_left;
    const Words& m_right;
    std::vector<u8> m_left_same;
    std::vector<u8> m_right_same;
};

std::vector<WordSpan> spans(std::string_view line, const Words& words, const std::vector<u8>& same) {
    std::vector<WordSpan> result;
    size_t from = 0;
    size_t to = 0;
    for (size_t i = 0; i < words.size(); ++i) {
        to += words[i].size();
        if (i + 1 == words.size() || same[i] != same[i + 1]) {
            result.push_back({line.substr(from, to - from), same[i] == 0});
            from = to;
        }
    }
    return result;
}

}  // namespace

WordDiff compare_words(std::string_view expected, std::string_view actual) {
    const Words left = split_words(expected);
    const Words right = split_words(actual);
    const Aligner aligner(left, right);
    return {spans(expected, left, aligner.left_same()), spans(actual, right, aligner.right_same())};
}

}  // namespace mariner::grader

#pragma once
// The one test of a simple loop, as its lines tell: what is compared, and what it finds when it is made first.

#include <deque>
#include <optional>
#include <string_view>

#include "emulator/tutor/line.hpp"

namespace mariner::tutor {

struct NumberedLine {
    u32 number = 0;
    LooseLine line;
};

class SourceLoop {
public:
    /// The last lines of a program, the loop's own among them.
    explicit SourceLoop(const std::deque<NumberedLine>& lines) : m_lines(&lines) {}

    /// From the label's line to the last one; false if it has several branches, or something that can't be followed.
    bool read(u32 first);
    /// Of the branch.
    [[nodiscard]] const NumberedLine& test() const { return (*m_lines)[m_test]; }
    [[nodiscard]] bool goes_back() const { return m_test + 1 == m_lines->size(); }
    /// Whether the branch is taken when it is reached first; nothing if nobody knows.
    [[nodiscard]] std::optional<bool> is_taken_first() const;
    /// Of two values one steps in every round, and the loop goes on only while they are equal.
    [[nodiscard]] bool needs_equality() const;
    /// The slt that the branch looks at, if one stands right in front of it.
    [[nodiscard]] const LooseLine* comparison() const;

private:
    struct TestedValue {
        bool is_known = false;      // what the loop does to it
        std::optional<i64> number;  // when the test is made first, as far as the loop says
        std::optional<i64> step;    // in every round
        i64 added = 0;              // up to the first test
    };
    struct TestedPair {
        TestedValue left;
        TestedValue right;
        std::string_view left_word;
        std::string_view right_word;
        [[nodiscard]] bool counts() const { return left.step.has_value() != right.step.has_value(); }
    };
    [[nodiscard]] TestedValue value_of(std::string_view word) const;
    [[nodiscard]] std::optional<TestedPair> compared() const;
    [[nodiscard]] std::optional<i64> number_of(const TestedValue& value, std::string_view word) const;
    [[nodiscard]] std::optional<i64> number_before(std::string_view word) const;
    [[nodiscard]] const LooseLine& line(size_t at) const { return (*m_lines)[at].line; }

    const std::deque<NumberedLine>* m_lines;
    size_t m_first = 0;
    size_t m_test = 0;
};

}  // namespace mariner::tutor

#pragma once
// The one test of a simple loop, as its lines tell: what is compared, and what it finds when it is made first.

#include <optional>
#include <string_view>

#include "emulator/tutor/line.hpp"
#include "emulator/tutor/program_text.hpp"

namespace mariner::tutor {

class SourceLoop {
public:
    explicit SourceLoop(const SourceText& source) : m_source(&source) {}

    /// From the label to the way back; false if it has several branches, or something that can't be followed.
    bool read(u32 first, u32 last);
    /// Of the branch.
    [[nodiscard]] u32 line() const { return m_test; }
    /// Whether the branch is taken when it is reached first; nothing if nobody knows.
    [[nodiscard]] std::optional<bool> is_taken_first() const;
    /// Of two values one steps in every round, and the loop goes on only while they are equal.
    [[nodiscard]] bool needs_equality(bool goes_back) const;
    /// The slt that the branch looks at, if one stands right in front of it.
    [[nodiscard]] std::optional<LooseLine> comparison() const;

private:
    struct TestedValue {
        bool is_known = false;      // what the loop does to it
        std::optional<i64> number;  // when the test is made first
        std::optional<i64> step;    // in every round
    };
    [[nodiscard]] TestedValue value_of(std::string_view word) const;
    [[nodiscard]] std::optional<i64> number_before(std::string_view word) const;

    const SourceText* m_source;
    u32 m_first = 0;
    u32 m_last = 0;
    u32 m_test = 0;
};

}  // namespace mariner::tutor

#pragma once
// Regular expressions for rubrics: what is looked for in a student's output. Works without backtracking, in time
// proportional to text times pattern, and gives up beyond a fixed amount of work, so that no output can stall a
// grading. Used by the judge for patterns and filters; knows bytes, not lines of reports.
//
//     characters   x  .  \n \t \r \\ \. ...   [a-z0-9_]  [^,]   \d \D \s \S \w \W
//     places       ^ $ (of each line)   \A \z (of the text)   \b \B
//     groups       (...)  (?:...)  a|b        repetition   * + ? {2} {2,} {2,5}, each with ? for "as few as possible"
//     in front     (?i) without regard to case   (?s) `.` takes line feeds too

#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

/// What \w means.
constexpr bool is_pattern_word(u8 c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class Pattern {
public:
    static constexpr size_t most_groups = 9;

    /// A match's beginning and end, then those of its groups; no_place for a group that took no part.
    static constexpr size_t no_place = ~size_t{0};
    struct Match {
        std::array<size_t, 2 * (most_groups + 1)> places{};
        [[nodiscard]] size_t begin() const { return places[0]; }
        [[nodiscard]] size_t end() const { return places[1]; }
    };

    /// The error says what is wrong and at which character of the pattern.
    static Result<Pattern> compile(std::string_view source);

    [[nodiscard]] const std::string& source() const { return m_source; }

    /// How much all searches of one case may do together.
    struct Budget {
        u64 steps = 400'000'000;
    };
    /// The first match at or after `from`, the leftmost; nothing without one, and nothing once the budget is used up
    /// (then budget.steps is 0).
    [[nodiscard]] std::optional<Match> find(std::string_view text, size_t from, Budget& budget) const;

    /// Every match replaced; $0 to $9 in `replacement` stand for the match and its groups, $$ for a dollar. Nothing if
    /// the budget or the room for the result ran out.
    [[nodiscard]] std::optional<std::string> replace_all(std::string_view text, std::string_view replacement,
                                                         Budget& budget) const;

private:
    friend class PatternCompiler;

    /// Jumps are relative, so that code can be copied for repetitions.
    struct Instruction {
        enum class Kind : u8 {
            bytes,    // one byte of a set
            split,    // go on at both, first preferred
            jump,     // go on at first
            save,     // note the place in slot `first`
            assert_,  // go on if the place is of kind `first`
            match,
        };
        Kind kind = Kind::match;
        i32 first = 0;
        i32 second = 0;
    };
    enum Assertion : i32 { line_begin, line_end, text_begin, text_end, word_edge, no_word_edge };
    using Code = std::vector<Instruction>;

    class Search;

    std::string m_source;
    Code m_code;
    std::vector<std::bitset<256>> m_sets;
    size_t m_slots = 2;
};

}  // namespace mariner::grader

#pragma once
// Regular expressions for rubrics: what is looked for in a student's output. Used by the judge for patterns and
// filters; knows bytes, not lines of reports. `^` and `$` are places in every line; `\A` and `\z` are those of the
// text.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/grader/pattern_engine.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

class Pattern {
public:
    struct Match {
        size_t begin = 0;
        size_t end = 0;
    };

    /// The error says what is wrong with the pattern.
    static Result<Pattern> compile(std::string_view source);

    [[nodiscard]] const std::string& source() const { return m_source; }

    /// The first match at or after `from`, the leftmost; of several there, the one that a backtracking matcher prefers.
    [[nodiscard]] std::optional<Match> find(std::string_view text, size_t from = 0) const;

    /// Every match replaced ($0 to $9: the match and its groups, $$ a dollar). Nothing if the room ran out.
    [[nodiscard]] std::optional<std::string> replace_all(std::string_view text, std::string_view replacement) const;

private:
    Pattern(std::string_view source, std::shared_ptr<const PatternEngine> engine)
        : m_source(source), m_engine(std::move(engine)) {}

    std::string m_source;
    std::shared_ptr<const PatternEngine> m_engine;
};

}  // namespace mariner::grader

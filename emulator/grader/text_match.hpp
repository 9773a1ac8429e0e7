#pragma once
// Judges one text by a rubric's rule and says how it differs, line by line. Pure functions.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"

namespace mariner::grader {

/// The check named `what`.
CheckResult match_text(std::string what, const TextRule& rule, const std::vector<Filter>& filters,
                       std::string_view actual);

/// Nothing of these may be in the text.
CheckResult match_absent(const std::vector<Pattern>& patterns, std::string_view actual);

/// How to come from one list of texts (lines, words) to the other.
struct Edits {
    size_t before = 0;  // equal ones in front
    size_t after = 0;   // and at the end
    std::vector<DiffKind> between;
    bool is_cut = false;  // of one list there are more between them than were looked at
};
/// Looks at `most` (below 65536) of each list's texts behind the equal beginning.
Edits edits_between(std::span<const std::string_view> expected, std::span<const std::string_view> actual, size_t most);

/// Both texts by lines, equal ones in the middle left out.
std::vector<DiffLine> diff_lines(std::string_view expected, std::string_view actual);

}  // namespace mariner::grader

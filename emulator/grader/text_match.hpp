#pragma once
// Judges one text by a rubric's rule and says how it differs, line by line. Pure functions; used for console output and
// for written files.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"

namespace mariner::grader {

/// What a report keeps of a long text.
inline constexpr size_t longest_excerpt = 8192;
/// The text, cut to what a report keeps with a remark on the rest.
std::string excerpt(std::string_view text, size_t most = longest_excerpt);

/// Control characters shown, cut to some words: for sentences.
std::string in_quotes(std::string_view text, size_t most = 60);

/// The check named `what`.
CheckResult match_text(std::string what, const TextRule& rule, const std::vector<Filter>& filters,
                       std::string_view actual);

/// Nothing of these may be in the text.
CheckResult match_absent(const std::vector<Pattern>& patterns, std::string_view actual);

/// Both texts by lines, equal ones in the middle left out.
std::vector<DiffLine> diff_lines(std::string_view expected, std::string_view actual);

}  // namespace mariner::grader

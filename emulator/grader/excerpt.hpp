#pragma once
// Long and strange texts made fit for a report's lines.

#include <string>
#include <string_view>

namespace mariner::grader {

/// What a report keeps of a long text.
inline constexpr size_t longest_excerpt = 8192;
/// The text, cut to what a report keeps with a remark on the rest.
std::string excerpt(std::string_view text, size_t most = longest_excerpt);

/// Control characters shown, cut to some words: for sentences.
std::string in_quotes(std::string_view text, size_t most = 60);

}  // namespace mariner::grader

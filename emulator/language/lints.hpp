#pragma once
// What is certainly not meant though the program assembles: found without running it, from the instructions that it
// came to. Silent where it isn't sure; the five games and all conformance programs go without a word.

#include <span>

#include "emulator/language/report.hpp"

namespace mariner::language {

/// Nothing while the program has errors.
std::vector<ReportEntry> lints_of(ProgramView& view);
/// A row of lints.inc.
struct LintText {
    std::string_view id;
    ReportKind kind{};
    std::string_view sentence;  // {0}, {1}: what it is about
    std::string_view hint;
};
std::span<const LintText> all_lints();
/// Whether a message's code is one of theirs.
bool is_lint(std::string_view code);

}  // namespace mariner::language

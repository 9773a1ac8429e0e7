#pragma once
// What is certainly not meant though the program assembles: found without running it, from the instructions that it
// came to. Silent where it isn't sure; the five games and all conformance programs go without a word.

#include "emulator/language/report.hpp"

namespace mariner::language {

/// Nothing while the program has errors.
std::vector<ReportEntry> lints_of(ProgramView& view);

}  // namespace mariner::language

#pragma once
// The lints about calls: what routines change that their callers rely on, and how they end.

#include "emulator/language/code_flow.hpp"
#include "emulator/language/lint_report.hpp"

namespace mariner::language {

void look_at_routines(const ProgramImage& image, const CodeFlow& flow, LintReport& report);

}  // namespace mariner::language

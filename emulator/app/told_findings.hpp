#pragma once
// Which findings of the checks need not be told any more: the cause of the run's end says them, or a warning of the
// assembler about the same line does.

#include "emulator/analysis/checker.hpp"
#include "emulator/assembler/diagnostics.hpp"

namespace mariner::app {

Findings::Told told_findings(const Findings& findings, const ProgramImage& image, const Diagnostics& diagnostics);

}  // namespace mariner::app

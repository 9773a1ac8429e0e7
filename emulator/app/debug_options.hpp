#pragma once
// From the options of a command that debugs programs to the settings of a debugger's session.

#include "emulator/app/run_options.hpp"
#include "emulator/debugger/session.hpp"

namespace mariner::app {

/// Of settled options; `history_megabytes` is what going back may cost.
debugger::SessionOptions session_options(const ProgramOptions& options, const ProgramImage& image,
                                         u64 history_megabytes);

}  // namespace mariner::app

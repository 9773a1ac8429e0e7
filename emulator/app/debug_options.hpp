#pragma once
// From the options of a command that debugs programs to the settings of a debugger's session.

#include <span>
#include <string>

#include "emulator/app/display_options.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/debugger/session.hpp"

namespace mariner::app {

/// Of settled options and a program that could be loaded; `history_megabytes` is what going back may cost.
debugger::SessionOptions session_options(const ProgramOptions& options, const LoadedProgram& program,
                                         u64 history_megabytes, const DisplayOptions& display = {});

/// Whether it gets devices at 0xffff0000, or draws there.
bool has_devices(std::span<const std::string> sources, const MemoryMap& map, const DisplayOptions& display = {});

}  // namespace mariner::app

#pragma once
// The pictures that tools were asked for, as SVG and PNG.

#include "emulator/tools/tool_set.hpp"

namespace mariner::app {

/// False, after saying why, if one can't be written.
bool write_tool_files(const tools::ToolSet& tools);

}  // namespace mariner::app

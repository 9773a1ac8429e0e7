// A file of its own, so that a module without tools (web/without_tools_wasm.cpp) leaves all of them out.

#include "emulator/tools/tool.hpp"

namespace mariner::tools {

std::span<const ToolKind> all_tools() {
    static const std::vector<ToolKind> kinds = {
#define TOOL(name) name##_tool(),
#include "emulator/tools/tools.inc"
#undef TOOL
    };
    return kinds;
}

}  // namespace mariner::tools

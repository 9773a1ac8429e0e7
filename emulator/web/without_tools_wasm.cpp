// For the modules that are linked with this file there are no tools. They and the core that they watch would be a fifth
// of what a page loads; who wants them loads the module `panels` (exports_panels_wasm.cpp).

#include "emulator/debugger/tool_view.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

std::span<const ToolKind> all_tools() {
    return {};
}

}  // namespace mariner::tools

namespace mariner::debugger {

Result<void> ToolView::choose(std::vector<std::string> specifications) {
    return specifications.empty() ? Result<void>() : Error{"there are no tools in a page"};
}

const tools::ToolSet* ToolView::now() {
    return nullptr;
}

}  // namespace mariner::debugger

#include "emulator/app/debug_options.hpp"

#include <algorithm>
#include <limits>

#include "emulator/app/display_plan.hpp"

namespace mariner::app {

debugger::SessionOptions session_options(const ProgramOptions& options, const LoadedProgram& program,
                                         u64 history_megabytes, const DisplayOptions& display) {
    constexpr u64 most_megabytes = u64{1} << 20U;
    const RunOptions run = run_options(options);
    debugger::SessionOptions session;
    session.arguments = options.arguments;
    session.limits = run.limits;
    session.files = run.files;
    session.float_format = run.float_format;
    session.delayed_branching = core_options(options, *program.image).delayed_branching;
    session.self_modifying = options.self_modifying;
    session.devices = has_devices(program.sources, memory_map(program.image->configuration), display);
    const u64 history = std::clamp<u64>(history_megabytes, 1, most_megabytes) << 20U;
    session.history_memory = static_cast<size_t>(std::min<u64>(history, std::numeric_limits<size_t>::max()));
    return session;
}

bool has_devices(std::span<const std::string> sources, const MemoryMap& map, const DisplayOptions& display) {
    const Result<DisplayPlan> plan = plan_display(display, sources, map);
    return !plan || !covers_devices(*plan, map);
}

}  // namespace mariner::app

#include "emulator/app/debug_options.hpp"

#include <algorithm>

namespace mariner::app {

debugger::SessionOptions session_options(const ProgramOptions& options, const ProgramImage& image,
                                         u64 history_megabytes) {
    constexpr u64 most_megabytes = u64{1} << 20U;
    const RunOptions run = run_options(options);
    debugger::SessionOptions session;
    session.arguments = options.arguments;
    session.limits = run.limits;
    session.files = run.files;
    session.float_format = run.float_format;
    session.delayed_branching = core_options(options, image).delayed_branching;
    session.self_modifying = options.self_modifying;
    session.history_memory = std::clamp<u64>(history_megabytes, 1, most_megabytes) << 20U;
    return session;
}

}  // namespace mariner::app

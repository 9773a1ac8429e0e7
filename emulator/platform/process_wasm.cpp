#include "emulator/platform/process.hpp"

#include <unistd.h>

#include <cstdlib>

namespace mariner::platform {

const bool has_threads = false;

std::string program_path() {
    return {};
}

bool open_in_browser(const std::string& /*path*/) {
    return false;
}

bool has_console_of_its_own() {
    return false;
}

/// The host opens the streams. WASI knows no current folder: where the user is comes in PWD.
bool prepare_process() {
    const char* const folder = std::getenv("PWD");
    return folder == nullptr || ::chdir(folder) == 0;
}

}  // namespace mariner::platform

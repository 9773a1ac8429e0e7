#include "emulator/platform/desktop.hpp"

#include <unistd.h>

#include <string>

#include "emulator/platform/process.hpp"

namespace mariner::platform {

#if defined(__APPLE__)

Result<void> look_for_screen() {
    return {};
}

bool may_have_sound() {
    return true;
}

#else

namespace {

bool exists(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

}  // namespace

Result<void> look_for_screen() {
    for (const char* const name : {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}) {
        if (!environment(name).empty()) {
            return {};
        }
    }
    return Error{"there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)"};
}

bool may_have_sound() {
    const std::string folder = environment("XDG_RUNTIME_DIR");
    return !environment("SDL_AUDIODRIVER").empty() || !environment("PULSE_SERVER").empty() ||
           (!folder.empty() && (exists(folder + "/pulse/native") || exists(folder + "/pipewire-0"))) ||
           exists("/dev/snd/timer");
}

#endif

}  // namespace mariner::platform

#include "emulator/platform/desktop.hpp"

namespace mariner::platform {

Result<void> look_for_screen() {
    return {};
}

bool may_have_sound() {
    return true;
}

}  // namespace mariner::platform

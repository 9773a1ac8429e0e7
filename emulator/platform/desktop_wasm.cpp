#include "emulator/platform/desktop.hpp"

namespace mariner::platform {

Result<void> look_for_screen() {
    return Error{"there is no screen"};
}

bool may_have_sound() {
    return false;
}

}  // namespace mariner::platform

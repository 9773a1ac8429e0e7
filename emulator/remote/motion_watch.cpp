#include "emulator/remote/motion_watch.hpp"

#include "emulator/platform/wait.hpp"

namespace mariner::remote {

void move_watched(int descriptor, debugger::Session& session, const std::function<void()>& motion) {
    session.set_watch([descriptor] { return platform::is_readable(descriptor); });
    motion();
    session.set_watch({});
}

}  // namespace mariner::remote

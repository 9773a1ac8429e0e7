#include "emulator/remote/channel.hpp"

#include "emulator/support/watcher.hpp"

namespace mariner::remote {

namespace {

constexpr size_t buffer_size = 65536;

}  // namespace

std::string Channel::receive() const {
    std::string bytes(buffer_size, '\0');
    bytes.resize(platform::read_patiently(m_input, bytes).count);
    return bytes;
}

void move_watched(int descriptor, debugger::Session& session, const std::function<void()>& motion) {
    {
        const Watcher watcher(descriptor, [&session] { session.interrupt(); });
        motion();
    }
    session.go_to(session.time());  // goes nowhere, and forgets an interruption that came too late
}

}  // namespace mariner::remote

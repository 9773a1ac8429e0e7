#include "emulator/remote/channel.hpp"

#include <unistd.h>

#include <cerrno>

namespace mariner::remote {

namespace {

constexpr size_t buffer_size = 65536;

}  // namespace

std::string Channel::receive() const {
    std::string bytes(buffer_size, '\0');
    ssize_t count = 0;
    do {
        count = ::read(m_input, bytes.data(), bytes.size());
    } while (count < 0 && errno == EINTR);
    bytes.resize(count > 0 ? static_cast<size_t>(count) : 0);
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

#include "emulator/remote/channel.hpp"

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
    session.set_watch([descriptor] { return platform::is_readable(descriptor); });
    motion();
    session.set_watch({});
}

}  // namespace mariner::remote

#include "emulator/remote/channel.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace mariner::remote {

namespace {

constexpr size_t buffer_size = 65536;

}  // namespace

bool Channel::is_ready(int patience_milliseconds) const {
    pollfd request{m_input, POLLIN, 0};
    return ::poll(&request, 1, patience_milliseconds) > 0;
}

std::string Channel::receive() const {
    std::string bytes(buffer_size, '\0');
    ssize_t count = 0;
    do {
        count = ::read(m_input, bytes.data(), bytes.size());
    } while (count < 0 && errno == EINTR);
    bytes.resize(count > 0 ? static_cast<size_t>(count) : 0);
    return bytes;
}

bool Channel::send(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_output, bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<size_t>(count));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

MotionWatch::MotionWatch(int descriptor, debugger::Session& session)
    : m_session(session), m_watcher(std::make_unique<Watcher>(descriptor, [&session] { session.interrupt(); })) {}

MotionWatch::~MotionWatch() {
    m_watcher.reset();
    m_session.go_to(m_session.time());  // goes nowhere, and forgets an interruption that came too late
}

}  // namespace mariner::remote

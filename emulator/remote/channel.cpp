#include "emulator/remote/channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace mariner::remote {

namespace {

constexpr size_t buffer_size = 65536;
constexpr int repeat_milliseconds = 5;

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

MotionWatch::MotionWatch(int descriptor, debugger::Session& session) : m_session(session) {
    if (::pipe2(m_end_signal, O_CLOEXEC) != 0) {
        return;
    }
    m_thread = std::thread([descriptor, end = m_end_signal[0], &session] {
        std::array<pollfd, 2> requests = {{{end, POLLIN, 0}, {descriptor, POLLIN, 0}}};
        while (::poll(requests.data(), requests.size(), -1) < 0 && errno == EINTR) {
        }
        while (requests[0].revents == 0) {
            session.interrupt();
            ::poll(requests.data(), 1, repeat_milliseconds);
        }
    });
}

MotionWatch::~MotionWatch() {
    if (m_thread.joinable()) {
        ::close(m_end_signal[1]);
        m_thread.join();
        ::close(m_end_signal[0]);
        m_session.go_to(m_session.time());  // goes nowhere, and forgets an interruption that came too late
    }
}

}  // namespace mariner::remote

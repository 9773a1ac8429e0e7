#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>

#include "emulator/platform/wait.hpp"

namespace mariner::platform {

bool is_readable(int descriptor, int patience_milliseconds) {
    pollfd request{descriptor, POLLIN, 0};
    return ::poll(&request, 1, patience_milliseconds) > 0;
}

bool is_writable(int descriptor, int patience_milliseconds) {
    pollfd request{descriptor, POLLOUT, 0};
    return ::poll(&request, 1, patience_milliseconds) > 0;
}

/// A pipe, which poll() can wait for beside others: its reading end has something from wake() to clear().
struct WakeSignal::Body {
    std::array<int, 2> ends{-1, -1};
};

WakeSignal::WakeSignal() : m_body(std::make_unique<Body>()) {
    if (::pipe(m_body->ends.data()) == 0) {
        for (const int end : m_body->ends) {
            ::fcntl(end, F_SETFL, O_NONBLOCK);
            ::fcntl(end, F_SETFD, FD_CLOEXEC);
        }
    }
}

WakeSignal::~WakeSignal() {
    for (const int end : m_body->ends) {
        ::close(end);
    }
}

void WakeSignal::wake() {
    const char byte = 0;
    // A full pipe is readable already, which is all that is wanted.
    [[maybe_unused]] const auto written = ::write(m_body->ends[1], &byte, 1);
}

void WakeSignal::clear() {
    std::array<char, 64> bytes{};
    while (::read(m_body->ends[0], bytes.data(), bytes.size()) > 0) {
    }
}

void WakeSignal::wait(int patience_milliseconds) const {
    is_readable(m_body->ends[0], patience_milliseconds);
}

WakeSignal::WaitEnding WakeSignal::wait_with(int descriptor, int patience_milliseconds) const {
    std::array<pollfd, 2> requests = {{{descriptor, POLLIN, 0}, {m_body->ends[0], POLLIN, 0}}};
    if (::poll(requests.data(), requests.size(), patience_milliseconds) <= 0) {
        return {};
    }
    return {requests[0].revents != 0, requests[1].revents != 0};
}

void sleep(int milliseconds) {
    ::poll(nullptr, 0, milliseconds);
}

}  // namespace mariner::platform

#include <poll.h>
#include <time.h>

#include "emulator/platform/wait.hpp"

namespace mariner::platform {

namespace {

bool is_ready(int descriptor, short event, int patience_milliseconds) {
    if (descriptor < 0) {
        sleep(patience_milliseconds);
        return false;
    }
    pollfd request{descriptor, event, 0};
    return ::poll(&request, 1, patience_milliseconds) > 0;
}

}  // namespace

bool is_readable(int descriptor, int patience_milliseconds) {
    return is_ready(descriptor, POLLRDNORM, patience_milliseconds);
}

bool is_writable(int descriptor, int patience_milliseconds) {
    return is_ready(descriptor, POLLWRNORM, patience_milliseconds);
}

/// There is no other thread that could set it during a wait.
struct WakeSignal::Body {
    bool is_set = false;
};

WakeSignal::WakeSignal() : m_body(std::make_unique<Body>()) {}

WakeSignal::~WakeSignal() = default;

void WakeSignal::wake() {
    m_body->is_set = true;
}

void WakeSignal::clear() {
    m_body->is_set = false;
}

void WakeSignal::wait(int patience_milliseconds) const {
    (void)wait_with(-1, patience_milliseconds);
}

WakeSignal::WaitEnding WakeSignal::wait_with(int descriptor, int patience_milliseconds) const {
    return {is_readable(descriptor, m_body->is_set ? 0 : patience_milliseconds), m_body->is_set};
}

void sleep(int milliseconds) {
    if (milliseconds > 0) {
        const timespec duration{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
        ::nanosleep(&duration, nullptr);
    }
}

}  // namespace mariner::platform

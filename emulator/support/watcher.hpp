#pragma once
// A second look at a descriptor while the first thread is busy.

#include <functional>
#include <thread>

#include "emulator/platform/wait.hpp"

namespace mariner {

/// While it exists, `act` is called on a thread of its own as often as the descriptor has something to be read, or its
/// end: again and again if `act` leaves it there.
class Watcher {
public:
    Watcher(int descriptor, std::function<void()> act);
    ~Watcher();
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;

private:
    platform::WakeSignal m_end;
    std::thread m_thread;  // last: it uses the signal
};

}  // namespace mariner

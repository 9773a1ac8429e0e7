#include "emulator/app/interrupts.hpp"

#include <csignal>

namespace mariner::app {

std::atomic<bool>& stop_flag() {
    static std::atomic<bool> flag = false;
    return flag;
}

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = [](int) { stop_flag().store(true, std::memory_order_relaxed); };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(SIGINT, &action, nullptr);
}

}  // namespace mariner::app

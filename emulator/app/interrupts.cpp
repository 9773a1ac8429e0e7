#include "emulator/app/interrupts.hpp"

#include "emulator/platform/interrupts.hpp"

namespace mariner::app {

std::atomic<bool>& stop_flag() {
    static std::atomic<bool> flag = false;
    return flag;
}

void catch_interrupts() {
    platform::on_first_interrupt([] { stop_flag().store(true, std::memory_order_relaxed); });
}

}  // namespace mariner::app

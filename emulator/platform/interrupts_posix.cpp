#include "emulator/platform/interrupts.hpp"

#include <atomic>
#include <csignal>

namespace mariner::platform {

namespace {

std::atomic<void (*)()> act_on_interrupt = nullptr;

void handle_interrupt(void (*act)(), int flags) {
    act_on_interrupt = act;
    struct sigaction action {};
    action.sa_handler = [](int) { act_on_interrupt.load()(); };
    action.sa_flags = flags;
    ::sigaction(SIGINT, &action, nullptr);
}

}  // namespace

void on_interrupt(void (*act)()) {
    handle_interrupt(act, 0);
}

void on_first_interrupt(void (*act)()) {
    handle_interrupt(act, static_cast<int>(SA_RESETHAND));
}

void ignore_interrupts() {
    std::signal(SIGINT, SIG_IGN);
}

void ignore_broken_pipes() {
    std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace mariner::platform

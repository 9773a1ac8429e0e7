#include "emulator/platform/interrupts.hpp"

#include <mutex>
#include <utility>

#include "emulator/platform/handles_windows.hpp"

namespace mariner::platform {

namespace {

std::mutex action_mutex;  // the console calls its handler on a thread of its own
InterruptAction action;

BOOL WINAPI on_control_event(DWORD event) {
    if (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT) {
        const std::lock_guard lock(action_mutex);
        if (action.act != nullptr) {
            action.act();
            action = action.is_for_once ? InterruptAction{} : action;
            return TRUE;
        }
    }
    give_back_terminal();
    return FALSE;  // the process ends
}

}  // namespace

InterruptAction exchange_interrupt_action(InterruptAction wanted) {
    [[maybe_unused]] static const BOOL is_handled = SetConsoleCtrlHandler(on_control_event, TRUE);
    const std::lock_guard lock(action_mutex);
    return std::exchange(action, wanted);
}

void on_interrupt(void (*act)()) {
    exchange_interrupt_action({act, false});
}

void on_first_interrupt(void (*act)()) {
    exchange_interrupt_action({act, true});
}

void ignore_interrupts() {
    on_interrupt([] {});
}

/// Windows has no signal for it.
void ignore_broken_pipes() {}

}  // namespace mariner::platform

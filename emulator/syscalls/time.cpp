// Services that tell the time and let it pass: 30 and 32.

#include <algorithm>

#include "emulator/syscalls/handlers.hpp"

namespace mariner::syscalls {

namespace {

/// False if the program was stopped meanwhile.
bool sleep(const SyscallContext& context, u32 duration) {
    ServiceAccesses* const watcher = context.options.accesses;
    if (watcher == nullptr || !watcher->follows_sleep()) {
        return context.host.sleep_milliseconds(duration);
    }
    constexpr u32 most_at_once = 40;
    for (u32 slept = 0; slept < duration; watcher->service_sleeps(slept)) {
        const u32 piece = std::min(most_at_once, duration - slept);
        if (!context.host.sleep_milliseconds(piece)) {
            return false;
        }
        slept += piece;
    }
    return true;
}

}  // namespace

SyscallResult time_now(SyscallContext& context) {
    const auto now = static_cast<u64>(context.host.now_milliseconds());
    context.cpu.gpr[reg::a0] = static_cast<u32>(now);
    context.cpu.gpr[reg::a1] = static_cast<u32>(now >> 32);
    return {};
}

SyscallResult sleep_a_while(SyscallContext& context) {
    const auto duration = static_cast<i32>(context.a0());
    if (duration < 0) {
        return context.host_failure("a negative time to sleep (syscall 32)");
    }
    context.host.flush();
    if (!sleep(context, static_cast<u32>(duration))) {
        return context.input_failure(InputState::interrupted);
    }
    return {};
}

}  // namespace mariner::syscalls

// Services that tell the time and let it pass: 30 and 32.

#include "emulator/syscalls/handlers.hpp"

namespace mariner::syscalls {

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
    if (!context.host.sleep_milliseconds(static_cast<u32>(duration))) {
        return context.input_failure(InputState::interrupted);
    }
    return {};
}

}  // namespace mariner::syscalls

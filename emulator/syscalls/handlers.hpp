#pragma once
// Declares the handlers that syscalls.inc names; they are defined in the files by theme. Only syscalls/ includes this.

#include "emulator/syscalls/syscall.hpp"

namespace mariner::syscalls {

#define SYSCALL(number, name, arguments, results, handler, doc) SyscallResult handler(SyscallContext& context);
#include "emulator/syscalls/syscalls.inc"
#undef SYSCALL

}  // namespace mariner::syscalls

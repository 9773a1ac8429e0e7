#pragma once
// Which bytes of guest memory a system call has written, for observers, which see a service only from outside.

#include "emulator/machine/machine.hpp"

namespace mariner {

struct ByteRange {
    u32 address = 0;
    u32 size = 0;
};

/// `service`, `a0` and `a1` are as at the call; the machine is as the service left it.
ByteRange memory_written_by_service(const Machine& machine, u32 service, u32 a0, u32 a1);

/// Whether the service takes the address of text in this register, up to a zero byte (syscall_rules.inc).
bool is_text_argument(u32 service, u8 register_number);

}  // namespace mariner

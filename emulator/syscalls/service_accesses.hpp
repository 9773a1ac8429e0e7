#pragma once
// What system calls do to guest memory, for those who watch it: MARS does it byte by byte.

#include <cstddef>
#include <span>

#include "emulator/support/types.hpp"

namespace mariner {

class ServiceAccesses {
public:
    virtual ~ServiceAccesses() = default;
    virtual void service_reads(u32 address, size_t bytes) = 0;
    virtual void service_writes(u32 address, std::span<const u8> bytes) = 0;
};

}  // namespace mariner

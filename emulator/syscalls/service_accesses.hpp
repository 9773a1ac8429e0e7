#pragma once
// What system calls do to guest memory, for those who watch it: MARS does it byte by byte. And how time passes in them.

#include <cstddef>
#include <span>

#include "emulator/support/types.hpp"

namespace mariner {

class ServiceAccesses {
public:
    virtual ~ServiceAccesses() = default;
    virtual void service_reads(u32 address, size_t bytes) = 0;
    virtual void service_writes(u32 address, std::span<const u8> bytes) = 0;
    /// Whether somebody looks on while the program sleeps: then it is told, again and again, how long that has been.
    [[nodiscard]] virtual bool follows_sleep() const { return false; }
    virtual void service_sleeps(u32 /*milliseconds*/) {}
};

}  // namespace mariner

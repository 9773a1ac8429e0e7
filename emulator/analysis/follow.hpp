#pragma once
// The trace of somebody's processor beside the machine that it should be: which write is the first that differs. Used
// by `mariner follow`. Traces of any length in the same memory.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/analysis/retirement.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/syscalls/host.hpp"

namespace mariner {

/// A line of a trace. What a simulation shows as x or z is unknown, and equals nothing.
struct TracedWrite {
    RetiredWrite write;
    bool is_unknown = false;
};

/// "@00003000: $ 1 <= 00000005" with anything before the @, or "00003000,$1,00000005"; nothing for other lines, which
/// are whatever the simulation prints besides.
std::optional<TracedWrite> read_traced_write(std::string_view line);

/// Fills a part of the buffer; 0 at the end.
using TraceSource = std::function<size_t(char* buffer, size_t size)>;

struct FollowedTrace {
    u64 agreeing = 0;    // writes before the difference, or all
    std::string report;  // of the difference; empty if there is none
};

/// The machine is in its start state. Writes to registers and those to memory are each compared in their order; between
/// the two a pipeline may be some instructions apart, since it stores before it writes back.
FollowedTrace follow_trace(Machine& machine, CoreOptions options, Host& host, const TraceSource& trace);

}  // namespace mariner

#pragma once
// Which engine runs a machine, by name; the one place where the compiling engine meets the interpreters.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/execute/core.hpp"

namespace mariner {

/// auto, fast, switch, checked, jit.
std::optional<EngineKind> find_engine(std::string_view word);

/// The sentence to print where this mariner or this machine hasn't that engine, else empty.
std::string why_unavailable(EngineKind kind);

/// The first look at the processor opens files. A process that is about to forbid itself that looks before.
void look_at_processor();

/// Never null. Where the engine isn't there, or isn't for such a machine, the next best.
std::unique_ptr<Core> make_engine(EngineKind kind, Machine& machine, CoreOptions options = {});

}  // namespace mariner

#pragma once
// The compiling engine for lockstep runs: it compiles at once.

#include "emulator/backend_x86/engine.hpp"

namespace mariner::test {

inline constexpr u64 never = ~u64{0};

/// After so many steps the memory stops noting first stores and programs are compiled once more. Comparing such a
/// memory takes its time.
inline auto compiler(u64 steps_to_end_of_noting) {
    return [steps_to_end_of_noting](EngineKind kind, Machine& machine, CoreOptions options) {
        const bool plain = kind == EngineKind::jit && !options.delayed_branching && !machine.is_self_modifying();
        std::unique_ptr<Core> core = plain ? backend_x86::make_core(machine, {0, 0, steps_to_end_of_noting}) : nullptr;
        return core != nullptr ? std::move(core) : make_core(kind, machine, options);
    };
}

}  // namespace mariner::test

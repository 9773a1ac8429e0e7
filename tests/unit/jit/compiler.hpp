#pragma once
// The compiling engine for lockstep runs: it compiles at once.

#include "emulator/jit/jit.hpp"

namespace mariner::test {

/// `opens`: programs are compiled once more, with their memory open. Comparing such a memory takes its time.
inline auto compiler(bool opens) {
    return [opens](EngineKind kind, Machine& machine, CoreOptions options) {
        std::unique_ptr<Core> core = jit::make_core(machine, {0, 0, opens ? 2000 : ~u64{0}});
        return core != nullptr ? std::move(core) : make_core(kind, machine, options);
    };
}

}  // namespace mariner::test

// Compiling begins at once, so that short programs are compiled too, and once more when their memory is opened.

#include "tests/unit/execute/tested_engines.hpp"

#include "emulator/jit/jit.hpp"

namespace mariner::test {

std::vector<EngineKind> tested_engines() {
    return {EngineKind::jit};
}

std::unique_ptr<Core> make_tested(EngineKind kind, Machine& machine, CoreOptions options) {
    const bool plain = kind == EngineKind::jit && !options.delayed_branching && !machine.is_self_modifying();
    std::unique_ptr<Core> core = plain ? jit::make_core(machine, {0, 0, 2000}) : nullptr;
    return core != nullptr ? std::move(core) : make_core(kind, machine, options);
}

}  // namespace mariner::test

// Compiling begins at once, so that short programs are compiled too, and once more when first stores are not noted
// any longer.

#include "tests/unit/execute/tested_engines.hpp"

#include "tests/unit/backend_x86/compiler.hpp"

namespace mariner::test {

std::vector<EngineKind> tested_engines() {
    return {EngineKind::jit};
}

std::unique_ptr<Core> make_tested(EngineKind kind, Machine& machine, CoreOptions options) {
    return compiler(2000)(kind, machine, options);
}

}  // namespace mariner::test

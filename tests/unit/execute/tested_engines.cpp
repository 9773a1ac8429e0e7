#include "tests/unit/execute/tested_engines.hpp"

namespace mariner::test {

std::vector<EngineKind> tested_engines() {
    return {EngineKind::fast, EngineKind::switch_, EngineKind::checked};
}

std::unique_ptr<Core> make_tested(EngineKind kind, Machine& machine, CoreOptions options) {
    return make_core(kind, machine, options);
}

}  // namespace mariner::test

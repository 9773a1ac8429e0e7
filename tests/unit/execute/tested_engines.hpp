#pragma once
// Which engines a runner of tests tries: the interpreters in execute_tests (tested_engines.cpp), the compiling engine
// in backend_x86_tests (../backend_x86/tested_engines.cpp), which compiles core_test.cpp once more.

#include <vector>

#include "emulator/execute/core.hpp"

namespace mariner::test {

std::vector<EngineKind> tested_engines();

std::unique_ptr<Core> make_tested(EngineKind kind, Machine& machine, CoreOptions options);

}  // namespace mariner::test

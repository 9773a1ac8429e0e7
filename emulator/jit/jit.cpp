#include "emulator/jit/jit.hpp"

#if defined(MARINER_JIT)

#include <asmjit/core.h>

#include "emulator/jit/jit_core.hpp"

namespace mariner::jit {

bool is_available() {
    using Feature = asmjit::CpuFeatures::X86;
    const asmjit::CpuFeatures& features = asmjit::CpuInfo::host().features();
    return features.has(Feature::kBMI2) && features.has(Feature::kLZCNT) && features.has(Feature::kSSE4_1);
}

std::unique_ptr<Core> make_core(Machine& machine, Warmth warmth) {
    return is_available() ? std::make_unique<JitCore>(machine, warmth) : nullptr;
}

}  // namespace mariner::jit

#else

namespace mariner::jit {

bool is_available() {
    return false;
}

std::unique_ptr<Core> make_core(Machine& /*machine*/, Warmth /*warmth*/) {
    return nullptr;
}

}  // namespace mariner::jit

#endif

#include "emulator/backend_x86/engine.hpp"

#if defined(MARINER_JIT)

#include <asmjit/core.h>

#include "emulator/backend_x86/compiling_core.hpp"

namespace mariner::backend_x86 {

bool is_available() {
    using Feature = asmjit::CpuFeatures::X86;
    const asmjit::CpuFeatures& features = asmjit::CpuInfo::host().features();
    return features.has(Feature::kBMI2) && features.has(Feature::kLZCNT) && features.has(Feature::kSSE4_1);
}

std::unique_ptr<Core> make_core(Machine& machine, Warmth warmth) {
    return is_available() ? std::make_unique<CompilingCore>(machine, warmth) : nullptr;
}

}  // namespace mariner::backend_x86

#else

namespace mariner::backend_x86 {

bool is_available() {
    return false;
}

std::unique_ptr<Core> make_core(Machine& /*machine*/, Warmth /*warmth*/) {
    return nullptr;
}

}  // namespace mariner::backend_x86

#endif

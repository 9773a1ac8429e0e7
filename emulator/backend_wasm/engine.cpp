#include "emulator/backend_wasm/engine.hpp"

#if defined(MARINER_BACKEND_WASM)

#include "emulator/backend_wasm/instance.hpp"
#include "emulator/backend_wasm/region_core.hpp"

namespace mariner::backend_wasm {

bool is_available() {
    return is_instantiation_allowed();
}

std::unique_ptr<Core> make_core(Machine& machine) {
    return is_available() ? std::make_unique<RegionCore>(machine) : nullptr;
}

}  // namespace mariner::backend_wasm

#else

namespace mariner::backend_wasm {

bool is_available() {
    return false;
}

std::unique_ptr<Core> make_core(Machine& /*machine*/) {
    return nullptr;
}

}  // namespace mariner::backend_wasm

#endif

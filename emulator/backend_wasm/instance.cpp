#include "emulator/backend_wasm/instance.hpp"

#if defined(MARINER_BACKEND_WASM)

#define IMPORT(name) extern "C" [[clang::import_module("compiled"), clang::import_name(#name)]]

namespace mariner::backend_wasm {

namespace {

IMPORT(patience) double compiled_patience();  // less than 0: never
IMPORT(make) u32 compiled_make(const u8* module, u32 size);
IMPORT(run) u32 compiled_run(u32 function, u32 entry, u32 budget);
IMPORT(forget) void compiled_forget(u32 function);

}  // namespace

bool is_instantiation_allowed() {
    return compiled_patience() >= 0;
}

u64 steps_before_compiling() {
    return static_cast<u64>(compiled_patience());
}

CompiledFunction::CompiledFunction(const Bytes& module)
    : m_number(compiled_make(module.data(), static_cast<u32>(module.size()))) {}

CompiledFunction::~CompiledFunction() {
    if (m_number != 0) {
        compiled_forget(m_number);
    }
}

u32 CompiledFunction::run(u32 entry, u32 budget) const {
    return compiled_run(m_number, entry, budget);
}

}  // namespace mariner::backend_wasm

#endif

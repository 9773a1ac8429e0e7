#pragma once
// Modules of compiled code, in the hands of the JavaScript around (package/compiled-code.js).

#include <utility>

#include "emulator/backend_wasm/code_writer.hpp"

namespace mariner::backend_wasm {

/// False where no module may be made at run time.
bool is_instantiation_allowed();
/// Steps of a program before anything of it is compiled.
u64 steps_before_compiling();

/// A module's function `run`; none if the host refused it. Given back with it.
class CompiledFunction {
public:
    CompiledFunction() = default;
    explicit CompiledFunction(const Bytes& module);
    ~CompiledFunction();
    CompiledFunction(CompiledFunction&& other) noexcept : m_number(std::exchange(other.m_number, 0)) {}
    CompiledFunction& operator=(CompiledFunction&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }

    explicit operator bool() const { return m_number != 0; }
    [[nodiscard]] u32 run(u32 entry, u32 budget) const;

private:
    u32 m_number = 0;
};

}  // namespace mariner::backend_wasm

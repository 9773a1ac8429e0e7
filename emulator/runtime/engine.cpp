#include "emulator/runtime/engine.hpp"

#include <algorithm>
#include <utility>

#include "emulator/backend_wasm/engine.hpp"
#include "emulator/backend_x86/engine.hpp"

namespace mariner {

namespace {

/// Of the machine that this mariner runs on.
bool has_compiling_engine() {
    return backend_x86::is_available() || backend_wasm::is_available();
}

std::unique_ptr<Core> make_compiling_engine(Machine& machine) {
    std::unique_ptr<Core> core = backend_x86::make_core(machine);
    return core != nullptr ? std::move(core) : backend_wasm::make_core(machine);
}

}  // namespace

std::optional<EngineKind> find_engine(std::string_view word) {
    struct EngineRow {
        std::string_view word;
        EngineKind kind;
    };
    constexpr EngineRow rows[] = {{"auto", EngineKind::automatic},
                                  {"fast", EngineKind::fast},
                                  {"switch", EngineKind::switch_},
                                  {"checked", EngineKind::checked},
                                  {"jit", EngineKind::jit}};
    const auto* const row = std::ranges::find(rows, word, &EngineRow::word);
    return row == std::end(rows) ? std::nullopt : std::optional(row->kind);
}

std::string why_unavailable(EngineKind kind) {
    if (kind != EngineKind::jit || has_compiling_engine()) {
        return "";
    }
    return "this mariner has no jit engine on this machine; leave --engine out for the fastest there is";
}

void look_at_processor() {
    static_cast<void>(has_compiling_engine());
}

std::unique_ptr<Core> make_engine(EngineKind kind, Machine& machine, CoreOptions options) {
    const bool plain = !options.delayed_branching && !machine.is_self_modifying();
    if (plain && (kind == EngineKind::automatic || kind == EngineKind::jit)) {
        if (std::unique_ptr<Core> core = make_compiling_engine(machine)) {
            return core;
        }
    }
    return make_core(kind, machine, options);
}

}  // namespace mariner

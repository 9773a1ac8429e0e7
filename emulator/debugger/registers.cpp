#include "emulator/debugger/registers.hpp"

#include <charconv>
#include <string>

#include "emulator/analysis/trace.hpp"
#include "emulator/execute/checked_context.hpp"

namespace mariner::debugger {

namespace {

constexpr u8 id_count = register_id::float_base + 32;

}  // namespace

std::string_view register_name(u8 id) {
    return TraceLog::name_of_register(id);
}

std::optional<u8> find_register(std::string_view name) {
    if (name.starts_with('$')) {
        name.remove_prefix(1);
    }
    if (name.empty()) {
        return std::nullopt;
    }
    u32 number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc{} && end == name.data() + name.size()) {
        return number < 32 ? std::optional(static_cast<u8>(number)) : std::nullopt;
    }
    for (u8 id = 0; id < id_count; ++id) {
        const std::string_view known = register_name(id);
        if (id != reg::bin && known.size() == name.size() + 1 && known.substr(1) == name) {
            return id;
        }
    }
    return std::nullopt;
}

u32* register_place(CpuState& cpu, u8 id) {
    if (id < 32) {
        return id == reg::zero ? nullptr : &cpu.gpr[id];
    }
    if (id >= register_id::float_base && id < id_count) {
        return &cpu.fpr[id - register_id::float_base];
    }
    switch (id) {
        case register_id::hi:
            return &cpu.hi;
        case register_id::lo:
            return &cpu.lo;
        case register_id::condition_flags:
            return &cpu.condition_flags;
        case register_id::bad_address:
            return &cpu.bad_address;
        case register_id::status:
            return &cpu.status;
        case register_id::cause:
            return &cpu.cause;
        case register_id::epc:
            return &cpu.epc;
        default:
            return nullptr;
    }
}

std::optional<u32> register_value(const CpuState& cpu, u8 id) {
    if (id == reg::zero) {
        return 0;
    }
    // The place is read only.
    const u32* const place = register_place(const_cast<CpuState&>(cpu), id);
    return place != nullptr ? std::optional(*place) : std::nullopt;
}

}  // namespace mariner::debugger

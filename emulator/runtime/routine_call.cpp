#include "emulator/runtime/routine_call.hpp"

#include <array>
#include <optional>

#include "emulator/isa/registers.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

/// $s0-$s7, $gp, $sp, $fp: a routine must leave them as they were.
constexpr auto saved_registers = std::to_array<u8>({16, 17, 18, 19, 20, 21, 22, 23, 28, 29, 30});

/// The number in "8" or "12"; nothing beyond 31.
std::optional<u8> register_number(std::string_view digits) {
    const std::optional<u8> number = parse_digits<u8>(digits);
    return number && *number < 32 ? number : std::nullopt;
}

}  // namespace

u32* find_register_place(CpuState& cpu, std::string_view name) {
    const std::string_view bare = name.starts_with('$') ? name.substr(1) : name;
    if (bare == "pc") {
        return &cpu.pc;
    }
    if (bare == "hi" || bare == "lo") {
        return bare == "hi" ? &cpu.hi : &cpu.lo;
    }
    if (const std::optional<u8> number = isa::find_register("$" + std::string(bare))) {
        return &cpu.gpr[*number];
    }
    if (const std::optional<u8> number = register_number(bare)) {
        return &cpu.gpr[*number];
    }
    if (bare.starts_with('f')) {
        if (const std::optional<u8> number = register_number(bare.substr(1))) {
            return &cpu.fpr[*number];
        }
    }
    return nullptr;
}

Result<RoutineCall> RoutineCall::begin(Machine& machine, u32 entry, std::span<const u32> arguments) {
    CpuState& cpu = machine.cpu;
    const CpuState before = cpu;
    const size_t stacked = arguments.size() > register_arguments ? arguments.size() - register_arguments : 0;
    // Room for all arguments, those in registers too, and a stack that stays divisible by 8.
    const u32 frame = stacked > 0 ? static_cast<u32>((arguments.size() * 4 + 7) / 8 * 8) : 0;
    cpu.gpr[reg::sp] -= frame;
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (i < register_arguments) {
            cpu.gpr[reg::a0 + i] = arguments[i];
        } else if (!machine.memory().poke_word(cpu.gpr[reg::sp] + 4 * static_cast<u32>(i), arguments[i])) {
            cpu = before;
            return Error{"the stack has no room for the arguments"};
        }
    }
    cpu.gpr[reg::ra] = return_address;
    cpu.pc = entry;
    return RoutineCall(before, cpu);
}

bool RoutineCall::has_returned(const RunResult& result) {
    return result.ending == RunEnding::invalid_pc && result.pc == return_address;
}

std::vector<std::string> RoutineCall::finish(Machine& machine) const {
    CpuState& cpu = machine.cpu;
    std::vector<std::string> not_restored;
    for (const u8 number : saved_registers) {
        if (cpu.gpr[number] != m_at_entry.gpr[number]) {
            not_restored.emplace_back(isa::register_name(number));
        }
    }
    // The fetch from return_address looked like a fault; the program shall not see it.
    cpu.gpr[reg::sp] = m_before.gpr[reg::sp];
    cpu.pc = m_before.pc;
    cpu.cause = m_before.cause;
    cpu.epc = m_before.epc;
    cpu.status = m_before.status;
    cpu.bad_address = m_before.bad_address;
    return not_restored;
}

}  // namespace mariner

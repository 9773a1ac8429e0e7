#include "tests/unit/execute/lockstep.hpp"

#include <algorithm>
#include <cstdio>

namespace mariner::test {

namespace {

std::string hex(u64 value) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%08llx", static_cast<unsigned long long>(value));
    return text;
}

void note(std::string& text, const std::string& what, u64 engine, u64 reference) {
    if (engine != reference) {
        text += what + ": engine " + hex(engine) + ", reference " + hex(reference) + "\n";
    }
}

std::string compare_memory(const Memory& memory, const Reference& reference) {
    std::string text;
    for (const auto& [address, byte] : reference.memory) {
        note(text, "byte at " + hex(address), *memory.at(address), byte);
    }
    for (const u32 page : memory.written_pages()) {
        const auto bytes = memory.page_bytes(page);
        for (u32 i = 0; i < page_size; ++i) {
            if (bytes[i] != 0 && !reference.memory.contains(page * page_size + i)) {
                note(text, "byte at " + hex(page * page_size + i), bytes[i], 0);
            }
        }
    }
    return text;
}

/// Budgets that end runs everywhere: some for the single steps, some for the inner loop.
u64 next_slice(Random& random) {
    switch (below(random, 4)) {
        case 0:
            return 1 + below(random, 8);
        case 1:
            return 1 + below(random, 300);
        default:
            return 200 + below(random, 2000);
    }
}

}  // namespace

std::string name_of(EngineKind engine) {
    switch (engine) {
        case EngineKind::automatic:
            return "auto";
        case EngineKind::fast:
            return "fast";
        case EngineKind::switch_:
            return "switch";
        case EngineKind::checked:
            return "checked";
        case EngineKind::jit:
            return "jit";
    }
    return "";
}

std::string describe_difference(const Machine& machine, const Core& core, const Reference& reference) {
    std::string text;
    const CpuState& a = machine.cpu;
    const CpuState& b = reference.cpu;
    note(text, "pc", a.pc, b.pc);
    for (u32 i = 0; i < 32; ++i) {
        note(text, "$" + std::to_string(i), a.gpr[i], b.gpr[i]);
        note(text, "$f" + std::to_string(i), a.fpr[i], b.fpr[i]);
    }
    note(text, "hi", a.hi, b.hi);
    note(text, "lo", a.lo, b.lo);
    note(text, "flags", a.condition_flags, b.condition_flags);
    note(text, "bad address", a.bad_address, b.bad_address);
    note(text, "status", a.status, b.status);
    note(text, "cause", a.cause, b.cause);
    note(text, "epc", a.epc, b.epc);
    note(text, "delay state", static_cast<u64>(a.delay_state), static_cast<u64>(b.delay_state));
    note(text, "steps", core.steps(), reference.steps);
    note(text, "fetches", core.fetches(), reference.fetches);
    return text + compare_memory(machine.memory(), reference);
}

std::string run_lockstep(const RandomProgram& program, const LockstepOptions& options) {
    auto machine = Machine::create(program.image);
    if (!machine) {
        return machine.error().message;
    }
    const std::unique_ptr<Core> core = options.make(options.engine, **machine, {options.delayed});
    Reference reference(program.image, options.delayed);
    (*machine)->cpu = program.start;
    reference.cpu = program.start;
    Random random(options.slice_seed);
    while (core->steps() < options.total_steps) {
        const u64 budget = next_slice(random);
        const Stop stop = core->run(budget);
        const Stop wanted = reference.run(budget);
        std::string difference;
        note(difference, "stop reason", static_cast<u64>(stop.reason), static_cast<u64>(wanted.reason));
        note(difference, "stop pc", stop.pc, wanted.pc);
        note(difference, "exception", static_cast<u64>(stop.exception.kind), static_cast<u64>(wanted.exception.kind));
        note(difference, "exception value", stop.exception.value, wanted.exception.value);
        difference += describe_difference(**machine, *core, reference);
        if (options.counts_checked_steps && core->counts().checked > reference.special) {
            difference += "checked steps: engine " + std::to_string(core->counts().checked) + ", reference at most " +
                          std::to_string(reference.special) + "\n";
        }
        if (!difference.empty()) {
            return name_of(options.engine) + " after " + std::to_string(reference.steps) + " steps, budget " +
                   std::to_string(budget) + ":\n" + difference;
        }
        if (stop.reason == StopReason::invalid_pc || stop.reason == StopReason::end_of_text) {
            break;
        }
        if (stop.reason == StopReason::exception) {
            const bool handled = (*machine)->enter_handler(stop.exception, stop.pc);
            if (handled != reference.enter_handler(stop.exception, stop.pc)) {
                return "only one of them has a handler";
            }
            if (!handled) {
                (*machine)->cpu.pc = reference.cpu.pc = stop.pc + 4;
            }
        }
    }
    return "";
}

std::string listing(const RandomProgram& program) {
    std::string text;
    for (const TextEntry& entry : program.image.text) {
        const isa::Instruction& i = entry.instruction;
        text += hex(entry.address) + "  " + std::string(isa::info(i.op).id) + " rd " + std::to_string(i.rd) + " rs " +
                std::to_string(i.rs) + " rt " + std::to_string(i.rt) + " imm " + std::to_string(i.imm) + "\n";
    }
    return text;
}

}  // namespace mariner::test

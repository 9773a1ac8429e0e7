#include "tests/unit/translate/block_lockstep.hpp"

#include "emulator/execute/core.hpp"
#include "tests/unit/translate/machine_world.hpp"

namespace mariner::test {

namespace {

using translate::BlockExit;
using translate::Listing;
using translate::LoweredBlock;
using translate::Role;

struct Runner {
    explicit Runner(const RandomProgram& program)
        : machine(std::move(*Machine::create(program.image))), core(make_core(EngineKind::checked, *machine)) {
        machine->cpu = program.start;
    }

    /// One step; an instruction that raised an exception is skipped.
    Stop step() {
        const Stop stop = core->run(1);
        if (stop.reason == StopReason::exception) {
            machine->cpu.pc = stop.pc + 4;
        }
        return stop;
    }

    std::unique_ptr<Machine> machine;
    std::unique_ptr<Core> core;
};

std::string text_of(const LoweredBlock& block) {
    std::string text;
    for (translate::ValueId value = 0; value < block.operations.size(); ++value) {
        text += translate::text_of(block, value) + (block[value].is_removed ? " (removed)" : "") + "  # " +
                std::to_string(block[value].instruction) + "\n";
    }
    return text;
}

std::string difference(Machine& checked, Machine& evaluated) {
    CpuState a = checked.cpu;
    CpuState b = evaluated.cpu;
    a.gpr[reg::bin] = b.gpr[reg::bin] = 0;
    if (!(a == b)) {
        std::string text = a.pc != b.pc ? "pc " : a.condition_flags != b.condition_flags ? "flags " : "";
        for (u32 i = 0; i < 32; ++i) {
            text += a.gpr[i] != b.gpr[i] ? "$" + std::to_string(i) + " " : "";
            text += a.fpr[i] != b.fpr[i] ? "$f" + std::to_string(i) + " " : "";
        }
        return text + (a.hi != b.hi ? "hi " : "") + (a.lo != b.lo ? "lo " : "") + "differ\n";
    }
    for (const u32 page : checked.memory().written_pages()) {
        if (!std::ranges::equal(checked.memory().page_bytes(page), evaluated.memory().page_bytes(page))) {
            return "memory differs\n";
        }
    }
    return checked.memory().written_pages().size() == evaluated.memory().written_pages().size() ? "" : "pages differ\n";
}

bool goes_on(const Stop& stop) {
    return stop.reason == StopReason::step_limit || stop.reason == StopReason::exception ||
           stop.reason == StopReason::syscall;
}

bool is_same(const Stop& a, const Stop& b) {
    return a.reason == b.reason && a.pc == b.pc && a.exception.kind == b.exception.kind &&
           a.exception.value == b.exception.value;
}

/// Puts the machine where the block was left and says how many of its instructions were done.
u32 settle(const BlockExit& exit, const Listing& listing, const LoweredBlock& block, CpuState& cpu) {
    switch (exit.way) {
        case BlockExit::Way::end:
        case BlockExit::Way::branch:
            cpu.pc = listing.address(exit.instruction);
            return block.end - block.first;
        case BlockExit::Way::jump:
            cpu.pc = exit.address;
            return block.end - block.first;
        default:
            cpu.pc = listing.address(exit.instruction);
            return exit.instruction - block.first;
    }
}

u32 end_of_block(const Listing& listing, u32 first, u32 longest) {
    u32 end = first;
    while (end < listing.count() && end - first < longest) {
        if (listing.role(end++) != Role::plain) {
            break;
        }
    }
    return end;
}

}  // namespace

std::string BlockLockstep::run(const RandomProgram& program, Random& random) {
    Runner checked(program);
    Runner evaluated(program);
    const Listing listing(evaluated.machine->text().user());
    CpuState& cpu = evaluated.machine->cpu;
    for (u32 blocks = 0; blocks < most_blocks; ++blocks) {
        std::string block_text;
        BlockExit exit{BlockExit::Way::interpret, 0, 0, {}};
        if (listing.holds(cpu.pc)) {
            const u32 first = (cpu.pc - listing.base()) / 4;
            LoweredBlock block = lower(listing, first, end_of_block(listing, first, 1 + below(random, 12)));
            improve(block);
            MachineWorld world(*evaluated.machine);
            exit = translate::BlockEvaluator(block, world).run();
            const u32 done = settle(exit, listing, block, cpu);
            steps_in_blocks += done;
            block_text = text_of(block);
            if (done != 0 && checked.core->run(done).reason != StopReason::step_limit) {
                return "the checked core stopped within\n" + block_text;
            }
        }
        if (const std::string text = difference(*checked.machine, *evaluated.machine); !text.empty()) {
            return text + block_text;
        }
        if (exit.way == BlockExit::Way::end || exit.way == BlockExit::Way::branch || exit.way == BlockExit::Way::jump) {
            continue;
        }
        ++steps_left;
        const Stop wanted = checked.step();
        const Stop stop = evaluated.step();
        if (!is_same(stop, wanted)) {
            return "another stop behind\n" + block_text;
        }
        if (exit.kind != ExceptionKind::none) {
            ++traps;
            if (wanted.reason != StopReason::exception || wanted.exception.kind != exit.kind) {
                return "another exception than\n" + block_text;
            }
        }
        if (!goes_on(wanted)) {
            break;
        }
    }
    return "";
}

}  // namespace mariner::test

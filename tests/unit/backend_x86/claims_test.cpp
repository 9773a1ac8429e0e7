// What the compiling engine claims to do by itself (is_compiled) it does: in a loop of one instruction, with operands
// of which nothing special comes, no step is left to the checked core and next to none to the fast core. What it
// doesn't claim is left to them, always.

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "emulator/backend_x86/region_emitter.hpp"
#include "emulator/meaning/facts.hpp"
#include "tests/unit/backend_x86/compiler.hpp"
#include "tests/unit/execute/random_program.hpp"

namespace mariner {
namespace {

using isa::Instruction;
using isa::Op;

constexpr u32 text_base = 0x00400000;
constexpr u32 data_base = 0x10010000;
constexpr u8 to = 10, data_pointer = 16, text_pointer = 17, counter = 20;

/// Around the instruction: nothing, or so much use of other registers that its own get no homes.
enum class Company : u8 { alone, crowd };

struct Sources {
    u8 rs;
    u8 rt;
    i32 imm;
};

Instruction with_operands(Op op, const Sources& sources) {
    const isa::InstructionInfo& row = isa::info(op);
    const bool writes_rt = meaning::facts(op).writes.contains(meaning::RegisterPlace::rt);
    Instruction made{op, 0, 0, 0, 0};
    for (const isa::Operand& operand : row.pattern) {
        const bool is_float = operand.kind == isa::OperandKind::float_register;
        const u8 flag_or = operand.name == "cc" ? 1 : operand.name == "c0" ? 13 : 0;
        switch (operand.slot) {
            case isa::Slot::rd:
                made.rd = is_float ? 2 : flag_or != 0 ? flag_or : to;
                break;
            case isa::Slot::rs:
                made.rs = is_float ? 4 : sources.rs;
                break;
            case isa::Slot::rt:
                made.rt = is_float ? 6 : flag_or != 0 ? flag_or : writes_rt ? to : sources.rt;
                break;
            case isa::Slot::imm:
                made.imm = sources.imm;
                break;
            case isa::Slot::none:
                break;
        }
    }
    if (meaning::facts(row.op).touches_memory()) {
        made.rs = data_pointer;
    } else if (meaning::facts(row.op).is_indirect) {
        made.rs = text_pointer;
    } else if (meaning::facts(row.op).is_branch) {
        made.imm = 0;
    } else if (meaning::facts(row.op).is_jump) {
        made.imm = static_cast<i32>(text_base + 4);
    }
    return made;
}

/// The instruction, then what goes back to it.
ProgramImage loop_of(const Instruction& instruction, Company company) {
    std::vector<Instruction> text{instruction, {Op::addiu, 0, counter, counter, 1}};
    for (u8 number = counter; company == Company::crowd && number < 31; ++number) {
        text.insert(text.end(), 3, {Op::addu, number, number, number, 0});
    }
    text.push_back({Op::bgez, 0, 0, 0, -static_cast<i32>(text.size()) - 1});
    return test::image_of(text);
}

void fill(Op op, CpuState& cpu) {
    cpu = {};
    cpu.pc = text_base;
    cpu.gpr[8] = 5;
    cpu.gpr[9] = 7;
    cpu.gpr[data_pointer] = data_base;
    cpu.gpr[text_pointer] = cpu.epc = text_base + 4;
    constexpr auto wide_sources = meaning::PlaceSet::of(meaning::RegisterPlace::ps, meaning::RegisterPlace::pt);
    const bool is_wide = meaning::facts(op).reads.meets(wide_sources);
    for (const u8 number : {u8{4}, u8{6}}) {
        const double value = 0.5 * number;
        const u64 wide = std::bit_cast<u64>(value);
        cpu.fpr[number] = is_wide ? static_cast<u32>(wide) : std::bit_cast<u32>(static_cast<float>(value));
        cpu.fpr[number + 1U] = is_wide ? static_cast<u32>(wide >> 32) : 0;
    }
}

/// Runs on through syscalls; false at any other stop.
bool run(Core& core, u64 steps) {
    const u64 end = core.steps() + steps;
    while (core.steps() < end) {
        const StopReason reason = core.run(end - core.steps()).reason;
        if (reason != StopReason::step_limit && reason != StopReason::syscall) {
            return false;
        }
    }
    return true;
}

std::unique_ptr<Machine> machine_for(Op op, const ProgramImage& image) {
    std::unique_ptr<Machine> machine = std::move(*Machine::create(image));
    machine->memory().poke(data_base, std::vector<u8>(256));
    fill(op, machine->cpu);
    return machine;
}

/// An instruction of this form that raises no exception; nothing if it always does.
std::optional<Instruction> harmless(Op op) {
    for (const Sources& sources :
         {Sources{8, 9, 8}, Sources{9, 8, 8}, Sources{8, 8, 8}, Sources{8, 9, 5}, Sources{8, 9, 4}}) {
        const Instruction instruction = with_operands(op, sources);
        const ProgramImage image = loop_of(instruction, Company::alone);
        const auto machine = machine_for(op, image);
        if (run(*make_core(EngineKind::checked, *machine), 100)) {
            return instruction;
        }
    }
    return std::nullopt;
}

struct Left {
    u64 checked = 0;
    u64 interpreted = 0;
};

constexpr u64 steps = 20'000;

/// A warm loop leaves the same behind as with the checked core; what it leaves to others in `steps` steps.
Left left_by(const Instruction& instruction, Company company, u64 steps_to_end_of_noting) {
    const ProgramImage image = loop_of(instruction, company);
    const auto machine = machine_for(instruction.op, image);
    const auto core = test::compiler(steps_to_end_of_noting)(EngineKind::jit, *machine, {});
    constexpr u64 warmth = 5000;
    EXPECT_TRUE(run(*core, warmth));
    const Core::Counts before = core->counts();
    EXPECT_TRUE(run(*core, steps));

    const auto other = machine_for(instruction.op, image);
    EXPECT_TRUE(run(*make_core(EngineKind::checked, *other), warmth + steps));
    other->cpu.gpr[reg::bin] = machine->cpu.gpr[reg::bin];
    EXPECT_EQ(std::memcmp(&machine->cpu, &other->cpu, sizeof(CpuState)), 0) << "registers differ";
    EXPECT_EQ(std::memcmp(machine->memory().host() + data_base, other->memory().host() + data_base, 256), 0);
    return {core->counts().checked - before.checked, core->counts().interpreted - before.interpreted};
}

class Claim : public testing::TestWithParam<size_t> {};

TEST_P(Claim, IsKeptInALoop) {
    if (!backend_x86::is_available()) {
        GTEST_SKIP() << "no compiling engine on this machine";
    }
    const Op op = static_cast<Op>(GetParam());
    const std::optional<Instruction> instruction = harmless(op);
    if (!instruction) {
        EXPECT_TRUE(op == Op::break_ || op == Op::break_code) << "every try raised an exception";
        EXPECT_FALSE(backend_x86::is_compiled(op));
        return;
    }
    for (const Company company : {Company::alone, Company::crowd}) {
        for (const u64 steps_to_end_of_noting : {test::never, u64{2000}}) {
            const Left left = left_by(*instruction, company, steps_to_end_of_noting);
            // The end of a budget is the fast core's, whatever comes.
            const bool interpreted = left.interpreted > steps / 10;
            EXPECT_EQ(!backend_x86::is_compiled(op), left.checked > 0 || interpreted)
                << left.checked << " steps of the checked core, " << left.interpreted << " of the fast core";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AllRows, Claim, testing::Range(size_t{0}, isa::op_count),
                         [](const auto& tested) { return std::string(isa::instruction_table[tested.param].id); });

}  // namespace
}  // namespace mariner

// Every engine against the plain reference: each form over edge operands, and random programs.

#include <gtest/gtest.h>

#include <cstdlib>

#include "emulator/execute/threaded_core.hpp"
#include "emulator/meaning/facts.hpp"
#include "tests/unit/execute/lockstep.hpp"

namespace mariner {
namespace {

using test::Random;

constexpr EngineKind engines[] = {EngineKind::fast, EngineKind::switch_, EngineKind::checked};

class EachForm : public testing::TestWithParam<size_t> {};

/// All operands of one form on all engines; a block's registers are set just before it runs.
TEST_P(EachForm, DoesWhatTheReferenceDoesOverEdgeOperands) {
    const isa::Op op = static_cast<isa::Op>(GetParam());
    Random random(GetParam());
    constexpr u32 blocks = 400;
    const ProgramImage image = test::single_instruction_blocks(random, op, blocks);
    for (const EngineKind engine : engines) {
        Random values(GetParam() + 1000);
        auto machine = Machine::create(image);
        ASSERT_TRUE(machine);
        const auto core = make_core(engine, **machine);
        test::Reference reference(image, false);
        for (u32 block = 0; block < blocks; ++block) {
            test::fill_with_edges(values, (*machine)->cpu);
            (*machine)->cpu.pc = 0x00400000 + 4 * test::block_length * block;
            reference.cpu = (*machine)->cpu;
            const Stop stop = core->run(100'000);
            const Stop wanted = reference.run(100'000);
            ASSERT_EQ(stop.reason, wanted.reason) << test::name_of(engine) << " block " << block;
            ASSERT_EQ(stop.pc, wanted.pc);
            ASSERT_EQ(stop.exception.kind, wanted.exception.kind) << test::name_of(engine) << " block " << block;
            ASSERT_EQ(stop.exception.value, wanted.exception.value);
            ASSERT_EQ(test::describe_difference(**machine, *core, reference), "")
                << test::name_of(engine) << " block " << block;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AllRows, EachForm, testing::Range(size_t{0}, isa::op_count),
                         [](const auto& tested) { return std::string(isa::instruction_table[tested.param].id); });

/// More programs than by default: MARINER_RANDOM_PROGRAMS; another start: MARINER_RANDOM_SEED.
u64 setting(const char* name, u64 usual) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 0) : usual;
}

struct Pair {
    isa::Op first;
    isa::Op second;
};
constexpr Pair fused_pairs[] = {
#define FUSE(first, second) {isa::Op::first, isa::Op::second},
#include "emulator/execute/fused.inc"
#undef FUSE
};

/// Few registers, so that every way of forwarding the first result comes up; the values of $8 to $10 decide conditions.
isa::Instruction entangled(Random& random, isa::Op op) {
    isa::Instruction instruction = test::random_instruction(random, op, 0x00400000, 0, 1);
    for (u8* slot : {&instruction.rd, &instruction.rs, &instruction.rt}) {
        if (*slot != 0 && *slot != 16) {
            *slot = meaning::facts(op).is_float() ? static_cast<u8>(2 * test::below(random, 3))
                                                  : static_cast<u8>(8 + test::below(random, 3));
        }
    }
    return instruction;
}

TEST(Engines, FuseEveryPairOfTheTableRightly) {
    if (fast_handlers().empty()) {
        GTEST_SKIP() << "NOT TESTED HERE: nothing is fused in this build. See handlers_test.cpp.";
    }
    Random random(setting("MARINER_RANDOM_SEED", 1));
    for (const Pair& pair : fused_pairs) {
        for (int round = 0; round < 30; ++round) {
            test::RandomProgram program;
            std::vector<isa::Instruction> text{entangled(random, pair.first), entangled(random, pair.second)};
            for (isa::Instruction& instruction : text) {
                if (meaning::facts(instruction.op).is_branch) {
                    instruction.imm = static_cast<i32>(test::below(random, 4));
                } else if (meaning::facts(instruction.op).is_jump) {
                    instruction.imm = 0x00400010;
                }
            }
            text.insert(text.end(), 6, {isa::Op::syscall, 0, 0, 0, 0});
            program.image = test::image_of(text);
            test::fill_with_edges(random, program.start);
            for (u8 number = 8; number < 11; ++number) {
                program.start.gpr[number] = test::below(random, 3) == 0 ? 0 : program.start.gpr[number];
            }
            program.start.gpr[16] = 0x10010000;
            program.start.pc = 0x00400000;
            const std::string difference =
                test::run_lockstep(program, {EngineKind::fast, false, 6, static_cast<u64>(round)});
            ASSERT_EQ(difference, "") << test::listing(program);
        }
    }
}

void run_random_programs(u64 count, bool delayed) {
    const u64 first = setting("MARINER_RANDOM_SEED", 1);
    for (u64 seed = first; seed < first + count; ++seed) {
        Random random(seed);
        const test::RandomProgram program = test::random_program(random, 4 + test::below(random, 150));
        for (const EngineKind engine : engines) {
            const std::string difference = test::run_lockstep(program, {engine, delayed, 3000, seed});
            ASSERT_EQ(difference, "") << "seed " << seed << "\n" << test::listing(program);
        }
    }
}

TEST(Engines, RunRandomProgramsAsTheReferenceDoes) {
    run_random_programs(setting("MARINER_RANDOM_PROGRAMS", 1500), false);
}

TEST(Engines, DelayBranchesAsTheReferenceDoes) {
    run_random_programs(setting("MARINER_RANDOM_PROGRAMS", 1500) / 3, true);
}

}  // namespace
}  // namespace mariner

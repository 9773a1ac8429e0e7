// The compiling engine against the plain reference: each form over edge operands, and random programs whose runs are
// cut anywhere. Compiling begins at once here.

#include "emulator/jit/jit.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/unit/execute/lockstep.hpp"
#include "tests/unit/execute/tested_engines.hpp"

namespace mariner {
namespace {

using test::Random;

u64 setting(const char* name, u64 usual) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 0) : usual;
}

class EachForm : public testing::TestWithParam<size_t> {};

TEST_P(EachForm, DoesWhatTheReferenceDoesOverEdgeOperands) {
    const isa::Op op = static_cast<isa::Op>(GetParam());
    Random random(GetParam());
    constexpr u32 blocks = 300;
    const ProgramImage image = test::single_instruction_blocks(random, op, blocks);
    Random values(GetParam() + 1000);
    auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    const auto core = test::make_tested(EngineKind::jit, **machine, {});
    test::Reference reference(image, false);
    for (u32 block = 0; block < blocks; ++block) {
        test::fill_with_edges(values, (*machine)->cpu);
        (*machine)->cpu.pc = 0x00400000 + 4 * test::block_length * block;
        reference.cpu = (*machine)->cpu;
        const Stop stop = core->run(100'000);
        const Stop wanted = reference.run(100'000);
        ASSERT_EQ(stop.reason, wanted.reason) << " block " << block;
        ASSERT_EQ(stop.pc, wanted.pc);
        ASSERT_EQ(stop.exception.kind, wanted.exception.kind) << " block " << block;
        ASSERT_EQ(stop.exception.value, wanted.exception.value);
        ASSERT_EQ(test::describe_difference(**machine, *core, reference), "") << " block " << block;
    }
}

INSTANTIATE_TEST_SUITE_P(AllRows, EachForm, testing::Range(size_t{0}, isa::op_count),
                         [](const auto& tested) { return std::string(isa::instruction_table[tested.param].id); });

/// Stores compare with runs of pages that are known to be open; a page that is closed must be taken out of them.
TEST(Jit, SeesFirstStoresToPagesThatWereClosed) {
    constexpr u8 to = 9;
    const ProgramImage image = test::image_of({{isa::Op::lui, 0, 0, to, 0x1002},
                                               {isa::Op::sw, 0, to, 8, 0},
                                               {isa::Op::addiu, 0, to, to, 1024},
                                               {isa::Op::addiu, 0, 8, 8, 1},
                                               {isa::Op::andi, 0, 8, 10, 63},
                                               {isa::Op::bne, 0, 10, 0, -5},
                                               {isa::Op::bgez, 0, 0, 0, -7}});
    auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    Memory& memory = (*machine)->memory();
    const auto core = test::make_tested(EngineKind::jit, **machine, {});
    for (int round = 0; round < 4; ++round) {
        EXPECT_EQ(core->run(100'000).reason, StopReason::step_limit);
        EXPECT_EQ(memory.dirty_pages().size(), 16U) << "round " << round;
        memory.clear_dirty();
        EXPECT_EQ(memory.open_run(0x10020000).limit, 0x10020000U);
    }
    memory.watch_pages(std::vector<u32>{0x10021}, false,
                       [&](u32 address, u32, bool) { (*machine)->cpu.gpr[20] = address; });
    EXPECT_EQ(core->run(10'000).reason, StopReason::step_limit);
    EXPECT_EQ((*machine)->cpu.gpr[20], 0x10021c00U);
}

TEST(Jit, RunsRandomProgramsAsTheReferenceDoes) {
    const u64 first = setting("MARINER_RANDOM_SEED", 1);
    const u64 count = setting("MARINER_RANDOM_PROGRAMS", 1500);
    for (u64 seed = first; seed < first + count; ++seed) {
        Random random(seed);
        const test::RandomProgram program = test::random_program(random, 4 + test::below(random, 150));
        const std::string difference =
            test::run_lockstep(program, {EngineKind::jit, false, 6000, seed, test::make_tested});
        ASSERT_EQ(difference, "") << "seed " << seed << "\n" << test::listing(program);
    }
}

}  // namespace
}  // namespace mariner

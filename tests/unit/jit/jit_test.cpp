// The compiling engine against the plain reference: each form over edge operands, and random programs whose runs are
// cut anywhere. Compiling begins at once here.

#include "emulator/jit/jit.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/unit/execute/lockstep.hpp"

namespace mariner {
namespace {

using test::Random;

std::unique_ptr<Core> make_at_once(EngineKind kind, Machine& machine, CoreOptions options) {
    std::unique_ptr<Core> core = options.delayed_branching ? nullptr : jit::make_core(machine, {0, 0});
    return core != nullptr ? std::move(core) : make_core(kind, machine, options);
}

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
    const auto core = make_at_once(EngineKind::jit, **machine, {});
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

TEST(Jit, RunsRandomProgramsAsTheReferenceDoes) {
    const u64 first = setting("MARINER_RANDOM_SEED", 1);
    const u64 count = setting("MARINER_RANDOM_PROGRAMS", 1500);
    for (u64 seed = first; seed < first + count; ++seed) {
        Random random(seed);
        const test::RandomProgram program = test::random_program(random, 4 + test::below(random, 150));
        const std::string difference = test::run_lockstep(program, {EngineKind::jit, false, 6000, seed, make_at_once});
        ASSERT_EQ(difference, "") << "seed " << seed << "\n" << test::listing(program);
    }
}

}  // namespace
}  // namespace mariner

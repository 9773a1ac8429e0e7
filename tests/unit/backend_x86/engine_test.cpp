// The compiling engine against the plain reference: each form over edge operands, and random programs whose runs are
// cut anywhere. Compiling begins at once here.

#include "emulator/backend_x86/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/unit/backend_x86/compiler.hpp"
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

/// Operands at which one bit decides, and which chance seldom brings.
TEST(Jit, DoesWhatTheReferenceDoesAtLimits) {
    constexpr u8 base = 9, value = 10;
    constexpr u32 kernel_data = 0x90000000;  // there, swr and its like go beyond the word, as in MARS
    struct LimitCase {
        isa::Op op;
        u32 first;
        u32 second;
        i32 number;
    };
    std::vector<LimitCase> cases{
        {isa::Op::add, 0x7fffffff, 1, 0},  {isa::Op::add, 0x80000000, 0xffffffff, 0},
        {isa::Op::addi, 0x7fffffff, 0, 1}, {isa::Op::addi, 0x80000000, 0, -1},
        {isa::Op::sub, 0x80000000, 1, 0},  {isa::Op::sub, 0x7fffffff, 0xffffffff, 0},
        {isa::Op::tgei, 5, 0, 5},          {isa::Op::tgeiu, 5, 0, 5},
    };
    for (const isa::Op op : {isa::Op::lwl, isa::Op::lwr, isa::Op::swl, isa::Op::swr}) {
        for (i32 offset = 8; offset < 12; ++offset) {
            cases.push_back({op, kernel_data, 0xa1b2c3d4, offset});
        }
    }
    for (const LimitCase& one : cases) {
        const ProgramImage image = test::image_of({{isa::Op::lui, 0, 0, 11, 0x9000},
                                                   {isa::Op::sw, 0, 11, 12, 4},
                                                   {isa::Op::sw, 0, 11, 13, 8},
                                                   {isa::Op::sw, 0, 11, 14, 12},
                                                   {one.op, 8, base, value, one.number},
                                                   {isa::Op::syscall, 0, 0, 0, 0}});
        const auto machine = std::move(*Machine::create(image));
        machine->cpu.pc = image.entry;
        machine->cpu.gpr[base] = one.first;
        machine->cpu.gpr[value] = one.second;
        machine->cpu.gpr[12] = 0x01020304;
        machine->cpu.gpr[13] = 0x15161718;
        machine->cpu.gpr[14] = 0x292a2b2c;
        test::Reference reference(image, false);
        reference.cpu = machine->cpu;
        const auto core = test::make_tested(EngineKind::jit, *machine, {});
        const Stop stop = core->run(100'000);
        const Stop wanted = reference.run(100'000);
        const std::string name = std::string(isa::info(one.op).id) + " " + std::to_string(one.number);
        EXPECT_EQ(stop.reason, wanted.reason) << name;
        EXPECT_EQ(stop.pc, wanted.pc) << name;
        EXPECT_EQ(test::describe_difference(*machine, *core, reference), "") << name;
    }
}

/// Writes to one page after another, round and round.
ProgramImage page_writer() {
    constexpr u8 to = 9;
    return test::image_of({{isa::Op::lui, 0, 0, to, 0x1002},
                           {isa::Op::sw, 0, to, 8, 0},
                           {isa::Op::addiu, 0, to, to, 1024},
                           {isa::Op::addiu, 0, 8, 8, 1},
                           {isa::Op::andi, 0, 8, 10, 63},
                           {isa::Op::bne, 0, 10, 0, -5},
                           {isa::Op::bgez, 0, 0, 0, -7}});
}

TEST(Jit, OpensTheMemoryOfProgramsThatRunLong) {
    const ProgramImage image = page_writer();
    auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    Memory& memory = (*machine)->memory();
    const auto core = test::make_tested(EngineKind::jit, **machine, {});
    std::vector<u8> first;
    for (int round = 0; round < 4; ++round) {
        (*machine)->reset();
        EXPECT_EQ(core->run(1000).reason, StopReason::step_limit);
        EXPECT_TRUE(memory.notes_first_stores()) << "round " << round;
        EXPECT_EQ(core->run(99'000).reason, StopReason::step_limit);
        EXPECT_FALSE(memory.notes_first_stores()) << "round " << round;
        const std::vector<u8> bytes(memory.host() + 0x10020000, memory.host() + 0x10040000);
        first = round == 0 ? bytes : first;
        EXPECT_TRUE(bytes == first) << "round " << round;
    }
}

TEST(Jit, SeesFirstStoresWherePagesMatter) {
    const ProgramImage image = page_writer();
    auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    Memory& memory = (*machine)->memory();
    const auto core = test::make_tested(EngineKind::jit, **machine, {});
    EXPECT_EQ(core->run(100'000).reason, StopReason::step_limit);
    memory.keep_exact();
    for (int round = 0; round < 4; ++round) {
        memory.clear_dirty();
        EXPECT_EQ(core->run(100'000).reason, StopReason::step_limit);
        EXPECT_EQ(memory.dirty_pages().size(), 16U) << "round " << round;
    }
    memory.watch_pages(std::vector<u32>{0x10021}, false,
                       [&](u32 address, u32, bool) { (*machine)->cpu.gpr[20] = address; });
    EXPECT_EQ(core->run(10'000).reason, StopReason::step_limit);
    EXPECT_EQ((*machine)->cpu.gpr[20], 0x10021c00U);
}

/// Divides numbers all over the range, and the multiples nearest to them with their neighbours, where rounding would
/// show; everything goes into one sum.
ProgramImage division_loop(isa::Op division, u32 divisor) {
    constexpr u8 state = 8, by = 9, multiple = 10, number = 11, result = 12, sum = 13, shifted = 14;
    std::vector<isa::Instruction> text{{isa::Op::lui, 0, 0, by, 0x19},
                                       {isa::Op::ori, 0, by, by, 0x660d},
                                       {isa::Op::mul, state, state, by, 0},
                                       {isa::Op::addiu, 0, state, state, 0x3c6f},
                                       {isa::Op::lui, 0, 0, by, static_cast<i32>(divisor >> 16)},
                                       {isa::Op::ori, 0, by, by, static_cast<i32>(divisor & 0xffff)},
                                       {division, 0, state, by, 0},
                                       {isa::Op::mflo, multiple, 0, 0, 0},
                                       {isa::Op::mul, multiple, multiple, by, 0}};
    for (const i32 distance : {-1, 0, 1}) {
        const std::vector<isa::Instruction> more{{isa::Op::addiu, 0, multiple, number, distance},
                                                 {division, 0, number, by, 0},
                                                 {isa::Op::mflo, result, 0, 0, 0},
                                                 {isa::Op::addu, sum, sum, result, 0},
                                                 {isa::Op::sll, shifted, 0, sum, 3},
                                                 {isa::Op::xor_, sum, sum, shifted, 0},
                                                 {isa::Op::mfhi, result, 0, 0, 0},
                                                 {isa::Op::addu, sum, sum, result, 0}};
        text.insert(text.end(), more.begin(), more.end());
    }
    text.push_back({isa::Op::bgez, 0, 0, 0, -static_cast<i32>(text.size()) - 1});
    return test::image_of(text);
}

TEST(Jit, DividesByConstantsAsByOtherNumbers) {
    std::vector<u32> divisors{1,      2,      3,          5,          6,          7,          9,
                              10,     11,     100,        125,        641,        1000,       10'007,
                              65'535, 65'536, 65'537,     0,          ~0U,        ~1U,        ~2U,
                              ~6U,    ~9U,    ~999U,      0x7fffffff, 0x7ffffffe, 0x80000000, ~4095U,
                              0xffff, 0x4000, 0x80000001, 0xaaaaaaab, 0xcccccccd, 0x55555555};
    Random random(8);
    for (int i = 0; i < 60; ++i) {
        divisors.push_back(static_cast<u32>(random()) >> test::below(random, 32));
    }
    for (const isa::Op division : {isa::Op::div, isa::Op::divu}) {
        for (const u32 divisor : divisors) {
            const ProgramImage image = division_loop(division, divisor);
            auto compiled = Machine::create(image);
            auto interpreted = Machine::create(image);
            ASSERT_TRUE(compiled && interpreted);
            constexpr u64 steps = 50'000;
            ASSERT_EQ(test::make_tested(EngineKind::jit, **compiled, {})->run(steps).reason, StopReason::step_limit);
            ASSERT_EQ(make_core(EngineKind::fast, **interpreted, {})->run(steps).reason, StopReason::step_limit);
            EXPECT_EQ((*compiled)->cpu.gpr[13], (*interpreted)->cpu.gpr[13]) << static_cast<i32>(divisor);
            EXPECT_EQ((*compiled)->cpu.hi, (*interpreted)->cpu.hi) << static_cast<i32>(divisor);
            EXPECT_EQ((*compiled)->cpu.lo, (*interpreted)->cpu.lo) << static_cast<i32>(divisor);
        }
    }
}

TEST(Jit, RunsRandomProgramsAsTheReferenceDoes) {
    const u64 first = setting("MARINER_RANDOM_SEED", 1);
    const u64 count = setting("MARINER_RANDOM_PROGRAMS", 1500);
    for (u64 seed = first; seed < first + count; ++seed) {
        Random random(seed);
        const test::RandomProgram program = test::random_program(random, 4 + test::below(random, 150));
        const std::string difference = test::run_lockstep(
            program, {EngineKind::jit, false, 6000, seed, test::compiler(seed % 4 == 0 ? 2000 : test::never)});
        ASSERT_EQ(difference, "") << "seed " << seed << "\n" << test::listing(program);
    }
}

/// The registers that programs see.
CpuState visible(const Machine& machine) {
    CpuState cpu = machine.cpu;
    cpu.gpr[reg::bin] = 0;
    return cpu;
}

std::string difference(const Machine& a, const Machine& b) {
    if (!(visible(a) == visible(b))) {
        return "registers differ";
    }
    for (const u32 page : b.memory().written_pages()) {
        if (!std::ranges::equal(a.memory().page_bytes(page), b.memory().page_bytes(page))) {
            return "memory differs";
        }
    }
    return "";
}

/// Runs a program on two engines, in the same slices; exceptions are skipped. Empty if they agree.
std::string run_long(const test::RandomProgram& program, Random& slices, u64 steps_to_end_of_noting, u64& steps) {
    constexpr u64 most_steps = 5'000'000;
    auto compiled = std::move(*Machine::create(program.image));
    auto interpreted = std::move(*Machine::create(program.image));
    compiled->cpu = interpreted->cpu = program.start;
    const auto engine = test::compiler(steps_to_end_of_noting)(EngineKind::jit, *compiled, {});
    const auto other = make_core(EngineKind::fast, *interpreted, {});
    constexpr u32 most_stops = 300;
    for (u32 stops = 0; stops < most_stops && engine->steps() < most_steps; ++stops) {
        const u64 budget = 1 + test::below(slices, 400'000);
        const Stop stop = engine->run(budget);
        const Stop wanted = other->run(budget);
        const bool is_same = stop.reason == wanted.reason && stop.pc == wanted.pc &&
                             stop.exception.kind == wanted.exception.kind &&
                             stop.exception.value == wanted.exception.value && engine->steps() == other->steps() &&
                             engine->fetches() == other->fetches();
        const std::string text = is_same ? difference(*compiled, *interpreted) : "another stop";
        steps = other->steps();
        if (!text.empty()) {
            return text + " after " + std::to_string(other->steps()) + " steps";
        }
        if (stop.reason == StopReason::exception) {
            compiled->cpu.pc = interpreted->cpu.pc = stop.pc + 4;
        } else if (stop.reason != StopReason::step_limit && stop.reason != StopReason::syscall) {
            break;
        }
    }
    return "";
}

/// MARINER_LONG_STEPS: so many in all (tools/test --all: 10^10). Programs that go round for long find what short ones
/// don't: code that is compiled anew, links between regions, budgets that end anywhere.
TEST(Jit, RunsLongAsTheFastCoreDoes) {
    const u64 total = setting("MARINER_LONG_STEPS", 20'000'000);
    u64 steps = 0;
    for (u64 seed = setting("MARINER_RANDOM_SEED", 1); steps < total; ++seed) {
        Random random(seed);
        const test::RandomProgram program = test::random_program(random, 4 + test::below(random, 150));
        u64 made = 0;
        const std::string difference = run_long(program, random, seed % 2 == 0 ? 2000 : test::never, made);
        ASSERT_EQ(difference, "") << "seed " << seed << "\n" << test::listing(program);
        steps += made;
    }
}

}  // namespace
}  // namespace mariner

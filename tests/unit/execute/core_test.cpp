// What the engines promise beside instructions: limits, stop requests, counts, self-modifying code, interrupts.

#include "emulator/execute/core.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "emulator/execute/checked_core.hpp"
#include "emulator/isa/encode.hpp"
#include "tests/unit/execute/lockstep.hpp"
#include "tests/unit/execute/tested_engines.hpp"

namespace mariner {
namespace {

using isa::Instruction;
using isa::Op;

constexpr u32 text = 0x00400000;
constexpr u32 kernel = 0x80000180;

constexpr Instruction nop{Op::nop, 0, 0, 0, 0};
constexpr Instruction syscall{Op::syscall, 0, 0, 0, 0};
constexpr Instruction eret{Op::eret, 0, 0, 0, 0};
constexpr Instruction addiu(u8 rt, u8 rs, i32 imm) {
    return {Op::addiu, 0, rs, rt, imm};
}
constexpr Instruction bne(u8 rs, u8 rt, i32 distance) {
    return {Op::bne, 0, rs, rt, distance};
}
constexpr Instruction always(i32 distance) {
    return {Op::bgez, 0, 0, 0, distance};
}
constexpr Instruction jr(u8 rs) {
    return {Op::jr, 0, rs, 0, 0};
}

void append(ProgramImage& image, u32 base, const std::vector<Instruction>& instructions) {
    const ProgramImage more = test::image_of(instructions, base);
    image.text.insert(image.text.end(), more.text.begin(), more.text.end());
}

struct Guest {
    Guest(const ProgramImage& program, EngineKind kind, CoreOptions options = {}, MachineOptions machine_options = {})
        : image(program),
          machine(*Machine::create(image, machine_options)),
          core(test::make_tested(kind, *machine, options)) {}
    ProgramImage image;
    std::unique_ptr<Machine> machine;
    std::unique_ptr<Core> core;
};

class EachEngine : public testing::TestWithParam<EngineKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EachEngine, testing::ValuesIn(test::tested_engines()),
                         [](const auto& tested) { return test::name_of(tested.param); });

/// It reads the register that it writes: taken once, then not. Every cut of the run counts the same.
TEST_P(EachEngine, GoesOnBehindACallToItself) {
    constexpr Instruction bltzal{Op::bltzal, 0, reg::ra, 0, -1};
    const ProgramImage image = test::image_of({addiu(reg::ra, 0, -5), bltzal, addiu(8, 8, 1), syscall});
    for (u64 first = 1; first <= 6; ++first) {
        Guest guest(image, GetParam());
        Stop stop = guest.core->run(first);
        stop = stop.reason == StopReason::step_limit ? guest.core->run(100'000) : stop;
        EXPECT_EQ(stop.reason, StopReason::syscall);
        EXPECT_EQ(guest.core->steps(), 5U) << "first " << first;
        EXPECT_EQ(guest.core->fetches(), 4U) << "first " << first;
        EXPECT_EQ(guest.machine->cpu.gpr[8], 1U);
    }
}

TEST_P(EachEngine, StopsAtEveryStepOfALoopExactly) {
    const ProgramImage image = test::image_of({addiu(8, 8, 1), addiu(9, 9, 2), bne(8, 10, -3), syscall});
    for (u64 limit = 1; limit <= 40; ++limit) {
        Guest guest(image, GetParam());
        const Stop stop = guest.core->run(limit);
        EXPECT_EQ(stop.reason, StopReason::step_limit);
        EXPECT_EQ(guest.core->steps(), limit);
        EXPECT_EQ(guest.machine->cpu.pc, text + 4 * (limit % 3));
        EXPECT_EQ(guest.machine->cpu.gpr[8], (limit + 2) / 3);
    }
}

TEST_P(EachEngine, RunsMillionsOfStepsInOneCallWithoutUsingUpTheStack) {
    // Every access to the last stack page takes the slow way, and so must not leave a frame behind.
    ProgramImage image = test::image_of({{Op::sb, 0, 16, 9, 0}, addiu(8, 8, 1), bne(8, 10, -3), syscall});
    Guest guest(image, GetParam());
    guest.machine->cpu.gpr[16] = 0x7ffffff0;
    const Stop stop = guest.core->run(3'000'001);
    EXPECT_EQ(stop.reason, StopReason::step_limit);
    EXPECT_EQ(guest.core->steps(), 3'000'001U);
    EXPECT_EQ(guest.machine->cpu.gpr[8], 1'000'000U);
}

TEST_P(EachEngine, EndsAnEndlessLoopOnRequestFromAnotherThread) {
    for (const auto& program : {std::vector<Instruction>{always(-1)}, std::vector<Instruction>{nop, always(-2)},
                                std::vector<Instruction>{jr(8)}}) {
        Guest guest(test::image_of(program), GetParam());
        guest.machine->cpu.gpr[8] = text;
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            guest.core->request_stop();
        });
        const Stop stop = guest.core->run(~u64{0});
        other.join();
        EXPECT_EQ(stop.reason, StopReason::requested);
        EXPECT_EQ(guest.core->run(10).reason, StopReason::step_limit);
    }
}

TEST_P(EachEngine, PrefersARequestMadeBeforeToRunning) {
    Guest guest(test::image_of({nop, nop}), GetParam());
    guest.core->request_stop();
    EXPECT_EQ(guest.core->run(10).reason, StopReason::requested);
    EXPECT_EQ(guest.core->steps(), 0U);
}

TEST_P(EachEngine, CountsASelfLoopOnceHoweverItIsCutUp) {
    Guest guest(test::image_of({nop, always(-1)}), GetParam());
    for (const u64 slice : {1U, 5U, 1000U, 2'000'000U}) {
        guest.core->run(slice);
    }
    EXPECT_EQ(guest.core->steps(), 2'001'006U);
    EXPECT_EQ(guest.core->fetches(), 2U);
}

TEST_P(EachEngine, CountsTheFetchThatFindsNothing) {
    Guest guest(test::image_of({nop, nop}), GetParam());
    EXPECT_EQ(guest.core->run(1000).reason, StopReason::end_of_text);
    EXPECT_EQ(guest.core->steps(), 2U);
    EXPECT_EQ(guest.core->fetches(), 3U);
}

TEST_P(EachEngine, CountsNoFetchFromAnInvalidAddress) {
    Guest guest(test::image_of({jr(8)}), GetParam());
    guest.machine->cpu.gpr[8] = 0x00400002;
    const Stop stop = guest.core->run(1000);
    EXPECT_EQ(stop.reason, StopReason::invalid_pc);
    EXPECT_EQ(stop.pc, 0x00400002U);
    EXPECT_EQ(guest.core->fetches(), 1U);
    EXPECT_EQ(guest.machine->cpu.epc, 0x00400002U);
    EXPECT_EQ(guest.machine->cpu.bad_address, 0x00400002U);
}

TEST_P(EachEngine, MissesTheFirstFetchAtAddressZero) {
    // MARS begins with 0 as the address of the last fetch.
    ProgramImage image = test::image_of({nop, nop}, 0);
    image.configuration = MemoryConfiguration::compact_text;
    Guest guest(image, GetParam());
    guest.core->run(1000);
    EXPECT_EQ(guest.core->steps(), 2U);
    EXPECT_EQ(guest.core->fetches(), 2U);
}

TEST_P(EachEngine, DoesNotCountKernelTextNorTheReturnToTheSameAddress) {
    ProgramImage image = test::image_of({nop, {Op::teq, 0, 0, 0, 0}, nop, syscall});
    append(image, kernel, {nop, nop, eret});
    Guest guest(image, GetParam());
    for (int i = 0; i < 3; ++i) {
        const Stop stop = guest.core->run(100'000);
        ASSERT_EQ(stop.reason, StopReason::exception);
        ASSERT_TRUE(guest.machine->enter_handler(stop.exception, stop.pc));
    }
    EXPECT_EQ(guest.core->steps(), 2U + 2 * 4);
    EXPECT_EQ(guest.core->fetches(), 2U);
}

TEST_P(EachEngine, BranchesIntoKernelTextAndBack) {
    const i32 way = static_cast<i32>(kernel - (text + 8)) / 4;
    ProgramImage image = test::image_of({nop, always(way), syscall});
    append(image, kernel, {addiu(8, 8, 1), jr(9)});
    Guest guest(image, GetParam());
    guest.machine->cpu.gpr[9] = text + 8;
    const Stop stop = guest.core->run(100'000);
    EXPECT_EQ(stop.reason, StopReason::syscall);
    EXPECT_EQ(stop.pc, text + 8);
    EXPECT_EQ(guest.machine->cpu.gpr[8], 1U);
    EXPECT_EQ(guest.core->steps(), 5U);
    EXPECT_EQ(guest.core->fetches(), 3U);
}

TEST_P(EachEngine, TakesAnInterruptInPlaceOfAnInstruction) {
    ProgramImage image = test::image_of({addiu(8, 8, 1), addiu(8, 8, 1), syscall});
    append(image, kernel, {eret});
    Guest guest(image, GetParam());
    guest.core->run(1);
    EXPECT_TRUE(guest.core->interrupt(0x40));
    EXPECT_EQ(guest.machine->cpu.epc, text + 4);
    EXPECT_EQ(guest.machine->cpu.cause, 0x100U);
    EXPECT_EQ(guest.core->run(100'000).reason, StopReason::syscall);
    EXPECT_EQ(guest.machine->cpu.gpr[8], 2U);
    EXPECT_EQ(guest.core->steps(), 5U);
    EXPECT_EQ(guest.core->fetches(), 3U);
}

TEST_P(EachEngine, ReportsALimitBeforeTheEndOfText) {
    Guest guest(test::image_of({nop}), GetParam());
    EXPECT_EQ(guest.core->run(1).reason, StopReason::step_limit);
    EXPECT_EQ(guest.core->run(1).reason, StopReason::end_of_text);
}

TEST_P(EachEngine, EndsAnEmptyProgramAtOnce) {
    ProgramImage image;
    image.entry = text;
    Guest guest(image, GetParam());
    EXPECT_EQ(guest.core->run(100).reason, StopReason::end_of_text);
    EXPECT_EQ(guest.core->steps(), 0U);
}

TEST_P(EachEngine, RunsFromADelaySlotThroughASyscall) {
    const ProgramImage image = test::image_of({always(3), syscall, addiu(8, 8, 1), nop, addiu(9, 9, 1), syscall});
    Guest guest(image, GetParam(), {true});
    Stop stop = guest.core->run(100);
    EXPECT_EQ(stop.pc, text + 4);
    stop = guest.core->run(100);
    EXPECT_EQ(stop.reason, StopReason::syscall);
    EXPECT_EQ(guest.machine->cpu.gpr[8], 0U);
    EXPECT_EQ(guest.machine->cpu.gpr[9], 1U);
}

class SelfModifying : public EachEngine {
protected:
    static Guest make(const std::vector<Instruction>& program) {
        MachineOptions options;
        options.self_modifying = true;
        return Guest(test::image_of(program), GetParam(), {}, options);
    }
};
INSTANTIATE_TEST_SUITE_P(Kinds, SelfModifying, testing::ValuesIn(test::tested_engines()));

TEST_P(SelfModifying, RunsTheWordThatWasStored) {
    Guest guest = make({{Op::sw, 0, 16, 9, 8}, nop, syscall, syscall});
    guest.machine->cpu.gpr[16] = text;
    guest.machine->cpu.gpr[9] = isa::encode(addiu(8, 8, 5));
    const Stop stop = guest.core->run(100);
    EXPECT_EQ(stop.pc, text + 12);
    EXPECT_EQ(guest.machine->cpu.gpr[8], 5U);
}

TEST_P(SelfModifying, ReplacesTheWholeWordByAByte) {
    Guest guest = make({{Op::sb, 0, 16, 9, 8}, nop, addiu(8, 8, 1), syscall});
    guest.machine->cpu.gpr[16] = text;
    guest.machine->cpu.gpr[9] = 0xffffff0c;
    const Stop stop = guest.core->run(100);
    EXPECT_EQ(stop.reason, StopReason::syscall) << "0x0000000c is a syscall";
    EXPECT_EQ(stop.pc, text + 8);
}

TEST_P(SelfModifying, RunsFromDataUntilItsEnd) {
    Guest guest = make({jr(8)});
    guest.machine->cpu.gpr[8] = 0x103ffff0;
    guest.machine->memory().store_word(0x103ffff0, isa::encode(addiu(9, 9, 7)));
    const Stop stop = guest.core->run(100);
    EXPECT_EQ(stop.reason, StopReason::invalid_pc);
    EXPECT_EQ(stop.pc, 0x10400000U);
    EXPECT_EQ(guest.machine->cpu.gpr[9], 7U);
    EXPECT_EQ(guest.core->steps(), 5U);
    EXPECT_EQ(guest.core->fetches(), 1U);
}

TEST_P(SelfModifying, RaisesReservedInstructionForOtherWords) {
    Guest guest = make({{Op::sw, 0, 16, 9, 4}, nop});
    guest.machine->cpu.gpr[16] = text;
    guest.machine->cpu.gpr[9] = 0xfc000001;
    const Stop stop = guest.core->run(100);
    EXPECT_EQ(stop.exception.kind, ExceptionKind::undefined_instruction);
    EXPECT_EQ(stop.exception.value, 0xfc000001U);
    EXPECT_EQ(stop.pc, text + 4);
}

TEST_P(SelfModifying, CountsReadsOfTextAsFetches) {
    Guest guest = make({{Op::lw, 0, 16, 9, 0}, {Op::lw, 0, 16, 9, 4}, syscall});
    guest.machine->cpu.gpr[16] = text;
    guest.core->run(100);
    // The first reads its own word, which was fetched last; the second likewise.
    EXPECT_EQ(guest.core->fetches(), 3U);
    Guest other = make({{Op::lw, 0, 16, 9, 8}, syscall, nop});
    other.machine->cpu.gpr[16] = text;
    other.core->run(100);
    EXPECT_EQ(other.core->fetches(), 3U);
}

/// Writes down everything it is told.
struct Witness : Observer {
    static constexpr bool active = true;
    std::string* log = nullptr;
    u32 break_at = 0;

    bool before(u32 pc, const Instruction& instruction) {
        *log += "before " + std::to_string(pc - text) + " " + std::string(isa::info(instruction.op).id) + "\n";
        return pc == break_at;
    }
    bool after(u32 pc) {
        *log += "after " + std::to_string(pc - text) + "\n";
        return false;
    }
    void read(u32 address, u32 size) {
        *log += "read " + std::to_string(size) + " at +" + std::to_string(address - 0x10010000) + "\n";
    }
    void write(u32 address, u32 size, u32 value) {
        *log += "write " + std::to_string(size) + " at +" + std::to_string(address - 0x10010000) + " = " +
                std::to_string(value) + "\n";
    }
    void set_register(u8 id, u32 value) { *log += "$" + std::to_string(id) + " = " + std::to_string(value) + "\n"; }
};

TEST(Observer, SeesEverythingInOrder) {
    const ProgramImage image = test::image_of(
        {addiu(8, 0, 5), {Op::sh, 0, 16, 8, 2}, {Op::lb, 0, 16, 0, 2}, {Op::mtlo, 0, 8, 0, 0}, {Op::lw, 0, 16, 9, 1}});
    auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    (*machine)->cpu.gpr[16] = 0x10010000;
    std::string log;
    Witness witness;
    witness.log = &log;
    WatchedCore<Witness> watched(**machine, {}, witness);
    const Stop stop = watched.core().run(100);
    EXPECT_EQ(stop.reason, StopReason::exception);
    EXPECT_EQ(log,
              "before 0 addiu\n$8 = 5\nafter 0\n"
              "before 4 sh\nwrite 2 at +2 = 5\nafter 4\n"
              "before 8 lb\nread 1 at +2\n$32 = 5\nafter 8\n"
              "before 12 mtlo\n$34 = 5\nafter 12\n"
              "before 16 lw\n");
}

TEST(Observer, StopsInFrontOfAnInstructionWithoutCountingIt) {
    const ProgramImage image = test::image_of({nop, nop, nop});
    auto machine = Machine::create(image);
    ASSERT_TRUE(machine);
    std::string log;
    Witness witness;
    witness.log = &log;
    witness.break_at = text + 4;
    WatchedCore<Witness> watched(**machine, {}, witness);
    const Stop stop = watched.core().run(100);
    EXPECT_EQ(stop.reason, StopReason::hook);
    EXPECT_EQ(stop.pc, text + 4);
    EXPECT_EQ((*machine)->cpu.pc, text + 4);
    EXPECT_EQ(watched.core().steps(), 1U);
    watched.observer().break_at = 0;
    EXPECT_EQ(watched.core().run(100).reason, StopReason::end_of_text);
    EXPECT_EQ(watched.core().steps(), 3U);
    EXPECT_EQ(watched.core().fetches(), 4U);
}

}  // namespace
}  // namespace mariner

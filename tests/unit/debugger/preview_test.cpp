// What the view says of the next instruction, held against what the checked core then does.

#include "emulator/debugger/preview.hpp"

#include <gtest/gtest.h>

#include <map>

#include "emulator/execute/core.hpp"
#include "tests/unit/debugger/debugged.hpp"
#include "tests/unit/execute/random_program.hpp"

namespace mariner::test {
namespace {

using debugger::preview;
using debugger::Preview;

/// Empty if the core did what was said.
std::string difference(const Preview& said, const Machine& machine, const Stop& stop) {
    if (stop.reason == StopReason::exception) {
        return said.exception.kind != stop.exception.kind     ? "another exception"
               : said.exception.value != stop.exception.value ? "another value"
                                                              : "";
    }
    if (said.exception) {
        return "no exception came";
    }
    const bool is_service = stop.reason == StopReason::syscall;
    if (is_service != (said.flow == Flow::syscall) || !(said.cpu == machine.cpu)) {
        return "other registers";
    }
    std::map<u32, u8> bytes;
    for (const Preview::MemoryAccess& access : said.accesses) {
        for (u32 i = 0; access.is_write && i < access.size; ++i) {
            bytes[access.address + i] = static_cast<u8>(access.value >> (8 * i));
        }
    }
    for (const auto& [address, byte] : bytes) {
        if (machine.memory().peek_byte(address) != byte) {
            return "other memory";
        }
    }
    return "";
}

TEST(Preview, SaysOfEveryInstructionWhatTheCoreDoes) {
    constexpr u32 base = 0x00400000;
    constexpr int tries = 60;
    Random random(12);
    for (const isa::InstructionInfo& row : isa::instruction_table) {
        int changed = 0;
        for (int i = 0; i < tries; ++i) {
            const isa::Instruction nop;
            const ProgramImage image = image_of({nop, random_instruction(random, row.op, base, 1, 3), nop}, base);
            const std::unique_ptr<Machine> machine = std::move(*Machine::create(image, {}));
            fill_with_edges(random, machine->cpu);
            machine->cpu.gpr[reg::zero] = 0;
            machine->cpu.pc = base + 4;
            const CpuState before = machine->cpu;
            const Preview said = preview(*machine, false);
            ASSERT_EQ(machine->cpu, before) << row.id << ": it was done";
            ASSERT_TRUE(machine->memory().written_pages().empty()) << row.id << ": memory was touched";
            Stop stop = make_core(EngineKind::checked, *machine)->run(1);
            if (stop.exception.kind == ExceptionKind::host_failure) {
                continue;  // MARS itself dies at this address
            }
            EXPECT_EQ(difference(said, *machine, stop), "") << row.id;
            changed += machine->cpu == before && !said.exception ? 0 : 1;
        }
        EXPECT_GT(changed, 0) << row.id;
    }
}

TEST(Preview, TakesAPseudoInstructionForOneThing) {
    Debugged one(
        ".data\nlist: .word 7, 8\n.text\nmain: lw $t0, list+4\nblt $zero, $t0, main\ndiv $t1, $t0, $zero\nulw $t2, "
        "list+1\n");
    debugger::Session& session = *one.session;
    const Preview load = preview(session.machine(), false);
    EXPECT_EQ(load.count, 2U);
    EXPECT_EQ(load.cpu.gpr[8], 8U);
    ASSERT_EQ(load.accesses.size(), 1U);
    EXPECT_EQ(load.accesses[0].address, one.label("list") + 4);
    session.move(debugger::Motion::line);
    EXPECT_EQ(preview(session.machine(), false).cpu.pc, one.label("main"));
    session.set_pc(session.machine().cpu.pc + 8);
    const Preview division = preview(session.machine(), false);
    EXPECT_EQ(division.exception.kind, ExceptionKind::break_without_code);
    EXPECT_EQ(preview(session.machine(), true).count, 1U) << "the slot behind a branch comes first";
}

}  // namespace
}  // namespace mariner::test

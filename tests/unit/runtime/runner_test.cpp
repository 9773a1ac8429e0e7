// Whole runs of small programs in a scripted world: how they end, limits, handlers, and that a run can be taken up
// again.

#include "emulator/runtime/runner.hpp"

#include <gtest/gtest.h>

#include <string>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/runtime/terminal_host.hpp"
#include "emulator/syscalls/script_host.hpp"

namespace mariner {
namespace {

/// A program ready to run on one engine.
class Guest {
public:
    explicit Guest(const std::string& source, std::string input = {}, const RunOptions& options = {},
                   EngineKind kind = EngineKind::fast)
        : host(std::move(input)) {
        MemorySources sources;
        sources.add("test.asm", source);
        const std::vector<std::string> files{"test.asm"};
        Assembly assembly = assemble(files, sources, {});
        EXPECT_TRUE(assembly.image) << mars_report(assembly.diagnostics);
        m_image = std::move(*assembly.image);
        machine = std::move(*Machine::create(m_image));
        m_core = make_engine(kind, *machine);
        runner = std::make_unique<Runner>(*m_core, host, options);
    }

    ScriptHost host;
    std::unique_ptr<Machine> machine;
    std::unique_ptr<Runner> runner;

private:
    ProgramImage m_image;
    std::unique_ptr<Core> m_core;
};

constexpr const char* endless = "x: b x\n";
constexpr const char* print_and_exit = "li $v0, 1\nli $a0, 7\nsyscall\nli $v0, 17\nli $a0, 3\nsyscall\n";

TEST(Runner, ReportsTheGuestsExitCode) {
    Guest guest(print_and_exit);
    const RunResult result = guest.runner->run();
    EXPECT_EQ(result.ending, RunEnding::exited);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(guest.host.output(), "7");
    EXPECT_EQ(guest.runner->steps(), 6U);
    EXPECT_EQ(guest.runner->syscalls(), 2U);
}

TEST(Runner, EndsWhenItsOutputIsLost) {
    TerminalOptions closed;
    closed.output = -1;
    TerminalHost host(closed);
    Guest guest("li $v0, 1\nloop: syscall\nb loop\n");
    const std::unique_ptr<Core> core = make_engine(EngineKind::fast, *guest.machine);
    const RunResult result = Runner(*core, host, {}).run();
    EXPECT_EQ(result.ending, RunEnding::output_lost);
    EXPECT_FALSE(result.may_go_on());
    EXPECT_NE(explain(*guest.machine, result, 9).find("its output can't be written"), std::string::npos);
}

TEST(Runner, EndsWhereNoInstructionIs) {
    EXPECT_EQ(Guest("li $t0, 1\n").runner->run().ending, RunEnding::dropped_off);
    EXPECT_EQ(Guest(".data\n").runner->run().ending, RunEnding::dropped_off);
    const RunResult result = Guest("jr $ra\n").runner->run();
    EXPECT_EQ(result.ending, RunEnding::invalid_pc);
    EXPECT_EQ(result.pc, 0U);
}

TEST(Runner, CountsStepsExactlyOnEveryEngine) {
    for (const EngineKind kind : {EngineKind::fast, EngineKind::switch_, EngineKind::checked, EngineKind::jit}) {
        for (const u64 limit : {1U, 2U, 3U, 4U, 5U, 1000U, 200'000U}) {
            RunOptions options;
            options.limits.steps = limit;
            Guest guest(endless, {}, options, kind);
            EXPECT_EQ(guest.runner->run().ending, RunEnding::step_limit);
            EXPECT_EQ(guest.runner->steps(), limit);
        }
    }
}

TEST(Runner, AnExitInTheLastStepIsNoLimit) {
    RunOptions options;
    options.limits.steps = 6;
    EXPECT_EQ(Guest(print_and_exit, {}, options).runner->run().ending, RunEnding::exited);
    options.limits.steps = 5;
    EXPECT_EQ(Guest(print_and_exit, {}, options).runner->run().ending, RunEnding::step_limit);
}

TEST(Runner, TheLimitComesBeforeTheEndOfTheText) {
    RunOptions options;
    options.limits.steps = 2;
    EXPECT_EQ(Guest("nop\nnop\n", {}, options).runner->run().ending, RunEnding::step_limit);
    options.limits.steps = 3;
    EXPECT_EQ(Guest("nop\nnop\n", {}, options).runner->run().ending, RunEnding::dropped_off);
}

TEST(Runner, GoesOnAfterAPause) {
    Guest guest(print_and_exit);
    for (u64 steps = 1; steps <= 5; ++steps) {
        EXPECT_EQ(guest.runner->run_for(1).ending, RunEnding::paused);
        EXPECT_EQ(guest.runner->steps(), steps);
    }
    EXPECT_EQ(guest.runner->run_for(1).ending, RunEnding::exited);
}

TEST(Runner, StopsOnRequest) {
    std::atomic<bool> stop = true;
    RunOptions options;
    options.stop = &stop;
    Guest guest(endless, {}, options);
    EXPECT_EQ(guest.runner->run().ending, RunEnding::stopped);
    stop = false;
    EXPECT_EQ(guest.runner->run_for(10).ending, RunEnding::paused);
}

TEST(Runner, StopsWhenTheTimeIsUp) {
    RunOptions options;
    options.limits.time_milliseconds = 1;
    EXPECT_EQ(Guest(endless, {}, options).runner->run().ending, RunEnding::time_limit);
}

TEST(Runner, AnEndlessPrinterMeetsTheOutputLimit) {
    RunOptions options;
    options.limits.output_bytes = 10;
    Guest guest("li $v0, 11\nli $a0, 'a'\nx: syscall\nb x\n", {}, options);
    const RunResult result = guest.runner->run();
    EXPECT_EQ(result.ending, RunEnding::limit);
    EXPECT_EQ(result.message, "the program wrote more than 10 bytes");
    EXPECT_EQ(guest.host.output(), "aaaaaaaaaa");
}

TEST(Runner, TellsWhatTheExceptionWas) {
    Guest guest("nop\nlw $t0, 1($zero)\n");
    const RunResult result = guest.runner->run();
    EXPECT_EQ(result.ending, RunEnding::exception);
    EXPECT_EQ(result.pc, 0x00400004U);
    EXPECT_EQ(mars_text(result.exception), "fetch address not aligned on word boundary 0x00000001");
    const std::string report = explain(*guest.machine, result, guest.runner->steps());
    EXPECT_TRUE(report.starts_with("test.asm:2: runtime error: fetch address not aligned")) << report;
    EXPECT_NE(report.find("lw $t0, 1($zero)"), std::string::npos);
    EXPECT_NE(report.find("$zero = 0x00000000 (0)"), std::string::npos);
    EXPECT_NE(report.find("divisible by 4"), std::string::npos);
}

TEST(Runner, LeadsExceptionsToTheHandler) {
    constexpr const char* source =
        "li $v0, 5\nsyscall\nli $v0, 10\nsyscall\n"
        ".ktext 0x80000180\nmfc0 $t0, $14\naddi $t0, $t0, 4\nmtc0 $t0, $14\nmfc0 $s0, $13\neret\n";
    Guest guest(source, "abc\n");
    EXPECT_EQ(guest.runner->run().ending, RunEnding::exited);
    EXPECT_EQ(guest.machine->cpu.gpr[16], 8U << 2);
    EXPECT_EQ(guest.runner->steps(), 9U);
}

TEST(Runner, TheEndOfInputIsNoMatterForAHandler) {
    Guest guest("li $v0, 5\nsyscall\n.ktext 0x80000180\neret\n");
    const RunResult result = guest.runner->run();
    EXPECT_EQ(result.ending, RunEnding::end_of_input);
    EXPECT_EQ(guest.machine->cpu.gpr[reg::v0], 5U);
    EXPECT_FALSE(trouble_of(result, 2).empty());
}

TEST(Runner, AnInterruptedReadIsTakenUpAgain) {
    std::atomic<bool> stop = false;
    RunOptions options;
    options.stop = &stop;
    Guest guest("li $v0, 32\nli $a0, 5\nsyscall\nli $t0, 9\n", {}, options);
    guest.runner->run_for(2);
    stop = true;
    EXPECT_EQ(guest.runner->run_for(1).ending, RunEnding::stopped);
    stop = false;
    EXPECT_EQ(guest.runner->run().ending, RunEnding::dropped_off);
    EXPECT_EQ(guest.machine->cpu.gpr[8], 9U);
}

TEST(Runner, ExplainsOnlyTrouble) {
    Guest guest(print_and_exit);
    const RunResult result = guest.runner->run();
    EXPECT_EQ(explain(*guest.machine, result, 6), "");
    EXPECT_EQ(trouble_of(result, 6), "");
}

}  // namespace
}  // namespace mariner

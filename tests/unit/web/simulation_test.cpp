#include "emulator/web/simulation.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "emulator/support/json_reader.hpp"

namespace mariner::web {
namespace {

/// A simulation of one source text, which lies in a file for the time of its making.
class SimulationTest : public testing::Test {
protected:
    void load(const std::string& text, const std::string& more = "") {
        const std::string file = testing::TempDir() + "simulation_test.asm";
        std::ofstream(file) << text;
        const auto wish = read_json("{\"files\": [\"" + file + "\"]" + more + "}");
        ASSERT_TRUE(wish);
        simulation = Simulation::create(*wish, report);
    }
    JsonValue state_of(const std::string& json) {
        const auto value = read_json(json);
        EXPECT_TRUE(value) << json;
        return value ? *value : JsonValue();
    }
    JsonValue run(u32 milliseconds = 10'000) { return state_of(simulation->run(milliseconds)); }

    std::unique_ptr<Simulation> simulation;
    std::string report;
};

TEST_F(SimulationTest, TellsWhyAProgramDoesNotAssemble) {
    load("main: frob $t0\n");
    EXPECT_EQ(simulation, nullptr);
    const JsonValue value = state_of(report);
    EXPECT_EQ(value["diagnostics"].items().size(), 1U);
    EXPECT_NE(value["text"].text().find("frob"), std::string_view::npos);
    EXPECT_EQ(Simulation::create(JsonValue(), report), nullptr);
    EXPECT_NE(report.find("no file"), std::string::npos);
    load("nop\n", ", \"memory\": \"vast\"");
    EXPECT_EQ(simulation, nullptr);
}

TEST_F(SimulationTest, WaitsForInputAndGoesOnWithIt) {
    load("li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 17\nsyscall\n");
    ASSERT_NE(simulation, nullptr) << report;
    EXPECT_EQ(run()["state"].text(), "input");
    EXPECT_EQ(run()["state"].text(), "input");
    simulation->host().add_input("42\n");
    const JsonValue end = run();
    EXPECT_EQ(end["state"].text(), "ended");
    EXPECT_EQ(end["exitCode"].integer(), 42);
    EXPECT_EQ(simulation->host().take_output(), "42");
    EXPECT_EQ(simulation->host().take_output(), "");
}

TEST_F(SimulationTest, AnEndlessProgramStopsSoonAndGoesOn) {
    load("main: addi $t0, $t0, 1\nb main\n");
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    EXPECT_EQ(run(10)["state"].text(), "running");
    EXPECT_LT(Clock::now() - begin, std::chrono::milliseconds(2000)) << "not to the end of time";
    const i64 steps = state_of(simulation->state())["steps"].integer().value_or(0);
    EXPECT_GT(steps, 0);
    EXPECT_EQ(run(1)["state"].text(), "running");
    EXPECT_GT(state_of(simulation->state())["steps"].integer(), steps);
}

TEST_F(SimulationTest, SleepsWithoutWaiting) {
    load("li $a0, 40\nli $v0, 32\nsyscall\nli $v0, 10\nsyscall\n");
    const JsonValue first = run();
    EXPECT_EQ(first["state"].text(), "sleeping");
    EXPECT_GT(first["milliseconds"].integer(), 0);
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    while (run()["state"].text() == "sleeping" && Clock::now() - begin < std::chrono::seconds(10)) {
    }
    EXPECT_EQ(state_of(simulation->state())["state"].text(), "ended");
}

TEST_F(SimulationTest, GoesBackAndStopsAtBreakpoints) {
    load("main: li $t0, 1\nli $t0, 2\nli $t0, 3\nli $v0, 10\nsyscall\n");
    simulation->set_breakpoint(0x400008, true);
    simulation->set_breakpoint(0x400008, true);
    EXPECT_EQ(run()["reason"].text(), "breakpoint");
    EXPECT_EQ(simulation->session().register_value(8), 2U);
    simulation->set_breakpoint(0x400008, false);
    simulation->go_to(1);
    EXPECT_EQ(simulation->session().register_value(8), 1U);
    EXPECT_EQ(run()["state"].text(), "ended");
    EXPECT_EQ(state_of(simulation->go_to(0))["steps"].integer(), 0);
    EXPECT_EQ(
        state_of(simulation->move(debugger::Motion::instruction, debugger::Direction::forward, 10))["steps"].integer(),
        1);
    EXPECT_NE(simulation->describe().find("main"), std::string::npos);
}

TEST_F(SimulationTest, KnowsMotionsByName) {
    EXPECT_EQ(Simulation::find_motion("resume", report), debugger::Motion::resume);
    EXPECT_EQ(Simulation::find_motion("input", report), debugger::Motion::to_input);
    EXPECT_EQ(Simulation::find_motion("sideways", report), std::nullopt);
    EXPECT_EQ(
        state_of(report)["trouble"].text(),
        "no motion \"sideways\"; there are: instruction instruction-over line line-over out resume syscall input");
}

TEST_F(SimulationTest, ShowsAllRegisters) {
    load("li $t0, -1\nmtc1 $t0, $f31\nmult $t0, $t0\n");
    run();
    const JsonValue registers = state_of(simulation->registers());
    EXPECT_EQ(registers["pc"].integer(), 0x40000c);
    EXPECT_EQ(registers["$t0"].integer(), 0xffffffff);
    EXPECT_EQ(registers["$f31"].integer(), 0xffffffff);
    EXPECT_EQ(registers["$lo"].integer(), 1);
    EXPECT_EQ(registers["$sp"].integer(), 0x7fffeffc);
}

TEST_F(SimulationTest, ShowsThePictureWhereDataBegins) {
    const std::string draw = "li $t0, 0x00123456\nsw $t0, here\nli $v0, 10\nsyscall\n.data\nhere: .word 0, 1\n";
    for (const char* memory : {"default", "compact-data", "compact-text"}) {
        load(draw, std::string(", \"memory\": \"") + memory + "\"");
        ASSERT_NE(simulation, nullptr) << report;
        run();
        EXPECT_EQ(simulation->picture(std::nullopt, 2), std::string("\x12\x34\x56\xff\0\0\x01\xff", 8)) << memory;
    }
    EXPECT_EQ(simulation->picture(0xfffffff0, 1), std::string("\0\0\0\xff", 4)) << "where nothing is";
}

TEST_F(SimulationTest, ShowsThePictureOverPagesAndBetweenWords) {
    load(
        "li $t0, 0x00a0b0c0\nli $t1, 0x00010203\nsw $t0, 0x10010ffc\nsw $t1, 0x10013000\n"
        "li $v0, 10\nsyscall\n.data\n.space 20000\n");
    ASSERT_NE(simulation, nullptr) << report;
    run();
    const std::string black("\0\0\0\xff", 4);
    const std::string picture = simulation->picture(0x10010ff8, 2052);
    ASSERT_EQ(picture.size(), 2052U * 4);
    EXPECT_EQ(picture.substr(0, 12), black + "\xa0\xb0\xc0\xff" + black);
    EXPECT_EQ(picture.substr(2050 * 4), "\x01\x02\x03\xff" + black);
    // From the second byte on: b0 a0 00 and the next word's first, over the page's end.
    EXPECT_EQ(simulation->picture(0x10010ffd, 1), std::string("\0\xa0\xb0\xff", 4));
    EXPECT_EQ(simulation->picture(0xfffffffc, 3), black + black + black) << "nor past the last address";
    EXPECT_EQ(simulation->picture(0x10010ffc, 0), "");
}

}  // namespace
}  // namespace mariner::web

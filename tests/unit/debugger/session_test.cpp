// Motions, breakpoints, watchpoints and questions about the past, each forwards and backwards; and that what is found
// backwards is what a forward run has passed.

#include "emulator/debugger/session.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "emulator/execute/registers.hpp"
#include "tests/unit/debugger/debugged.hpp"
#include "tests/unit/debugger/random_source.hpp"

namespace mariner::test {
namespace {

using namespace debugger;

constexpr u8 t0 = 8, t1 = 9, v0 = 2, a0 = 4;

/// Lines from 1; recursive() calls itself three times.
constexpr const char* recursion =
    "main: li $a0, 3\n"               // 1
    "jal recursive\n"                 // 2
    "move $t9, $v0\n"                 // 3
    "li $v0, 17\n"                    // 4
    "li $a0, 4\n"                     // 5
    "syscall\n"                       // 6
    "recursive: addi $sp, $sp, -8\n"  // 7
    "sw $ra, 4($sp)\n"                // 8
    "sw $a0, 0($sp)\n"                // 9
    "li $v0, 0\n"                     // 10
    "beqz $a0, back\n"                // 11
    "addi $a0, $a0, -1\n"             // 12
    "jal recursive\n"                 // 13
    "addi $v0, $v0, 1\n"              // 14
    "back: lw $a0, 0($sp)\n"          // 15
    "lw $ra, 4($sp)\n"                // 16
    "addi $sp, $sp, 8\n"              // 17
    "jr $ra\n";                       // 18

u32 line_of(const Debugged& debugged) {
    const Statement* const statement = debugged.image.find_statement(debugged.session->machine().cpu.pc);
    return statement != nullptr ? statement->line : 0;
}

TEST(Session, StepsByLinesOverCallsAndOut) {
    Debugged debugged(recursion);
    Session& session = *debugged.session;
    session.move(Motion::line);
    EXPECT_EQ(line_of(debugged), 2U);
    session.move(Motion::line_over);
    EXPECT_EQ(line_of(debugged), 3U);
    EXPECT_EQ(session.register_value(v0), 3U);
    session.move(Motion::line_over, Direction::backward);
    EXPECT_EQ(line_of(debugged), 2U);
    session.move(Motion::line, Direction::forward, 9);
    EXPECT_EQ(line_of(debugged), 8U);
    session.move(Motion::out, Direction::backward);
    EXPECT_EQ(line_of(debugged), 13U);
    session.move(Motion::out);
    EXPECT_EQ(line_of(debugged), 3U) << "out of the outer call, not of those that the same line makes deeper";
    session.move(Motion::line, Direction::backward);
    EXPECT_EQ(line_of(debugged), 18U);
    session.move(Motion::line_over, Direction::backward, 4);
    EXPECT_EQ(line_of(debugged), 14U);
    session.move(Motion::line_over, Direction::backward);
    EXPECT_EQ(line_of(debugged), 13U) << "the whole call in one step back";
    EXPECT_EQ(session.register_value(a0), 2U);
    EXPECT_EQ(session.move(Motion::line_over, Direction::backward, 100).why, Why::history_begin);
    EXPECT_EQ(session.time(), 0U);
    EXPECT_EQ(session.move(Motion::out).why, Why::nowhere);
}

TEST(Session, KnowsTheCallsThatLedThere) {
    Debugged debugged(recursion);
    Session& session = *debugged.session;
    session.run_to(debugged.label("back"));
    const std::vector<Frame> frames = session.call_stack();
    ASSERT_EQ(frames.size(), 5U);
    for (u32 i = 0; i < 4; ++i) {
        ASSERT_TRUE(frames[i].arguments) << i;
        EXPECT_EQ(frames[i].arguments->at(0), i);
        EXPECT_EQ(frames[i].function, debugged.label("recursive"));
        EXPECT_EQ(debugged.image.find_statement(frames[i].call)->line, i == 3 ? 2U : 13U);
    }
    EXPECT_EQ(frames[4].call, 0U);
    EXPECT_EQ(session.machine().cpu.pc, debugged.label("back")) << "looking doesn't move";
}

TEST(Session, TellsTheEndAndGoesBackFromIt) {
    Debugged debugged(recursion);
    Session& session = *debugged.session;
    const StopReport stop = session.move(Motion::resume);
    EXPECT_EQ(stop.why, Why::ended);
    EXPECT_EQ(stop.end.exit_code, 4);
    EXPECT_EQ(session.move(Motion::resume).why, Why::ended);
    EXPECT_EQ(session.move(Motion::instruction, Direction::backward).why, Why::stepped);
    EXPECT_EQ(session.end(), nullptr);
    EXPECT_EQ(line_of(debugged), 6U);
    EXPECT_EQ(session.move(Motion::resume).end.exit_code, 4);
    session.set_register(t0, 5);
    EXPECT_EQ(session.end(), nullptr) << "led on from there";
    const CpuState led_on = session.machine().cpu;
    session.move(Motion::instruction, Direction::backward);
    EXPECT_EQ(session.move(Motion::instruction).why, Why::stepped) << "the end is none any more";
    EXPECT_EQ(session.machine().cpu, led_on);
}

TEST(Session, CountsIgnoresAndForgetsBreakpoints) {
    Debugged debugged(recursion);
    Session& session = *debugged.session;
    Breakpoint breakpoint;
    breakpoint.address = debugged.label("recursive");
    breakpoint.ignore = 1;
    breakpoint.condition = [](const Machine& machine) { return machine.cpu.gpr[a0] != 1; };
    const int id = session.add(breakpoint);
    EXPECT_EQ(session.move(Motion::resume).id, id);
    EXPECT_EQ(session.register_value(a0), 2U);
    EXPECT_EQ(session.find_point(id)->hits, 2U);
    session.find_point(id)->temporary = true;
    session.move(Motion::resume);
    EXPECT_EQ(session.register_value(a0), 0U);
    EXPECT_EQ(session.find_point(id), nullptr);
    EXPECT_EQ(session.move(Motion::resume).why, Why::ended);
    EXPECT_FALSE(session.remove(id));
}

TEST(Session, WatchesRegistersAndMemory) {
    Debugged debugged(
        ".data\nplace: .word 7, 8\n.text\n"
        "la $s0, place\nli $t0, 7\nsw $t0, 0($s0)\nlw $t1, 0($s0)\nlb $t2, 2($s0)\nli $t0, 9\nsb $t0, 0($s0)\n"
        "li $t0, 9\nli $v0, 10\nsyscall\n");
    Session& session = *debugged.session;
    const u32 place = debugged.label("place");
    struct Case {
        Place place;
        WatchKind kind;
        std::vector<u32> lines;  // of the instructions that are told of, in order
    };
    const auto cases = std::to_array<Case>({
        {Place::of_memory(place, 4), WatchKind::write, {6, 10}},
        {Place::of_memory(place, 4), WatchKind::change, {10}},
        {Place::of_memory(place, 4), WatchKind::read, {7, 8}},
        {Place::of_memory(place, 4), WatchKind::access, {6, 7, 8, 10}},
        {Place::of_memory(place + 1, 1), WatchKind::access, {6, 7}},
        {Place::of_memory(place + 4, 4), WatchKind::access, {}},
        {Place::of_register(t0), WatchKind::write, {5, 9, 11}},
        {Place::of_register(t0), WatchKind::change, {5, 9}},
        {Place::of_register(t1), WatchKind::change, {7}},
    });
    for (const Case& one : cases) {
        SCOPED_TRACE(&one - cases.data());
        session.go_to(0);
        Watchpoint watchpoint;
        watchpoint.place = one.place;
        watchpoint.kind = one.kind;
        const int id = session.add(watchpoint);
        std::vector<u32> lines;
        StopReport stop = session.move(Motion::resume);
        for (; stop.why == Why::watchpoint; stop = session.move(Motion::resume)) {
            EXPECT_EQ(stop.touch.time + 1, session.time()) << "behind the access";
            lines.push_back(debugged.image.find_statement(stop.touch.pc)->line);
        }
        EXPECT_EQ(stop.why, Why::ended);
        EXPECT_EQ(lines, one.lines);
        for (auto line = one.lines.rbegin(); line != one.lines.rend(); ++line) {
            stop = session.move(Motion::resume, Direction::backward);
            EXPECT_EQ(stop.why, Why::watchpoint);
            EXPECT_EQ(line_of(debugged), *line) << "in front of it";
        }
        EXPECT_EQ(session.move(Motion::resume, Direction::backward).why, Why::history_begin);
        session.remove(id);
    }
}

TEST(Session, SeesWhatServicesWrite) {
    Debugged debugged(
        ".data\nbuffer: .space 16\n.text\nli $v0, 8\nla $a0, buffer\nli $a1, 8\nsyscall\nli $v0, 5\nsyscall\n"
        "li $v0, 10\nsyscall\n",
        "word\n65\n");
    Session& session = *debugged.session;
    Watchpoint watchpoint;
    watchpoint.place = Place::of_memory(debugged.label("buffer") + 2, 1);
    session.add(watchpoint);
    const StopReport stop = session.move(Motion::resume);
    ASSERT_EQ(stop.why, Why::watchpoint);
    EXPECT_EQ(debugged.image.find_statement(stop.touch.pc)->line, 7U);
    EXPECT_EQ(stop.touch.new_value, u64{'r'});
    EXPECT_EQ(session.move(Motion::to_input).why, Why::input);
    EXPECT_EQ(line_of(debugged), 9U);
    session.move(Motion::resume);
    const std::optional<Touch> touch = session.last_write(Place::of_memory(debugged.label("buffer"), 4));
    ASSERT_TRUE(touch);
    EXPECT_EQ(debugged.image.find_statement(touch->pc)->line, 7U);
    session.go_to(touch->time + 3);
    EXPECT_EQ(session.register_value(v0), 65U);
    EXPECT_EQ(session.last_write(Place::of_register(v0))->new_value, 65U);
    EXPECT_FALSE(session.last_write(Place::of_register(30)));
}

TEST(Session, CutsTheFutureOffWhereSomethingIsChanged) {
    Debugged debugged("li $v0, 5\nsyscall\nmove $t0, $v0\nli $v0, 5\nsyscall\nadd $t0, $t0, $v0\nli $v0, 10\nsyscall\n",
                      "1\n2\n");
    Session& session = *debugged.session;
    session.move(Motion::resume);
    EXPECT_EQ(session.register_value(t0), 3U);
    session.go_to(3);
    EXPECT_TRUE(session.set_register(t0, 100));
    EXPECT_EQ(session.history_end(), 3U);
    session.move(Motion::resume);
    EXPECT_EQ(session.register_value(t0), 102U) << "what had been typed for later is read again";
    session.go_to(2);
    EXPECT_EQ(session.register_value(t0), 0U);
    session.move(Motion::resume);
    EXPECT_EQ(session.register_value(t0), 102U) << "the change stays where it was made";
    EXPECT_FALSE(session.set_register(0, 1));
    EXPECT_FALSE(session.write_memory(0x20000000, std::array<u8, 1>{1}));
    EXPECT_FALSE(session.set_pc(2));
}

TEST(Session, WaitsForInputWithoutHavingReadAnything) {
    Debugged debugged("li $v0, 8\nla $a0, 0x10010000\nli $a1, 20\nsyscall\nli $v0, 10\nsyscall\n", "half a ");
    debugged.host.waits = true;
    debugged.host.piece = 3;
    Session& session = *debugged.session;
    EXPECT_EQ(session.move(Motion::resume).why, Why::interrupted);
    EXPECT_EQ(line_of(debugged), 4U);
    EXPECT_EQ(session.time(), session.history_end());
    EXPECT_EQ(session.move(Motion::resume).why, Why::interrupted);
    debugged.host.input = "line\n";
    EXPECT_EQ(session.move(Motion::resume).why, Why::ended);
    const std::vector<u8> bytes = session.read_memory(0x10010000, 12);
    EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "half a line\n");
}

TEST(Session, WaitsInFrontOfTheReadHoweverSoonItIsToStop) {
    // Many services, after some of which it looks whether it is to stop.
    Debugged debugged(
        "li $a0, 65\nli $s0, 200\nnext: li $v0, 11\nsyscall\naddi $s0, $s0, -1\nbgtz $s0, next\n"
        "li $v0, 5\nsyscall\nli $v0, 10\nsyscall\n");
    debugged.host.waits = true;
    Session& session = *debugged.session;
    session.set_watch([&] { return debugged.host.asked_for_input; });
    EXPECT_EQ(session.move(Motion::resume).why, Why::interrupted);
    EXPECT_EQ(line_of(debugged), 8U);
    EXPECT_EQ(session.time(), session.history_end());
}

TEST(Session, IsInterruptedFromAnotherThread) {
    Debugged debugged("spin: addi $t0, $t0, 1\nandi $t0, $t0, 255\nb spin\n");
    Session& session = *debugged.session;
    std::thread other([&session] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        session.interrupt();
    });
    EXPECT_EQ(session.move(Motion::resume).why, Why::interrupted);
    other.join();
    const Time stopped = session.time();
    EXPECT_EQ(session.move(Motion::instruction, Direction::backward).time, stopped - 1);
}

TEST(Session, IsInterruptedByItsWatch) {
    Debugged debugged("spin: addi $t0, $t0, 1\nandi $t0, $t0, 255\nb spin\n");
    Session& session = *debugged.session;
    int looks = 0;
    session.set_watch([&] { return ++looks == 5; });
    EXPECT_EQ(session.move(Motion::resume).why, Why::interrupted);
    EXPECT_EQ(looks, 5);
    const Time stopped = session.time();
    EXPECT_EQ(session.move(Motion::instruction).time, stopped + 1);
    session.set_watch({});
    EXPECT_EQ(session.go_to(stopped + 10'000'000).why, Why::stepped);
}

TEST(Session, ForgetsTheBeginningWhenTheWorldSaysTooMuch) {
    SessionOptions options;
    options.history_memory = 400'000;
    options.shortest_interval = 1000;
    Debugged debugged("li $s0, 50000\nloop: li $v0, 30\nsyscall\naddi $s0, $s0, -1\nbgtz $s0, loop\n", "", options);
    Session& session = *debugged.session;
    EXPECT_EQ(session.move(Motion::resume).why, Why::ended);
    EXPECT_GT(session.history_begin(), 0U);
    EXPECT_LT(session.history_bytes(), options.history_memory + 10'000);
    const u32 low_word = session.register_value(a0);
    EXPECT_EQ(session.move(Motion::resume, Direction::backward).why, Why::history_begin);
    EXPECT_EQ(session.time(), session.history_begin());
    EXPECT_EQ(session.move(Motion::resume).why, Why::ended);
    EXPECT_EQ(session.register_value(a0), low_word);
    EXPECT_EQ(session.go_to(0).time, session.history_begin());
}

/// What a plain forward run goes through, moment by moment.
struct Course {
    std::vector<u32> pc;  // 0 where an interrupt comes in place of the instruction
    std::vector<u32> register_t0;
    std::vector<u32> word;
};

Course course_of(const ProgramImage& image, const std::string& input, u32 address, const SessionOptions& options) {
    PlainRun plain(image, input, options);
    Course course;
    plain.go_through([&] {
        const Machine& machine = *plain.machine;
        course.pc.push_back(machine.bus().state().interrupt ? 0 : machine.cpu.pc);
        course.register_t0.push_back(machine.cpu.gpr[t0]);
        course.word.push_back(*machine.memory().peek_word(address));
    });
    return course;
}

std::vector<Time> changes(const std::vector<u32>& values) {
    std::vector<Time> times;
    for (size_t i = 1; i < values.size(); ++i) {
        if (values[i] != values[i - 1]) {
            times.push_back(i - 1);
        }
    }
    return times;
}

/// Every stop on the way back from the end, first to last.
std::vector<Time> stops_backwards(Session& session) {
    std::vector<Time> times;
    while (session.move(Motion::resume, Direction::backward).why != Why::history_begin) {
        times.insert(times.begin(), session.time());
    }
    return times;
}

TEST(Session, FindsBackwardsWhatTheForwardRunHasPassed) {
    for (u32 seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const std::string source = random_source(random);
        const std::string input = random_input(random);
        SessionOptions options;
        options.shortest_interval = 10 + random() % 500;
        options.limits.steps = 3000;
        options.delayed_branching = seed % 4 == 0;
        options.self_modifying = seed % 5 == 0;
        Debugged debugged(source, input, options);
        Session& session = *debugged.session;
        const u32 address = debugged.label("buffer") + 4 * static_cast<u32>(random() % 3);
        const Course course = course_of(debugged.image, input, address, options);
        session.move(Motion::resume);
        ASSERT_EQ(session.time(), course.pc.size() - 1);

        Breakpoint breakpoint;
        while (breakpoint.address == 0) {
            breakpoint.address = course.pc[random() % course.pc.size()];
        }
        int id = session.add(breakpoint);
        std::vector<Time> expected;
        for (Time time = 0; time + 1 < course.pc.size(); ++time) {
            if (course.pc[time] == breakpoint.address) {
                expected.push_back(time);
            }
        }
        EXPECT_EQ(stops_backwards(session), expected);
        session.remove(id);

        for (const Place& place : {Place::of_register(t0), Place::of_memory(address, 4)}) {
            session.go_to(session.history_end());
            Watchpoint watchpoint;
            watchpoint.place = place;
            watchpoint.kind = WatchKind::change;
            id = session.add(watchpoint);
            expected = changes(place.kind == PlaceKind::register_ ? course.register_t0 : course.word);
            EXPECT_EQ(stops_backwards(session), expected);
            session.remove(id);
            if (!expected.empty()) {
                session.go_to(expected.back() + 1);
                const std::optional<Touch> touch = session.last_write(place);
                ASSERT_TRUE(touch);
                EXPECT_EQ(touch->time, expected.back());
                EXPECT_EQ(touch->pc, course.pc[expected.back()]);
                EXPECT_EQ(session.time(), expected.back() + 1);
            }
        }
    }
}

}  // namespace
}  // namespace mariner::test

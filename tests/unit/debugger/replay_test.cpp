// Going back and forward again gives exactly the states of the forward run, whatever the program hears from the world,
// and the world hears nothing twice.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <map>
#include <random>

#include "tests/unit/debugger/debugged.hpp"
#include "tests/unit/debugger/random_source.hpp"

namespace mariner::test {
namespace {

using namespace debugger;

/// A digest of registers and all data that was ever written.
u64 digest(const Machine& machine) {
    u64 hash = 14695981039346656037U;
    const auto mix = [&hash](u64 value) { hash = (hash ^ value) * 1099511628211U; };
    const CpuState& cpu = machine.cpu;
    for (u32 i = 0; i < 32; ++i) {
        mix(cpu.gpr[i]);
        mix(cpu.fpr[i]);
    }
    for (const u32 value : {cpu.pc, cpu.hi, cpu.lo, cpu.condition_flags, cpu.bad_address, cpu.status, cpu.cause,
                            cpu.epc, machine.heap_pointer, static_cast<u32>(cpu.delay_state), cpu.delay_target}) {
        mix(value);
    }
    for (const u32 begin : {0x10010000U, 0x10040000U, 0x7fffec00U, 0xffff0000U}) {
        for (u32 at = begin; at < begin + 0x400; at += 4) {
            mix(machine.memory().peek_word(at).value_or(0));
        }
    }
    return hash;
}

std::vector<u64> forward_digests(const ProgramImage& image, const std::string& input, const SessionOptions& options) {
    PlainRun plain(image, input, options);
    std::vector<u64> digests;
    plain.go_through([&] { digests.push_back(digest(*plain.machine)); });
    digests.resize(plain.core->steps() + 1);
    digests.back() = digest(*plain.machine);  // an end that took no step, too
    return digests;
}

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "mariner-XXXXXX").string();
        path = ::mkdtemp(pattern.data());
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    void clear() const { std::filesystem::remove(path / "f.bin"); }
    [[nodiscard]] std::uintmax_t size() const {
        std::error_code none;
        const auto bytes = std::filesystem::file_size(path / "f.bin", none);
        return none ? 0 : bytes;
    }
    std::filesystem::path path;
};

TEST(Replay, EachMomentIsAsInTheForwardRun) {
    const TemporaryFolder folder;
    for (u32 seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        SessionOptions options;
        options.delayed_branching = seed % 5 == 0;
        options.self_modifying = seed % 7 == 0;
        options.files = {FileAccess::directory, folder.path.string()};
        options.shortest_interval = 10 + random() % 200;
        options.limits.steps = 3000;
        options.history_memory = seed % 3 == 0 ? 200'000 : size_t{64} << 20;
        const std::string source = random_source(random);
        const std::string input = random_input(random);

        Debugged debugged(source, input, options);
        folder.clear();
        const std::vector<u64> expected = forward_digests(debugged.image, input, options);
        const std::uintmax_t written = folder.size();
        FickleHost plain(input);

        folder.clear();
        Session& session = *debugged.session;
        EXPECT_EQ(session.go_to(expected.size() / 2).why, Why::stepped);
        const StopReport stop = session.move(Motion::resume);
        ASSERT_TRUE(stop.why == Why::ended || stop.why == Why::limit);
        ASSERT_EQ(session.history_end(), expected.size() - 1);
        const std::string output = debugged.host.output;
        const i64 asked = debugged.host.asked;
        ASSERT_EQ(digest(session.machine()), expected.back());
        for (u32 i = 0; i < 40; ++i) {
            const Time target = random() % expected.size();
            session.go_to(target);
            ASSERT_EQ(session.time(), std::max(target, session.history_begin()));
            ASSERT_EQ(digest(session.machine()), expected[session.time()]) << "at " << session.time();
            for (u64 back = random() % 4; back > 0 && session.time() > session.history_begin(); --back) {
                session.move(Motion::instruction, Direction::backward);
                ASSERT_EQ(digest(session.machine()), expected[session.time()]) << "back at " << session.time();
            }
            session.move(Motion::instruction, Direction::forward, random() % 50);
            ASSERT_EQ(digest(session.machine()), expected[session.time()]) << "on at " << session.time();
        }
        EXPECT_EQ(debugged.host.output, output);
        EXPECT_EQ(debugged.host.asked, asked);
        EXPECT_EQ(folder.size(), written);
        EXPECT_LT(session.history_bytes(), options.history_memory + 100'000);
    }
}

/// Counts while keys come by interrupts; each is kept and shown.
constexpr const char* interrupted =
    ".data\nkeys: .space 64\n.text\n"
    "la $s1, keys\nlui $t8, 0xffff\nli $t9, 2\nsw $t9, 0($t8)\nloop: addiu $s0, $s0, 1\nb loop\n"
    ".ktext 0x80000180\nhandler: lui $k0, 0xffff\nlw $k1, 4($k0)\nkeep: sb $k1, 0($s1)\naddiu $s1, $s1, 1\n"
    "sw $k1, 12($k0)\neret\n";

TEST(Replay, KeysAndInterruptsComeAgainAtTheSameMoments) {
    const std::string input = "keyboard";
    SessionOptions options;
    options.limits.steps = 150'000;
    options.shortest_interval = 7'000;
    Debugged debugged(interrupted, input, options);
    Session& session = *debugged.session;
    PlainRun plain(debugged.image, input, options);
    Random random(1);
    std::map<Time, u64> expected;
    for (Time time = 0; time < options.limits.steps; time += 1 + random() % 1000) {
        plain.runner.run_for(time - plain.core->steps());
        ASSERT_EQ(plain.core->steps(), time) << "an interrupt is a step like any other";
        expected[time] = digest(*plain.machine);
    }
    plain.runner.run();

    Breakpoint breakpoint;
    breakpoint.address = debugged.label("handler");
    const int id = session.add(breakpoint);
    std::vector<Time> entries;
    while (session.move(Motion::resume).why == Why::breakpoint) {
        entries.push_back(session.time());
    }
    EXPECT_EQ(session.time(), options.limits.steps);
    ASSERT_GE(entries.size(), 4U);
    EXPECT_EQ(debugged.host.output, plain.host.output);
    EXPECT_EQ(debugged.host.output, input.substr(0, entries.size()));
    const i64 asked = debugged.host.asked;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        EXPECT_EQ(session.move(Motion::resume, Direction::backward).why, Why::breakpoint);
        EXPECT_EQ(session.time(), *entry);
    }
    session.remove(id);
    for (u32 i = 0; i < 60; ++i) {
        const auto one = std::next(expected.begin(), static_cast<std::ptrdiff_t>(random() % expected.size()));
        session.go_to(one->first);
        ASSERT_EQ(digest(session.machine()), one->second) << "at " << one->first;
    }
    EXPECT_EQ(debugged.host.asked, asked);
    EXPECT_EQ(debugged.host.output, plain.host.output);

    session.go_to(options.limits.steps);
    const std::optional<Touch> touch = session.last_write(Place::of_memory(debugged.label("keys") + 1, 1));
    ASSERT_TRUE(touch);
    EXPECT_EQ(touch->pc, debugged.label("keep"));
    EXPECT_EQ(touch->new_value, u64{'e'});
    EXPECT_EQ(touch->time, entries[1] + 2);

    session.go_to(entries[2] - 5);
    session.set_register(8, 1);
    EXPECT_EQ(session.move(Motion::resume).why, Why::limit);
    const std::vector<u8> keys = session.read_memory(debugged.label("keys"), 4);
    EXPECT_EQ(std::string(keys.begin(), keys.end()), input.substr(0, 4)) << "what was typed later is typed again";
}

}  // namespace
}  // namespace mariner::test

// Going back and forward again gives exactly the states of the forward run, whatever the program hears from the world,
// and the world hears nothing twice.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "emulator/runtime/runner.hpp"
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
    for (const u32 begin : {0x10010000U, 0x10040000U, 0x7fffec00U}) {
        for (u32 at = begin; at < begin + 0x400; at += 4) {
            mix(machine.memory().peek_word(at).value_or(0));
        }
    }
    return hash;
}

std::vector<u64> forward_digests(const ProgramImage& image, const std::string& input, const SessionOptions& options) {
    FickleHost host(input);
    auto machine = std::move(*Machine::create(image, MachineOptions{options.self_modifying, {}}));
    const std::unique_ptr<Core> core = make_core(EngineKind::checked, *machine, CoreOptions{options.delayed_branching});
    RunOptions run;
    run.files = options.files;
    run.limits.steps = options.limits.steps;
    Runner runner(*core, host, run);
    std::vector<u64> digests = {digest(*machine)};
    while (runner.run_for(1).ending == RunEnding::paused) {
        digests.push_back(digest(*machine));
    }
    if (core->steps() == digests.size()) {
        digests.push_back(digest(*machine));  // an end that took a step
    } else {
        digests.back() = digest(*machine);
    }
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
        options.files = {FileRule::Kind::directory, folder.path.string()};
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

}  // namespace
}  // namespace mariner::test

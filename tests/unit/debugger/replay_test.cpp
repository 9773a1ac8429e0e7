// Going back and forward again gives exactly the states of the forward run, whatever the program hears from the world,
// and the world hears nothing twice.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "emulator/runtime/runner.hpp"
#include "tests/unit/debugger/debugged.hpp"

namespace mariner::test {
namespace {

using namespace debugger;
using Random = std::mt19937;

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

/// Pieces of programs; each leaves $s0 (the counter), $s1 (a buffer) and $sp alone.
constexpr const char* pieces[] = {
    "addu $t0, $t0, $t1\nxor $t1, $t1, $t0\nmul $t2, $t0, $t1\n",
    "li $v0, 30\nsyscall\naddu $t3, $t3, $a0\n",
    "li $v0, 42\nli $a0, 1\nli $a1, 1000\nsyscall\naddu $t0, $t0, $a0\n",
    "li $v0, 41\nli $a0, 2\nsyscall\nxor $t4, $t4, $a0\n",
    "li $v0, 5\nsyscall\naddu $t1, $t1, $v0\n",
    "li $v0, 8\nmove $a0, $s1\nli $a1, 12\nsyscall\n",
    "li $v0, 14\nli $a0, 0\nmove $a1, $s1\nli $a2, 3\nsyscall\n",
    "li $v0, 9\nli $a0, 16\nsyscall\nsw $t0, 0($v0)\nsw $t1, 8($v0)\n",
    "andi $t5, $t0, 0x01fc\naddu $t5, $t5, $s1\nsw $t1, 0($t5)\nlw $t6, 4($t5)\nsb $t0, 1($t5)\n",
    "li $v0, 1\nmove $a0, $t0\nsyscall\n",
    "jal function\nnop\n",
    "mtc1 $t0, $f2\ncvt.s.w $f2, $f2\nadd.s $f4, $f4, $f2\nc.lt.s $f2, $f4\n",
    "li $v0, 44\nli $a0, 3\nsyscall\nadd.d $f6, $f6, $f0\n",
    "li $v0, 32\nli $a0, 1\nsyscall\n",
    "li $v0, 13\nla $a0, name\nli $a1, 9\nsyscall\nmove $a0, $v0\nli $v0, 15\nmove $a1, $s1\nli $a2, 4\nsyscall\n"
    "li $v0, 16\nsyscall\n",
    "li $v0, 13\nla $a0, name\nli $a1, 0\nsyscall\nmove $a0, $v0\nli $v0, 14\nmove $a1, $s1\nli $a2, 64\nsyscall\n"
    "li $v0, 16\nsyscall\naddu $t2, $t2, $v0\n",
    "teq $zero, $zero\n",
};

std::string random_source(Random& random) {
    std::string text = ".data\nname: .asciiz \"f.bin\"\n.align 2\nbuffer: .space 8192\n.text\n";
    text += "la $s1, buffer\nli $s0, " + std::to_string(3 + random() % 40) + "\nloop:\n";
    for (u64 i = 4 + random() % 8; i > 0; --i) {
        text += pieces[random() % std::size(pieces)];
    }
    text += "addi $s0, $s0, -1\nnop\nbgtz $s0, loop\nnop\n";
    text += random() % 2 == 0 ? "li $v0, 10\nsyscall\n" : "lw $t0, 1($zero)\n";
    text +=
        "function: addi $sp, $sp, -8\nsw $ra, 4($sp)\nsw $t0, 0($sp)\naddu $t7, $t7, $t0\nlw $ra, 4($sp)\n"
        "addi $sp, $sp, 8\njr $ra\nnop\n"
        ".ktext 0x80000180\nmfc0 $k0, $14\naddi $k0, $k0, 4\nmtc0 $k0, $14\neret\n";
    return text;
}

std::string random_input(Random& random) {
    std::string input;
    for (u64 i = random() % 300; i > 0; --i) {
        input += random() % 5 == 0 ? "word\n" : std::to_string(random() % 100000) + "\n";
    }
    return input;
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

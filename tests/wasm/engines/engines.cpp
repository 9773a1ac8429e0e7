// Holds the compiling engine of a WebAssembly build against the plain reference, or times it:
//
//     engines forms                    every form of the instruction table over edge operands
//     engines programs FIRST COUNT     random programs by their seeds, whose runs are cut anywhere
//     engines run ENGINE FILE SCALE    runs a program of shared/bench: fast, checked or jit
//
// tests/wasm/engines.mjs gives it what it imports.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "emulator/library/mariner.hpp"
#include "emulator/runtime/engine.hpp"
#include "tests/unit/execute/lockstep.hpp"

namespace mariner {
namespace {

using test::Random;

struct Tally {
    u64 steps = 0;
    u64 interpreted = 0;
    u64 checked = 0;

    void add(const Core& core) {
        steps += core.counts().steps;
        interpreted += core.counts().interpreted;
        checked += core.counts().checked;
    }
    void print(const char* what, u64 count) const {
        std::printf("%llu %s, %llu steps, %llu interpreted, %llu checked\n", static_cast<unsigned long long>(count),
                    what, static_cast<unsigned long long>(steps), static_cast<unsigned long long>(interpreted),
                    static_cast<unsigned long long>(checked));
    }
};
Tally tally;

/// Tells the tally when it goes.
class CountedCore final : public Core {
public:
    explicit CountedCore(Machine& machine) : Core(machine), m_core(make_engine(EngineKind::jit, machine)) {}
    ~CountedCore() override { tally.add(*m_core); }

protected:
    bool run_slice(u64 steps) override {
        m_core->set_counts(counts());
        const Stop stop = m_core->run(steps);
        set_counts(m_core->counts());
        m_stop = stop.reason == StopReason::step_limit ? m_stop : stop;
        return stop.reason != StopReason::step_limit;
    }

private:
    std::unique_ptr<Core> m_core;
};

std::string form_difference(isa::Op op) {
    constexpr u32 blocks = 300;
    Random random(static_cast<u64>(op));
    const ProgramImage image = test::single_instruction_blocks(random, op, blocks);
    Random values(static_cast<u64>(op) + 1000);
    auto machine = Machine::create(image);
    CountedCore core(**machine);
    test::Reference reference(image, false);
    for (u32 block = 0; block < blocks; ++block) {
        test::fill_with_edges(values, (*machine)->cpu);
        (*machine)->cpu.pc = 0x00400000 + 4 * test::block_length * block;
        reference.cpu = (*machine)->cpu;
        const Stop stop = core.run(100'000);
        const Stop wanted = reference.run(100'000);
        std::string difference = test::describe_difference(**machine, core, reference);
        if (stop.reason != wanted.reason || stop.pc != wanted.pc || stop.exception.kind != wanted.exception.kind ||
            stop.exception.value != wanted.exception.value) {
            difference += "another stop\n";
        }
        if (!difference.empty()) {
            return "block " + std::to_string(block) + ":\n" + difference;
        }
    }
    return "";
}

int try_forms() {
    for (size_t i = 0; i < isa::op_count; ++i) {
        const isa::Op op = static_cast<isa::Op>(i);
        const std::string difference = form_difference(op);
        if (!difference.empty()) {
            std::printf("%s, %s", std::string(isa::info(op).id).c_str(), difference.c_str());
            return 1;
        }
    }
    tally.print("forms", isa::op_count);
    return 0;
}

int try_programs(u64 first, u64 count) {
    for (u64 seed = first; seed < first + count; ++seed) {
        Random random(seed);
        const test::RandomProgram program = test::random_program(random, 4 + test::below(random, 150));
        const auto make = [](EngineKind, Machine& machine, CoreOptions) -> std::unique_ptr<Core> {
            return std::make_unique<CountedCore>(machine);
        };
        const std::string difference = test::run_lockstep(program, {EngineKind::jit, false, 6000, seed, make});
        if (!difference.empty()) {
            std::printf("seed %llu: %s%s", static_cast<unsigned long long>(seed), difference.c_str(),
                        test::listing(program).c_str());
            return 1;
        }
    }
    tally.print("programs", count);
    return 0;
}

/// A program of shared/bench has one line marked @scale, with a number of rounds behind .word.
std::string scaled(std::string text, u64 scale) {
    const size_t mark = text.find("@scale");
    if (mark != std::string::npos) {
        const size_t number = text.find_first_of("0123456789", text.rfind(".word", mark));
        const size_t end = text.find_first_not_of("0123456789", number);
        const u64 rounds = std::stoull(text.substr(number, end - number));
        text.replace(number, end - number, std::to_string(rounds * scale));
    }
    return text;
}

int run_program(const std::string& engine, const char* file, u64 scale) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const Assembled assembled = Program::from_source(file, scaled(text, scale));
    if (!assembled.program) {
        std::printf("%s", assembled.diagnostics.c_str());
        return 1;
    }
    SimulatorOptions options;
    options.engine = engine == "jit" ? Engine::jit : engine == "checked" ? Engine::checked : Engine::fast;
    Simulator simulator(*assembled.program, options);
    const auto begin = std::chrono::steady_clock::now();
    const Outcome outcome = simulator.run(~u64{0} >> 1);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%s%llu steps, %.0f million in a second %s\n", simulator.take_output().c_str(),
                static_cast<unsigned long long>(outcome.steps),
                static_cast<double>(outcome.steps) / seconds.count() / 1e6, outcome.message.c_str());
    return 0;
}

}  // namespace
}  // namespace mariner

int main(int count, char** words) {
    using namespace mariner;
    const std::string verb = count > 1 ? words[1] : "";
    if (verb == "forms") {
        return try_forms();
    }
    if (verb == "programs" && count == 4) {
        return try_programs(std::strtoull(words[2], nullptr, 10), std::strtoull(words[3], nullptr, 10));
    }
    if (verb == "run" && count == 5) {
        return run_program(words[2], words[3], std::strtoull(words[4], nullptr, 10));
    }
    return 2;
}

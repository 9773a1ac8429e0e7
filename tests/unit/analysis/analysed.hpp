#pragma once
// What the tests of this folder share: a program from text, run to its end under an observer.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "emulator/analysis/profile.hpp"
#include "emulator/analysis/run_watch.hpp"
#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/syscalls/script_host.hpp"

namespace mariner::test {

struct Analysed {
    ProgramImage image;
    std::unique_ptr<Machine> machine;
    ScriptHost host;
    RunResult result;

    explicit Analysed(const std::string& text, std::string input = {}, AssemblerOptions options = {})
        : host(std::move(input)) {
        MemorySources sources;
        sources.add("a.asm", text);
        const std::vector<std::string> files = {"a.asm"};
        options.collect_references = true;
        Assembly assembly = assemble(files, sources, options);
        EXPECT_TRUE(assembly.image) << mars_report(assembly.diagnostics);
        image = assembly.image ? std::move(*assembly.image) : ProgramImage();
        MachineOptions machine_options;
        machine_options.self_modifying = options.self_modifying_code;
        machine = std::move(*Machine::create(image, machine_options));
        core_options.delayed_branching = options.delayed_branching;
    }
    void run(Core& core, u64 steps = 100'000) {
        RunOptions options;
        options.limits.steps = steps;
        Runner runner(core, host, options);
        result = runner.run();
    }

    CoreOptions core_options;
};

/// Which findings a program has: "kind:line", in order.
inline std::vector<std::string> findings_of(const std::string& text, const std::string& input = {},
                                            const AssemblerOptions& options = {}) {
    Analysed program(text, input, options);
    RunWatchOptions watch;
    watch.check = true;
    RunWatch run(*program.machine, program.core_options, std::move(watch));
    program.run(run.core());
    run.finish(program.result.ending == RunEnding::dropped_off);
    std::vector<std::string> found;
    for (const Finding& finding : run.checker()->findings().all()) {
        const Statement* const statement = program.image.find_statement(finding.pc);
        found.push_back(std::string(name_of(finding.kind)) + ":" +
                        std::to_string(statement != nullptr ? statement->line : 0));
        EXPECT_FALSE(finding.why.empty());
        EXPECT_FALSE(finding.remedy.empty());
    }
    return found;
}

}  // namespace mariner::test

#include "emulator/games/emulated_game.hpp"

#include <array>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/execute/checked_core.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/runner.hpp"

namespace mariner::games {

namespace {

std::string describe_ending(const RunResult& result) {
    switch (result.ending) {
        case RunEnding::exited:
            return {};
        case RunEnding::exception:
        case RunEnding::host_failure:
        case RunEnding::end_of_input:
            return std::string(name_of(result.ending)) + ": " + mars_text(result.exception);
        default:
            return std::string(name_of(result.ending));
    }
}

/// Marks what is executed.
class CountingObserver : public Observer {
public:
    static constexpr bool active = true;
    CountingObserver(std::vector<bool>& executed, u32 base) : m_executed(&executed), m_base(base) {}

    bool before(u32 pc, const isa::Instruction& /*instruction*/) {
        const u32 index = (pc - m_base) / 4;
        if (index < m_executed->size()) {
            (*m_executed)[index] = true;
        }
        return false;
    }

private:
    std::vector<bool>* m_executed;
    u32 m_base;
};

}  // namespace

Result<ProgramImage> assemble_game(const std::string& name, std::string_view text) {
    MemorySources sources;
    sources.add(name, std::string(text));
    const std::array<std::string, 1> files = {name};
    Assembly assembly = assemble(files, sources, {});
    if (!assembly.image) {
        return Error{people_report(assembly.diagnostics, {.colour = false, .warnings = false})};
    }
    return std::move(*assembly.image);
}

EmulatedGame::EmulatedGame(std::unique_ptr<Machine> machine, const EmulationOptions& options)
    : m_options(options), m_machine(std::move(machine)) {
    if (!options.count_lines) {
        m_core = make_engine(options.engine, *m_machine);
        return;
    }
    const auto& text = m_machine->text().user();
    m_executed.resize(text.slots.size());
    using CountingCore = CheckedCore<CountingObserver, false, false>;  // games know neither delay slots nor new code
    m_core = std::make_unique<CountingCore>(*m_machine, CountingObserver(m_executed, text.base));
}

Result<std::unique_ptr<EmulatedGame>> EmulatedGame::create(const ProgramImage& image, const EmulationOptions& options) {
    Result<std::unique_ptr<Machine>> machine = Machine::create(image);
    if (!machine) {
        return machine.error();
    }
    return std::unique_ptr<EmulatedGame>(new EmulatedGame(std::move(*machine), options));
}

GameRecord EmulatedGame::play(const GameScript& script, const LineHost::WaitObserver& on_wait) {
    m_machine->reset();
    m_core->reset_counts();
    LineHost host(script.input, script.program_seed, on_wait);
    RunOptions options;
    options.limits.steps = m_options.max_steps;
    options.limits.output_bytes = 64U << 20U;
    Runner runner(*m_core, host, options);
    const RunResult result = runner.run();
    m_steps += runner.steps();
    return {host.take_output(), result.exit_code, describe_ending(result), {}, {}, {}};
}

}  // namespace mariner::games

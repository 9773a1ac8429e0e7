#include "emulator/games/emulated_game.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/execute/checked_core.hpp"
#include "emulator/games/line_host.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/runner.hpp"

namespace mariner::games {

namespace {

constexpr u32 picture_base = 0x10040000;

std::optional<u32> register_value(const CpuState& cpu, std::string_view name) {
    const std::optional<u8> number = isa::find_register(name);
    return number ? std::optional(cpu.gpr[*number]) : std::nullopt;
}

std::vector<u8> bytes_of_word(u32 word) {
    return {static_cast<u8>(word), static_cast<u8>(word >> 8), static_cast<u8>(word >> 16),
            static_cast<u8>(word >> 24)};
}

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

/// Marks what is executed; outlives the observer, which lives inside the core.
struct EmulatedGame::Counter {
    std::vector<bool> executed;
    std::unique_ptr<WatchedCore<CountingObserver>> core;
};

class EmulatedGame::CountingObserver : public Observer {
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

EmulatedGame::EmulatedGame(const ProgramImage& image, std::unique_ptr<Machine> machine, const EmulationOptions& options)
    : m_image(image), m_options(options), m_machine(std::move(machine)) {
    if (!options.count_lines) {
        m_core = make_engine(options.engine, *m_machine);
        return;
    }
    m_counter = std::make_unique<Counter>();
    m_counter->executed.resize(m_machine->text().user().slots.size());
    m_counter->core = std::make_unique<WatchedCore<CountingObserver>>(
        *m_machine, CoreOptions{}, CountingObserver(m_counter->executed, m_machine->text().user().base));
}

EmulatedGame::~EmulatedGame() = default;

Result<std::unique_ptr<EmulatedGame>> EmulatedGame::create(const ProgramImage& image, const EmulationOptions& options) {
    Result<std::unique_ptr<Machine>> machine = Machine::create(image);
    if (!machine) {
        return machine.error();
    }
    return std::unique_ptr<EmulatedGame>(new EmulatedGame(image, std::move(*machine), options));
}

Core& EmulatedGame::core() {
    return m_counter ? m_counter->core->core() : *m_core;
}

const std::vector<bool>& EmulatedGame::executed() const {
    static const std::vector<bool> nothing;
    return m_counter ? m_counter->executed : nothing;
}

GameRecord EmulatedGame::play(const GameScript& script, const GameRecord& wanted, const ReadObserver& on_read) {
    m_machine->reset();
    core().reset_counts();
    LineHost host(script.input, script.program_seed, on_read);
    RunOptions options;
    options.limits.steps = m_options.max_steps;
    options.limits.output_bytes = 64U << 20U;
    Runner runner(core(), host, options);
    const RunResult result = runner.run();
    m_steps += runner.steps();

    GameRecord record;
    record.transcript = host.take_output();
    record.exit_status = result.exit_code;
    record.ending = describe_ending(result);
    for (const Fact& fact : wanted.facts) {
        record.facts.push_back(read_fact(fact));
    }
    record.picture = read_picture(wanted.picture.size());
    return record;
}

Fact EmulatedGame::read_fact(const Fact& wanted) const {
    Fact fact{wanted.label, {}};
    if (const std::optional<u32> value = register_value(m_machine->cpu, wanted.label)) {
        fact.bytes = bytes_of_word(*value);
        return fact;
    }
    const Symbol* symbol = m_image.find_symbol(wanted.label);
    if (symbol == nullptr) {
        return fact;
    }
    for (size_t i = 0; i < wanted.bytes.size(); ++i) {
        fact.bytes.push_back(m_machine->memory().peek_byte(symbol->address + static_cast<u32>(i)).value_or(0));
    }
    return fact;
}

std::vector<u32> EmulatedGame::read_picture(size_t words) const {
    std::vector<u32> picture(words);
    if (words != 0) {  // an empty vector has no address to copy to
        std::memcpy(picture.data(), m_machine->memory().host() + picture_base, words * sizeof(u32));
    }
    return picture;
}

}  // namespace mariner::games

#include "emulator/library/mariner.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/routine_call.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/syscalls/script_host.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner {

namespace {

AssemblerOptions internal_options(const AssembleOptions& options) {
    AssemblerOptions result;
    result.configuration = static_cast<MemoryConfiguration>(options.memory);
    result.allow_pseudo = options.allow_pseudo_instructions;
    result.delayed_branching = options.delayed_branching;
    result.start_at_main = options.start_at_main;
    result.warnings_are_errors = options.warnings_are_errors;
    return result;
}

Ending ending_of(RunEnding ending) {
    switch (ending) {
        case RunEnding::exited:
            return Ending::exited;
        case RunEnding::dropped_off:
            return Ending::fell_off;
        case RunEnding::end_of_input:
            return Ending::end_of_input;
        case RunEnding::limit:
            return Ending::output_limit;
        case RunEnding::exception:
        case RunEnding::invalid_pc:
        case RunEnding::host_failure:
            return Ending::exception;
        case RunEnding::time_limit:
            return Ending::time_limit;
        case RunEnding::paused:
        case RunEnding::step_limit:
        case RunEnding::stopped:  // these three by nobody: a simulator has no stop flag, no observer and its own output
        case RunEnding::hook:
        case RunEnding::output_lost:
            break;
    }
    return Ending::step_limit;
}

std::string message_of(const RunResult& result) {
    if (result.ending == RunEnding::invalid_pc) {
        return "invalid program counter value";
    }
    return result.exception ? mars_text(result.exception) : result.message;
}

}  // namespace

struct Program::Contents {
    static Assembled take(Assembly assembly, const AssembleOptions& options) {
        Assembled result;
        result.diagnostics = people_report(assembly.diagnostics, {});
        if (assembly.image) {
            result.program = Program(
                std::make_shared<const Contents>(Contents{std::move(*assembly.image), options.delayed_branching}));
        }
        return result;
    }

    ProgramImage image;
    bool delayed_branching = false;
};

Program::Program(std::shared_ptr<const Contents> contents) : m_contents(std::move(contents)) {}

namespace {

EngineKind kind_of(Engine engine) {
    static constexpr std::array kinds = {EngineKind::fast, EngineKind::checked, EngineKind::jit, EngineKind::automatic};
    return kinds.at(static_cast<size_t>(engine));
}

}  // namespace

Assembled Program::from_source(std::string_view name, std::string_view text, const AssembleOptions& options) {
    MemorySources sources;
    const std::array<std::string, 1> files = {std::string(name)};
    sources.add(files[0], std::string(text));
    return Contents::take(assemble_and_teach(files, sources, internal_options(options)), options);
}

Assembled Program::from_files(std::span<const std::string> paths, const AssembleOptions& options) {
    DiskSources sources("");
    return Contents::take(assemble_and_teach(paths, sources, internal_options(options)), options);
}

std::optional<std::uint32_t> Program::address_of(std::string_view label) const {
    const Symbol* symbol = m_contents->image.find_symbol(label);
    return symbol != nullptr ? std::optional(symbol->address) : std::nullopt;
}

std::string Program::source_of(std::uint32_t address) const {
    const Statement* statement = m_contents->image.find_statement(address);
    return statement != nullptr ? m_contents->image.files[statement->file] + ":" + std::to_string(statement->line)
                                : std::string();
}

/// Everything of one simulator. Members stand in the order in which they need each other.
struct Simulator::State {
    State(std::shared_ptr<const Program::Contents> program, const SimulatorOptions& wanted,
          std::unique_ptr<Machine> made)
        : contents(std::move(program)), options(wanted), machine(std::move(made)) {
        core = make_engine(kind_of(options.engine), *machine, {.delayed_branching = contents->delayed_branching});
        start();
    }

    void start() {
        runner.reset();  // it still speaks to the host that goes away
        host = std::make_unique<ScriptHost>();
        host->set_seed(options.seed);
        RunOptions run_options;
        run_options.limits.output_bytes = options.max_output;
        run_options.limits.time_milliseconds = options.max_milliseconds;
        runner = std::make_unique<Runner>(*core, *host, run_options);
    }

    Outcome run(u64 max_steps) {
        const u64 before = core->steps();
        runner->restart_clock();
        last = runner->run_for(max_steps);
        return {ending_of(last.ending), last.exit_code, core->steps() - before, last.pc, message_of(last)};
    }

    [[nodiscard]] std::optional<u8> byte(u32 address, size_t offset) const {
        return machine->memory().peek_byte(address + static_cast<u32>(offset));
    }

    std::shared_ptr<const Program::Contents> contents;
    SimulatorOptions options;
    std::unique_ptr<Machine> machine;
    std::unique_ptr<Core> core;
    std::unique_ptr<ScriptHost> host;
    std::unique_ptr<Runner> runner;
    RunResult last;
};

Simulator::Simulator(const Program& program, const SimulatorOptions& options) {
    MachineOptions machine_options;
    machine_options.arguments = options.arguments;
    Result<std::unique_ptr<Machine>> machine = Machine::create(program.m_contents->image, machine_options);
    if (machine) {
        m_state = std::make_unique<State>(program.m_contents, options, std::move(*machine));
    } else {
        m_failure = machine.error().message;
    }
}

Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

void Simulator::reset() {
    if (m_state) {
        m_state->machine->reset();
        m_state->core->reset_counts();
        m_state->start();
    }
}

Outcome Simulator::run(std::uint64_t max_steps) {
    return m_state ? m_state->run(max_steps) : Outcome{Ending::exception, 0, 0, 0, m_failure};
}

CallResult Simulator::call(std::string_view label, std::span<const std::uint32_t> arguments, std::uint64_t max_steps) {
    CallResult result;
    const std::optional<u32> entry = address_of(label);
    if (!m_state || !entry) {
        result.outcome = {Ending::exception, 0, 0, 0, m_state ? "no label " + std::string(label) : m_failure};
        return result;
    }
    Machine& machine = *m_state->machine;
    const Result<RoutineCall> call = RoutineCall::begin(machine, *entry, arguments);
    if (!call) {
        result.outcome = {Ending::exception, 0, 0, 0, call.error().message};
        return result;
    }
    result.outcome = m_state->run(max_steps);
    if (!RoutineCall::has_returned(m_state->last)) {
        return result;
    }
    result.outcome = {Ending::returned, 0, result.outcome.steps, machine.cpu.pc, {}};
    result.v0 = machine.cpu.gpr[reg::v0];
    result.v1 = machine.cpu.gpr[reg::v1];
    result.f0 = std::bit_cast<float>(machine.cpu.fpr[0]);
    result.not_restored = call->finish(machine);
    return result;
}

std::optional<std::uint32_t> Simulator::get_register(std::string_view name) const {
    const u32* place = m_state ? find_register_place(m_state->machine->cpu, name) : nullptr;
    return place != nullptr ? std::optional(*place) : std::nullopt;
}

bool Simulator::set_register(std::string_view name, std::uint32_t value) {
    u32* place = m_state ? find_register_place(m_state->machine->cpu, name) : nullptr;
    if (place == nullptr || place == m_state->machine->cpu.gpr.data()) {
        return false;
    }
    *place = value;
    return true;
}

std::optional<std::uint32_t> Simulator::address_of(std::string_view label) const {
    return m_state ? Program(m_state->contents).address_of(label) : std::nullopt;
}

std::optional<std::uint32_t> Simulator::read_word(std::uint32_t address) const {
    return m_state ? m_state->machine->memory().peek_word(address) : std::nullopt;
}

std::optional<std::vector<std::uint8_t>> Simulator::read_bytes(std::uint32_t address, std::size_t count) const {
    std::vector<u8> bytes;
    while (bytes.size() < count) {
        const std::optional<u8> byte = m_state ? m_state->byte(address, bytes.size()) : std::nullopt;
        if (!byte) {
            return std::nullopt;
        }
        bytes.push_back(*byte);
    }
    return bytes;
}

std::optional<std::string> Simulator::read_string(std::uint32_t address, std::size_t limit) const {
    std::string text;
    while (text.size() < limit) {
        const std::optional<u8> byte = m_state ? m_state->byte(address, text.size()) : std::nullopt;
        if (!byte) {
            return std::nullopt;
        }
        if (*byte == 0) {
            break;
        }
        text += static_cast<char>(*byte);
    }
    return text;
}

bool Simulator::write_bytes(std::uint32_t address, std::span<const std::uint8_t> bytes) {
    return m_state && m_state->machine->memory().poke(address, bytes);
}

bool Simulator::write_words(std::uint32_t address, std::span<const std::uint32_t> words) {
    std::vector<u8> bytes;
    for (const u32 word : words) {
        for (int shift = 0; shift < 32; shift += 8) {
            bytes.push_back(static_cast<u8>(word >> shift));
        }
    }
    return write_bytes(address, bytes);
}

bool Simulator::write_string(std::uint32_t address, std::string_view text) {
    std::vector<u8> bytes(text.begin(), text.end());
    bytes.push_back(0);
    return write_bytes(address, bytes);
}

void Simulator::add_input(std::string_view bytes) {
    if (m_state) {
        m_state->host->add_input(bytes);
    }
}

std::string Simulator::take_output() {
    return m_state ? m_state->host->take_output() : std::string();
}

}  // namespace mariner

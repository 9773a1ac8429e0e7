#include "emulator/grader/case_run.hpp"

#include <algorithm>

#include "emulator/analysis/spin.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t longest_source = 200;

bool is_step_limit(const RunResult& result) {
    return result.ending == RunEnding::step_limit;
}

}  // namespace

std::optional<PlaceResult> place_result(const ProgramImage& image, u32 address) {
    const Statement* const statement = image.find_statement(address);
    if (statement == nullptr) {
        return std::nullopt;
    }
    return PlaceResult{image.files[statement->file], statement->line,
                       std::string(trim(statement->source).substr(0, longest_source))};
}

CaseRun::CaseRun(const ProgramImage& image, const Case& wanted, std::unique_ptr<Machine> machine, bool check)
    : m_image(image), m_case(wanted), m_machine(std::move(machine)), m_files(wanted.has_scratch_folder) {
    m_core_options.delayed_branching = image.delayed_branching;
    if (check) {
        RunWatchOptions options;
        options.check = true;
        options.checks.has_arguments = !wanted.arguments.empty() || wanted.call.has_value();
        m_watch = std::make_unique<RunWatch>(*m_machine, m_core_options, std::move(options));
    } else {
        m_core = make_engine(EngineKind::automatic, *m_machine, m_core_options);
    }
    for (const auto& [name, bytes] : wanted.files) {
        m_files.put(name, bytes);
    }
}

CaseRun::~CaseRun() = default;

Result<std::unique_ptr<CaseRun>> CaseRun::create(const ProgramImage& image, const Case& wanted, bool check) {
    MachineOptions options;
    options.arguments = wanted.arguments;
    Result<std::unique_ptr<Machine>> machine = Machine::create(image, options);
    if (!machine) {
        return machine.error();
    }
    return std::unique_ptr<CaseRun>(new CaseRun(image, wanted, std::move(*machine), check));
}

void CaseRun::restart() {
    m_machine->reset();
    core().reset_counts();
}

void CaseRun::run(std::string_view input, const games::LineHost::ReadObserver& on_read) {
    games::LineHost host(input, m_case.seed.value_or(0), on_read, DialogStyle::console);
    RunOptions options;
    options.limits.steps = m_case.limits.steps;
    options.limits.output_bytes = m_case.limits.output_bytes;
    options.limits.heap_bytes = m_case.limits.heap_bytes;
    options.file_store = &m_files;
    m_host = &host;
    Runner runner(core(), host, options);
    m_result = runner.run();
    m_steps = runner.steps();
    m_host = nullptr;
    m_input_left = host.input_left();
    m_output = host.take_output();
}

std::vector<Finding> CaseRun::take_findings() {
    if (!m_watch) {
        return {};
    }
    m_watch->finish(m_result.ending == RunEnding::dropped_off);
    return m_watch->checker()->findings().all();
}

std::string CaseRun::trouble() const {
    std::string what = trouble_of(m_result, m_steps);
    if (is_step_limit(m_result)) {
        what = "it did not end within " + with_thousands(m_steps) + " instructions: an endless loop?";
    }
    if (what.empty()) {
        return what;
    }
    const u32 address = is_step_limit(m_result) ? m_machine->cpu.pc : m_result.pc;
    const bool has_place = m_image.find_statement(address) != nullptr;
    return has_place ? place_of(m_image, address) + ": " + what : what;
}

std::string CaseRun::explain_at_length() {
    std::string text = explain(*m_machine, m_result, m_steps);
    if (is_step_limit(m_result)) {
        if (const std::optional<SpinReport> spin = find_spin(*m_machine, m_core_options)) {
            text += spin_text(*spin, m_image);
        }
    }
    return text;
}

std::optional<PlaceResult> CaseRun::place() const {
    return place_result(m_image, is_step_limit(m_result) ? m_machine->cpu.pc : m_result.pc);
}

}  // namespace mariner::grader

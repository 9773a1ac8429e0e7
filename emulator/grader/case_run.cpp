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

/// How the checks call the register at this place; nothing for pc.
std::optional<u8> id_of(const CpuState& cpu, const u32* place) {
    for (size_t i = 0; i < cpu.gpr.size(); ++i) {
        if (place == &cpu.gpr[i]) {
            return static_cast<u8>(i);
        }
    }
    for (size_t i = 0; i < cpu.fpr.size(); ++i) {
        if (place == &cpu.fpr[i]) {
            return static_cast<u8>(register_id::float_base + i);
        }
    }
    return place == &cpu.hi   ? std::optional(register_id::hi)
           : place == &cpu.lo ? std::optional(register_id::lo)
                              : std::nullopt;
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

CaseRun::CaseRun(const ProgramImage& image, const Case& wanted, std::unique_ptr<Machine> machine)
    : m_image(image),
      m_case(wanted),
      m_devices(make_devices(m_keyboard)),
      m_machine(std::move(machine)),
      m_files(wanted.has_scratch_folder) {
    m_core_options.delayed_branching = image.delayed_branching;
    if (wanted.expect.picture) {
        const PictureRule& rule = *wanted.expect.picture;
        m_unstored.emplace(*m_machine, rule.base, size_t{rule.columns} * rule.rows);
    }
    m_core = make_engine(EngineKind::automatic, *m_machine, m_core_options);
    for (const auto& [name, bytes] : wanted.files) {
        m_files.put(name, bytes);
    }
}

CaseRun::~CaseRun() = default;

Result<void> CaseRun::watch(bool check) {
    const std::vector<std::string>& specifications = m_case.expect.tools.specifications;
    if (!specifications.empty()) {
        Result<std::unique_ptr<tools::ToolSet>> made =
            tools::ToolSet::create(specifications, {*m_machine, FloatFormat::java8, m_core_options.delayed_branching});
        if (!made) {
            return made.error();
        }
        m_tools = std::move(*made);
    }
    if (check || m_tools) {
        RunWatchOptions options;
        options.check = check;
        options.checks.has_arguments = !m_case.arguments.empty();
        options.tools = m_tools.get();
        m_watch = std::make_unique<RunWatch>(*m_machine, m_core_options, std::move(options));
        m_is_watched = true;
    }
    return {};
}

Result<std::unique_ptr<CaseRun>> CaseRun::create(const ProgramImage& image, const Case& wanted, bool check) {
    MachineOptions options;
    options.arguments = wanted.arguments;
    Result<std::unique_ptr<Machine>> machine = Machine::create(image, options);
    if (!machine) {
        return machine.error();
    }
    std::unique_ptr<CaseRun> run(new CaseRun(image, wanted, std::move(*machine)));
    if (Result<void> watched = run->watch(check); !watched) {
        return watched.error();
    }
    if (Result<void> attached = attach_devices(run->m_devices, *run->m_machine); !attached) {
        return attached.error();
    }
    return run;
}

void CaseRun::restart(bool watched) {
    finish_watch();
    m_machine->reset();
    if (m_unstored) {
        m_unstored->restart();
    }
    m_is_watched = watched && m_watch != nullptr;
    core().reset_counts();
    if (Checker* const checker = this->checker()) {
        checker->restart();
    }
}

/// The keyboard's own reasons to end a run, in the words of the runner.
void CaseRun::name_the_stop() {
    if (m_result.ending != RunEnding::stopped) {
        return;
    }
    m_result.pc = m_machine->cpu.pc;
    if (m_keyboard.trouble() == CaseDevices::Trouble::no_more_keys) {
        m_result.ending = RunEnding::end_of_input;
        m_result.exception.message = "it waits for a key, and no more are typed";
    } else {
        m_result.ending = RunEnding::limit;
        m_result.message = "the program wrote more than " + std::to_string(m_case.limits.output_bytes) + " bytes";
    }
}

void CaseRun::finish_watch() {
    if (m_is_watched) {
        m_watch->finish(m_result.ending == RunEnding::dropped_off);
    }
}

bool CaseRun::put_memory(u32 address, std::span<const u8> bytes) {
    if (!m_machine->memory().poke(address, bytes)) {
        return false;
    }
    if (Checker* const checker = this->checker()) {
        checker->give_memory(address, bytes.size());
    }
    return true;
}

void CaseRun::put_register(std::string_view name, u32 value) {
    CpuState& cpu = m_machine->cpu;
    u32* const place = find_register_place(cpu, name);
    if (place == nullptr || place == cpu.gpr.data()) {
        return;
    }
    *place = value;
    if (const std::optional<u8> id = id_of(cpu, place); checker() != nullptr && id) {
        checker()->give_register(*id);
    }
}

Result<RoutineCall> CaseRun::begin_call(u32 entry, std::span<const u32> arguments) {
    CpuState& cpu = m_machine->cpu;
    const u32 sp_before = cpu.gpr[reg::sp];
    Result<RoutineCall> call = RoutineCall::begin(*m_machine, entry, arguments);
    if (this->checker() == nullptr || !call) {
        return call;
    }
    Checker& checker = *this->checker();
    for (size_t i = 0; i < std::min(arguments.size(), RoutineCall::register_arguments); ++i) {
        checker.give_register(static_cast<u8>(reg::a0 + i));
    }
    checker.give_memory(cpu.gpr[reg::sp], sp_before - cpu.gpr[reg::sp]);
    checker.begin_call(RoutineCall::return_address);
    return call;
}

void CaseRun::run(std::string_view input, const games::LineHost::WaitObserver& on_wait) {
    games::LineHost host(input, m_case.seed.value_or(0), on_wait, DialogStyle::console);
    RunOptions options;
    options.limits.steps = m_case.limits.steps;
    options.limits.output_bytes = m_case.limits.output_bytes;
    options.limits.heap_bytes = m_case.limits.heap_bytes;
    options.file_store = &m_files;
    options.stop = &m_keyboard.stop();
    options.accesses = m_tools.get();
    m_host = &host;
    m_keyboard.begin(host, m_case.keys ? &*m_case.keys : nullptr, m_case.limits.output_bytes);
    Runner runner(core(), host, options);
    m_result = runner.run();
    m_steps = runner.steps();
    m_host = nullptr;
    m_keyboard.end();
    name_the_stop();
    m_input_left = host.input_left();
    m_output = host.take_output();
}

std::vector<Finding> CaseRun::take_findings() {
    finish_watch();
    if (!m_watch || m_watch->checker() == nullptr) {
        return {};
    }
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

std::string CaseRun::checks_text() const {
    const Checker* const checker = m_is_watched ? m_watch->checker() : nullptr;
    if (checker == nullptr) {
        return {};
    }
    const std::optional<Cause> cause = checker->cause_of(m_result);
    const std::string text = cause ? "the checks say: " + cause->why + "\n  remedy       " + cause->remedy + "\n" : "";
    return text + checker->findings().short_text(m_image, checker->told_by_cause(m_result));
}

std::optional<PlaceResult> CaseRun::place() const {
    return place_result(m_image, is_step_limit(m_result) ? m_machine->cpu.pc : m_result.pc);
}

}  // namespace mariner::grader

// `mariner run`. Standard output is the program's own; everything else goes to standard error.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>

#include "emulator/analysis/run_watch.hpp"
#include "emulator/analysis/spin.hpp"
#include "emulator/app/commands.hpp"
#include "emulator/app/display.hpp"
#include "emulator/app/interrupts.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_json.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/app/second_look.hpp"
#include "emulator/app/told_findings.hpp"
#include "emulator/app/tool_files.hpp"
#include "emulator/app/trace_file.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {

namespace {

using Clock = std::chrono::steady_clock;

struct RunCommandOptions {
    ProgramOptions program;
    std::string engine = "auto";
    EngineKind engine_kind = EngineKind::automatic;
    std::string json;
    std::vector<std::string> json_memory;
    std::string trace;
    std::string trace_format = "full";
    DisplayOptions display;
    std::string check;  // empty, "warn" or "error"
    std::vector<std::string> tools;
    std::string explain = "on";
    bool stats = false;
};

constexpr const char* run_examples =
    "examples:\n"
    "  mariner run hw.asm\n"
    "  mariner run main.asm lib.asm -- first second   with program arguments\n"
    "  mariner run hw.asm < input.txt --max-steps 1000000 --files none\n"
    "  mariner run picture.asm --display png:picture.png\n"
    "  mariner run hw.asm --json result.json --json-memory list:10\n"
    "\nexit codes: the program's own (syscall 17), 0 normal end, 2 wrong usage, 65 the program doesn't assemble,\n"
    "66 a file can't be read, 70 runtime error, 73 output can't be written (the run stops then), 74 input ended too\n"
    "early, 75 a limit was reached, 130 interrupted\n";

void add_options(CLI::App& app, RunCommandOptions& options) {
    app.add_flag("--stats", options.stats, "afterwards: instructions, time, speed, memory");
    app.add_option("--json", options.json,
                   "how it ended, as JSON in this file: output, registers, errors and more (docs/library.md)")
        ->type_name("FILE");
    app.add_option("--json-memory", options.json_memory,
                   "these words of memory go into it too: a label or an address, alone, with :COUNT, or FIRST-LAST; "
                   "may be repeated")
        ->allow_extra_args(false)
        ->type_name("RANGE");
    app.add_option("--trace", options.trace, "every instruction with its effect, in this file; - is standard error")
        ->type_name("FILE");
    app.add_option(
           "--trace-format", options.trace_format,
           "full, or retire: only @PC: $ R <= VALUE and @PC: *ADDRESS <= VALUE, for those who build a processor "
           "(mariner follow)")
        ->type_name("FORMAT");
    app.add_flag("--check{warn}", options.check,
                 "tell afterwards of reads of what was never written, broken conventions and wrong system calls; "
                 "--check=error: then exit with 70");
    app.add_option("--tool", options.tools,
                   "watch the run with one of MARS's tools, NAME or NAME:KEY=VALUE,...; may be repeated; "
                   "`mariner ref tools` lists them")
        ->allow_extra_args(false)
        ->type_name("TOOL");
    app.add_option(
           "--explain", options.explain,
           "on (the usual): a program that goes wrong is run once more under --check, unseen, and what that finds "
           "is told; off: for scripts")
        ->type_name("on|off");
    add_program_options(app, options.program);
    app.add_option("--engine", options.engine, "all do the same, at different speeds")
        ->type_name("auto|jit|fast|checked")
        ->group("Machine");
    add_display_options(app, options.display);
    app.footer(run_examples);
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Carries words over into settings; the sentence to print, or empty.
std::string settle(RunCommandOptions& options) {
    if (!is_one_of(options.engine, {"auto", "jit", "fast", "checked"})) {
        return "--engine is auto, jit, fast or checked, not " + options.engine;
    }
    options.engine_kind = *find_engine(options.engine);
    if (std::string problem = why_unavailable(options.engine_kind); !problem.empty()) {
        return problem;
    }
    if (!is_one_of(options.check, {"", "warn", "error"})) {
        return "--check stands alone or is --check=error, not --check=" + options.check;
    }
    if (!is_one_of(options.trace_format, {"full", "retire"})) {
        return "--trace-format is full or retire, not " + options.trace_format;
    }
    if (!is_one_of(options.explain, {"on", "off"})) {
        return "--explain is on or off, not " + options.explain;
    }
    // They say where the data end.
    options.program.load.options.collect_references = !options.check.empty() || options.explain == "on";
    return settle(options.program);
}

/// What a run used up.
struct Usage {
    u64 steps = 0;
    u64 syscalls = 0;
    u64 bytes_written = 0;
    double seconds = 0;
    size_t memory_bytes = 0;
};

void print_stats(const Usage& usage) {
    const double millions = usage.seconds > 0 ? static_cast<double>(usage.steps) / usage.seconds / 1e6 : 0;
    std::fprintf(stderr,
                 "instructions  %s\n"
                 "time          %.3f s\n"
                 "speed         %.1f million instructions a second\n"
                 "syscalls      %s\n"
                 "output        %s bytes\n"
                 "memory        %s bytes of the program's memory touched\n",
                 with_thousands(usage.steps).c_str(), usage.seconds, millions, with_thousands(usage.syscalls).c_str(),
                 with_thousands(usage.bytes_written).c_str(), with_thousands(usage.memory_bytes).c_str());
}

/// One `mariner run` from the settled options to the exit code.
class RunCommand {
public:
    explicit RunCommand(RunCommandOptions options) : m_options(std::move(options)) {}

    int execute() {
        m_program = load_program(m_options.program.load);
        if (!m_program.image) {
            return write_json() ? m_program.exit_code : exit_code::cannot_write;
        }
        Result<std::unique_ptr<Machine>> machine =
            Machine::create(*m_program.image, machine_options(m_options.program));
        if (!machine) {
            return fail_with(exit_code::exception, "run", machine.error().message);
        }
        m_machine = std::move(*machine);
        for (const std::string& text : m_options.json_memory) {
            Result<MemoryRange> range = read_memory_range(text, *m_program.image);
            if (!range) {
                return fail_with(exit_code::usage, "run", range.error().message);
            }
            m_ranges.push_back(std::move(*range));
        }
        if (!m_options.tools.empty()) {
            Result<std::unique_ptr<tools::ToolSet>> tools = tools::ToolSet::create(
                m_options.tools, {*m_machine, run_options(m_options.program).float_format,
                                  core_options(m_options.program, *m_program.image).delayed_branching});
            if (!tools) {
                return fail_with(exit_code::usage, "run", tools.error().message);
            }
            m_tools = std::move(*tools);
        }
        return run();
    }

private:
    int run() {
        m_core_options = core_options(m_options.program, *m_program.image);
        if (m_options.trace.empty() && m_options.check.empty() && !m_tools) {
            m_core = make_engine(m_options.engine_kind, *m_machine, m_core_options);
        } else if (!watch()) {
            return exit_code::cannot_write;
        }
        if (m_core || (!m_options.check.empty() && m_options.trace.empty() && !m_tools)) {
            prepare_second_look();
        }
        catch_interrupts();
        DisplayedProgram program = displayed_program(m_options.program, m_program, *m_machine);
        program.terminal.keep = m_options.json.empty() ? 0 : most_json_output;
        show_tool(program);
        const DisplayedRun displayed{
            [this](TerminalHost& host, u64 steps) { return run_for(host, steps); },
            [this](const RunResult& result, TerminalHost& host) { return report(result, host); }};
        const Result<RunResult> result = run_with_display(m_options.display, program, displayed);
        if (!result) {
            return fail_with(exit_code::usage, "run", result.error().message);
        }
        m_result = *result;
        if (m_tools && !write_tool_files(*m_tools)) {
            return exit_code::cannot_write;
        }
        return write_json() ? final_exit_code() : exit_code::cannot_write;
    }

    /// A display that is asked for is the tool's that has one, and clicks are for it.
    void show_tool(DisplayedProgram& program) {
        const bool is_asked_for = m_options.display.mode != "none" && m_options.display.mode != "auto";
        program.screen = m_tools && is_asked_for ? m_tools->open_screen() : nullptr;
        if (program.screen) {
            program.pointer.note_click = [screen = program.screen](bitmap::Unit at) {
                screen->click(at.column, at.row);
            };
        }
    }

    [[nodiscard]] CheckOptions check_options() const {
        CheckOptions checks;
        checks.has_arguments = !m_options.program.arguments.empty();
        checks.data_is_zeroed = m_program.is_elf;
        return checks;
    }

    void prepare_second_look() {
        // What follows from a directive that was passed over is no news, and blames what is right.
        const bool is_told = std::ranges::any_of(m_program.diagnostics.all(), [](const Diagnostic& one) {
            return one.message == Message::directive_ignored && !one.repairs.empty();
        });
        if (m_options.explain == "on" && !is_told) {
            m_second_look = std::make_unique<SecondLook>(
                *m_program.image, SecondLookOptions{machine_options(m_options.program), m_core_options,
                                                    run_options(m_options.program), check_options()});
        }
    }

    /// False, after saying why, if the trace can't be opened.
    bool watch() {
        RunWatchOptions options;
        options.check = !m_options.check.empty();
        options.checks = check_options();
        options.tools = m_tools.get();
        if (!m_options.trace.empty()) {
            Result<std::unique_ptr<TraceFile>> file = TraceFile::open(m_options.trace);
            if (!file) {
                print_error("run", file.error().message);
                return false;
            }
            m_trace_file = std::move(*file);
            options.trace_retired = m_options.trace_format == "retire";
            options.trace = [file = m_trace_file.get()](std::string_view piece) { return file->write(piece); };
        }
        m_watch = std::make_unique<RunWatch>(*m_machine, m_core_options, std::move(options));
        return true;
    }

    /// It would have gone on.
    static bool was_stopped(const RunResult& result) {
        return result.ending == RunEnding::step_limit || result.ending == RunEnding::time_limit ||
               result.ending == RunEnding::stopped || result.ending == RunEnding::limit;
    }

    /// Where a program goes round that something has stopped.
    std::string explain_spin(const RunResult& result) {
        if (was_stopped(result)) {
            m_spin = find_spin(*m_machine, m_core_options);
            explain_spin_by_checks();
        }
        return m_spin ? spin_text(*m_spin, *m_program.image) : "";
    }

    /// The loop compares an address with a number, or counts with what a call takes away: why its end never comes is
    /// known better than from the values.
    void explain_spin_by_checks() {
        const Checker* const checker = all_checks();
        if (!m_spin || checker == nullptr) {
            return;
        }
        if (const std::optional<Cause> address = checker->address_in(m_spin->stepping)) {
            m_spin->why = address->why;
            m_spin->remedy = address->remedy;
        } else {
            m_told_by_spin = explain_by_finding(*m_spin, *checker);
        }
    }

    /// The finding that says why the loop has no end, if there is one.
    const Finding* explain_by_finding(SpinReport& spin, const Checker& checker) const {
        for (const Finding& finding : checker.findings().all()) {
            // Of $v0, which system calls need, the loop itself tells more.
            const bool is_by_call =
                finding.kind == FindingKind::value_lost && !finding.what.starts_with("reads $v0 behind");
            const bool is_cause = is_by_call || finding.kind == FindingKind::saved_register ||
                                  (finding.kind == FindingKind::address_as_value && !spin.is_certain);
            if (is_cause && std::ranges::binary_search(spin.addresses, finding.pc)) {
                spin.why = line_text(*m_program.image, finding.pc) + " " + finding.what + ": " + finding.why;
                spin.remedy = finding.remedy;
                return &finding;
            }
        }
        return nullptr;
    }

    /// The loop without end that a run went round until it failed: an overflow, an address too far.
    [[nodiscard]] std::optional<Cause> endless_loop(const RunResult& result) const {
        const Checker* const checker = all_checks();
        const bool is_recursion = checker != nullptr && checker->endless_recursion();
        const bool is_it = result.exception.kind == ExceptionKind::overflow ||
                           result.exception.kind == ExceptionKind::address_load ||
                           result.exception.kind == ExceptionKind::address_store;
        if (!m_second_look || result.ending != RunEnding::exception || is_recursion || !is_it) {
            return std::nullopt;
        }
        std::optional<SpinReport> loop = m_second_look->loop_before(result, m_usage.steps);
        if (loop && checker != nullptr) {
            explain_by_finding(*loop, *checker);
        }
        return loop ? std::optional(
                          Cause{"a loop goes round without end until this happens: " + loop->why, loop->remedy})
                    : std::nullopt;
    }

    /// After the end: completes trace and checks.
    void finish_watch(const RunResult& result) {
        if (m_watch) {
            m_watch->finish(result.ending == RunEnding::dropped_off);
        }
        if (m_second_look) {
            m_second_look->end();
        }
        if (m_second_look && !m_watch) {
            m_second_look->look(result, m_usage.steps);
        }
    }

    /// Who knows what led to the end, if somebody has followed the run up to it.
    [[nodiscard]] const Checker* witness(const RunResult& result) const {
        if (m_watch) {
            return m_watch->checker();
        }
        const bool knows = m_second_look && (m_second_look->has_come_to_the_end() || was_stopped(result));
        return knows ? m_second_look->checker() : nullptr;
    }

    /// What led to the end. A recursion without end shows long before the stack is full.
    [[nodiscard]] std::optional<Cause> known_cause(const RunResult& result) const {
        if (const Checker* const checker = witness(result)) {
            return checker->cause_of(result);
        }
        const bool was_on_the_way = result.ending == RunEnding::exception && m_second_look &&
                                    m_second_look->was_too_long() && m_second_look->checker() != nullptr;
        return was_on_the_way ? m_second_look->checker()->endless_recursion() : std::nullopt;
    }

    /// What the checks found: all that was asked for, or of a second look what explains most. The cause of the run's
    /// end and the assembler's warnings aren't repeated.
    [[nodiscard]] std::string checks_text(const RunResult& result) const {
        const Checker* const checker = all_checks();
        std::string text;
        if (checker != nullptr) {
            const ProgramImage& image = *m_program.image;
            Findings::Told told = told_findings(checker->findings(), image, m_program.diagnostics);
            const Findings::Told by_cause =
                checker == witness(result) ? checker->told_by_cause(result) : Findings::Told();
            told.insert(told.end(), by_cause.begin(), by_cause.end());
            for (const Finding& finding : checker->findings().all()) {
                const bool goes_too_far = m_spin && !m_spin->why.empty() && finding.kind == FindingKind::past_end;
                if (&finding == m_told_by_spin ||
                    (goes_too_far && std::ranges::binary_search(m_spin->addresses, finding.pc))) {
                    told.push_back(&finding);  // it follows from the loop that doesn't end
                }
            }
            text = m_watch ? checker->findings().text(image, told) : checker->findings().short_text(image, told);
        }
        const bool has_lost_trace = m_watch && m_watch->has_lost_trace();
        return text + (has_lost_trace ? "mariner: " + m_trace_file->trouble() + "\n" : "");
    }

    /// Who has looked for faults, even if not up to the run's end.
    [[nodiscard]] const Checker* all_checks() const {
        return m_watch ? m_watch->checker() : m_second_look ? m_second_look->checker() : nullptr;
    }

    [[nodiscard]] int final_exit_code() const {
        if (m_has_lost_output || (m_watch && m_watch->has_lost_trace())) {
            return exit_code::cannot_write;
        }
        const Checker* const checker = m_watch ? m_watch->checker() : nullptr;
        const bool is_refused = m_options.check == "error" && checker != nullptr && !checker->findings().empty();
        return is_refused ? exit_code::exception : exit_code_of(m_result);
    }

    RunResult run_for(TerminalHost& host, u64 steps) {
        if (!m_runner) {
            m_begin = Clock::now();
            RunOptions options = run_options(m_options.program);
            options.accesses = m_tools.get();
            options.file_store = m_second_look ? &m_second_look->files() : nullptr;
            m_runner = std::make_unique<Runner>(m_watch ? m_watch->core() : *m_core,
                                                m_second_look ? m_second_look->begin(host) : host, options);
        }
        return m_runner->run_for(steps);
    }

    /// On standard error, right after the end; gives the window's title its sentence.
    std::string report(const RunResult& result, TerminalHost& host) {
        m_usage = {m_runner->steps(), m_runner->syscalls(), m_runner->bytes_written(),
                   std::chrono::duration<double>(Clock::now() - m_begin).count(), m_machine->memory().touched_bytes()};
        const std::string notes = m_second_look ? m_second_look->take_notes() : m_runner->take_notes();
        m_runner.reset();  // it must not outlive its host
        host.end_line_on_terminal();
        m_has_lost_output = host.has_lost_output();
        m_output = host.kept_output();
        m_has_whole_output = host.has_kept_all();
        finish_watch(result);
        std::optional<Cause> known = known_cause(result);
        if (std::optional<Cause> loop = endless_loop(result)) {
            known = std::move(loop);
        }
        m_cause = known ? *known : usual_cause(*m_machine, result);
        std::string text = explain(*m_machine, result, m_usage.steps, m_cause);
        text += known ? "" : explain_spin(result);
        text += checks_text(result);
        text += notes.empty() ? "" : "mariner: " + notes + " (--files says which)\n";
        text += host.has_been_silent() ? "mariner: there is no sound here; the program's notes were silent\n" : "";
        const bool is_said = result.ending == RunEnding::output_lost;
        text += m_has_lost_output && !is_said ? "mariner: the program's output can't be written\n" : "";
        text += m_tools ? m_tools->text() : "";
        print_message(text);
        if (m_options.stats) {
            print_stats(m_usage);
        }
        const std::string trouble = trouble_of(result, m_usage.steps);
        return trouble.empty() ? "exit code " + std::to_string(exit_code_of(result)) : trouble;
    }

    [[nodiscard]] bool write_json() const {
        if (m_options.json.empty()) {
            return true;
        }
        const bool has_run = m_program.image.has_value();
        JsonWriter json;
        json.begin_object();
        json.member("ending", has_run ? name_of(m_result.ending) : std::string_view("not_assembled"));
        json.member("exit_code", (has_run ? final_exit_code() : m_program.exit_code) & 0xff);
        json.member("steps", m_usage.steps);
        json.member("syscalls", m_usage.syscalls);
        json.member("output_bytes", m_usage.bytes_written);
        json.member("seconds", m_usage.seconds);
        json.member("memory_bytes", m_usage.memory_bytes);
        if (has_run) {
            write_error_json(json, *m_machine, m_result, m_usage.steps, m_cause);
            write_output_json(json, m_output, m_has_whole_output);
            write_registers_json(json, m_machine->cpu);
            write_memory_json(json, m_ranges, *m_machine);
        } else {
            json.key("error");
            json.null();
        }
        if (m_spin) {
            write_loop_json(json, *m_spin, *m_program.image);
        }
        if (const Checker* const checker = all_checks()) {
            json.key("findings");
            checker->findings().write_json(json, *m_program.image);
        }
        if (m_tools) {
            json.key("tools");
            json.begin_array();
            m_tools->write_json(json);
            json.end_array();
        }
        json.key("diagnostics");
        mariner::write_json(json, m_program.diagnostics);
        json.end_object();
        return write_output(m_options.json, json.take());
    }

    RunCommandOptions m_options;
    LoadedProgram m_program;
    std::unique_ptr<Machine> m_machine;
    std::unique_ptr<TraceFile> m_trace_file;
    std::unique_ptr<tools::ToolSet> m_tools;
    std::unique_ptr<RunWatch> m_watch;  // in place of m_core, if there is a trace or a check
    std::unique_ptr<Core> m_core;
    std::unique_ptr<SecondLook> m_second_look;  // of a plain run
    std::unique_ptr<Runner> m_runner;
    Clock::time_point m_begin;
    RunResult m_result;
    CoreOptions m_core_options;
    Cause m_cause;
    std::optional<SpinReport> m_spin;
    const Finding* m_told_by_spin = nullptr;
    std::vector<MemoryRange> m_ranges;
    std::string m_output;  // for the report
    bool m_has_whole_output = true;
    Usage m_usage;
    bool m_has_lost_output = false;
};

}  // namespace

int cmd_run(int argc, char** argv) {
    RunCommandOptions options;
    CLI::App app("Assembles a MIPS32 program written for MARS and runs it.", "mariner run");
    add_options(app, options);
    const auto settled = [&] { return settle(options); };
    if (const std::optional<int> code =
            parse_command_line(app, "run", argc, argv, settled, &options.program.arguments)) {
        return *code;
    }
    return RunCommand(std::move(options)).execute();
}

}  // namespace mariner::app

// `mariner profile`: runs a program as `mariner run` does and tells afterwards where its instructions went. Standard
// output is the program's own; the report goes to standard error or into files.

#include <CLI/CLI.hpp>
#include <cstdio>

#include "emulator/analysis/profile_report.hpp"
#include "emulator/app/commands.hpp"
#include "emulator/app/display.hpp"
#include "emulator/app/interrupts.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/runtime/runner.hpp"

namespace mariner::app {

namespace {

struct ProfileOptions {
    ProgramOptions program;
    std::string output;
    std::string html;
    std::string callgrind;
    std::string lcov;
    DisplayOptions display;
};

constexpr const char* profile_examples =
    "examples:\n"
    "  mariner profile hw.asm < input.txt\n"
    "  mariner profile hw.asm --html profile.html -- first second\n"
    "  mariner profile hw.asm --callgrind callgrind.out   then: callgrind_annotate callgrind.out, or kcachegrind\n"
    "  mariner profile hw.asm --lcov coverage.info        then: genhtml coverage.info\n"
    "\nexit codes: as those of run; 73 if a report can't be written\n";

void add_options(CLI::App& app, ProfileOptions& options) {
    app.add_option("-o,--output", options.output, "the report as text goes here; standard error unless told");
    app.add_option("--html", options.html, "a page with the source coloured by heat");
    app.add_option("--callgrind", options.callgrind, "costs and calls in callgrind's format");
    app.add_option("--lcov,--coverage", options.lcov, "coverage of lines, functions and branches in lcov's format");
    add_program_options(app, options.program);
    add_display_options(app, options.display);
    app.footer(profile_examples);
}

class ProfileCommand {
public:
    explicit ProfileCommand(ProfileOptions options) : m_options(std::move(options)) {}

    int execute() {
        m_program = load_program(m_options.program.load);
        if (!m_program.image) {
            return m_program.exit_code;
        }
        Result<std::unique_ptr<Machine>> machine =
            Machine::create(*m_program.image, machine_options(m_options.program));
        if (!machine) {
            return fail_with(exit_code::exception, "profile", machine.error().message);
        }
        m_machine = std::move(*machine);
        m_core = std::make_unique<ProfiledCore>(*m_machine, core_options(m_options.program, *m_program.image));
        return run();
    }

private:
    int run() {
        catch_interrupts();
        const DisplayedProgram program = displayed_program(m_options.program, m_program, *m_machine);
        const DisplayedRun displayed{
            [this](TerminalHost& host, u64 steps) { return run_for(host, steps); },
            [this](const RunResult& result, TerminalHost& host) { return report(result, host); }};
        const Result<RunResult> result = run_with_display(m_options.display, program, displayed);
        if (!result) {
            return fail_with(exit_code::usage, "profile", result.error().message);
        }
        return write_reports() && !m_has_lost_output ? exit_code_of(*result) : exit_code::cannot_write;
    }

    RunResult run_for(TerminalHost& host, u64 steps) {
        if (!m_runner) {
            m_runner = std::make_unique<Runner>(m_core->core(), host, run_options(m_options.program));
        }
        return m_runner->run_for(steps);
    }

    std::string report(const RunResult& result, TerminalHost& host) {
        const u64 steps = m_runner->steps();
        m_runner.reset();  // it must not outlive its host
        host.end_line_on_terminal();
        m_has_lost_output = host.has_lost_output();
        print_message(explain(*m_machine, result, steps));
        if (m_has_lost_output && result.ending != RunEnding::output_lost) {
            print_message("mariner: the program's output can't be written\n");
        }
        const std::string trouble = trouble_of(result, steps);
        return trouble.empty() ? "exit code " + std::to_string(exit_code_of(result)) : trouble;
    }

    bool write_reports() {
        const Profile profile = m_core->finish();
        const ProfileSources sources{*m_program.image, read_sources(m_options.program.load, m_program)};
        const std::string text = profile_text(profile, sources);
        bool is_written = true;
        const auto write = [&](const std::string& path, const std::string& bytes) {
            is_written = (path.empty() || write_output(path, bytes)) && is_written;
        };
        if (m_options.output.empty()) {
            print_message(text);
        }
        write(m_options.output, text);
        write(m_options.html, m_options.html.empty() ? "" : profile_html(profile, sources));
        write(m_options.callgrind, m_options.callgrind.empty() ? "" : profile_callgrind(profile, sources.image));
        write(m_options.lcov, m_options.lcov.empty() ? "" : profile_lcov(profile, sources.image));
        return is_written;
    }

    ProfileOptions m_options;
    LoadedProgram m_program;
    std::unique_ptr<Machine> m_machine;
    std::unique_ptr<ProfiledCore> m_core;
    std::unique_ptr<Runner> m_runner;
    bool m_has_lost_output = false;
};

}  // namespace

int cmd_profile(int argc, char** argv) {
    ProfileOptions options;
    CLI::App app("Runs a program and tells where its instructions went.", "mariner profile");
    add_options(app, options);
    const auto settled = [&] { return settle(options.program); };
    if (const std::optional<int> code =
            parse_command_line(app, "profile", argc, argv, settled, &options.program.arguments)) {
        return *code;
    }
    return ProfileCommand(std::move(options)).execute();
}

}  // namespace mariner::app

// `mariner profile`: runs a program as `mariner run` does and tells afterwards where its instructions went. Standard
// output is the program's own; the report goes to standard error or into files.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "emulator/analysis/profile_report.hpp"
#include "emulator/app/commands.hpp"
#include "emulator/app/display.hpp"
#include "emulator/app/interrupts.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/support/file.hpp"

namespace mariner::app {

namespace {

struct ProfileOptions {
    LoadRequest load;
    std::vector<std::string> arguments;
    std::optional<i64> seed;
    RunLimits limits;
    std::string files = "cwd";
    std::string memory = "default";
    std::string entry = "first";
    std::string output;
    std::string html;
    std::string callgrind;
    std::string lcov;
    DisplayOptions display;
    bool no_pseudo = false;
    bool self_modifying = false;
};

constexpr const char* footer =
    "examples:\n"
    "  mariner profile hw.asm < input.txt\n"
    "  mariner profile hw.asm --html profile.html -- first second\n"
    "  mariner profile hw.asm --callgrind callgrind.out   then: callgrind_annotate callgrind.out, or kcachegrind\n"
    "  mariner profile hw.asm --lcov coverage.info        then: genhtml coverage.info\n"
    "\nexit codes: as those of run; 73 if a report can't be written\n";

void add_options(CLI::App& app, ProfileOptions& options) {
    app.add_option("FILE", options.load.files, "source files, assembled as one program, or one ELF file")->required();
    app.add_option("-o,--output", options.output, "the report as text goes here; standard error unless told");
    app.add_option("--html", options.html, "a page with the source coloured by heat");
    app.add_option("--callgrind", options.callgrind, "costs and calls in callgrind's format");
    app.add_option("--lcov,--coverage", options.lcov, "coverage of lines, functions and branches in lcov's format");
    app.add_option("--seed", options.seed, "start of random streams that the program doesn't seed itself");
    app.add_option("--max-steps", options.limits.steps, "stop after so many instructions");
    app.add_option("--files", options.files, "what the program may open: none, cwd, or a folder");
    app.add_flag("--delayed-branching", options.load.options.delayed_branching,
                 "the program is written with delay slots");
    app.add_option("--memory", options.memory, "default, compact-data or compact-text");
    app.add_flag("--no-pseudo", options.no_pseudo, "refuse pseudo-instructions");
    app.add_option("--entry", options.entry, "where to start: first (the first instruction) or main")
        ->check(CLI::IsMember({"first", "main"}));
    app.add_flag("--self-modifying", options.self_modifying, "the program may write to its own text");
    add_display_options(app, options.display);
    app.footer(footer);
}

std::string settle(ProfileOptions& options) {
    const std::optional<MemoryConfiguration> memory = find_memory_configuration(options.memory);
    if (!memory) {
        return "--memory is default, compact-data or compact-text, not " + options.memory;
    }
    if (options.files != "none" && options.files != "cwd" && !CLI::ExistingDirectory(options.files).empty()) {
        return "--files is none, cwd or a folder; there is no folder " + options.files;
    }
    AssemblerOptions& assembler = options.load.options;
    assembler.configuration = *memory;
    assembler.allow_pseudo = !options.no_pseudo;
    assembler.start_at_main = options.entry == "main";
    assembler.self_modifying_code = options.self_modifying;
    return {};
}

int exit_code_of(const RunResult& result) {
    switch (result.ending) {
        case RunEnding::exited:
            return result.exit_code;
        case RunEnding::exception:
        case RunEnding::invalid_pc:
        case RunEnding::host_failure:
            return exit_code::exception;
        case RunEnding::end_of_input:
            return exit_code::end_of_input;
        case RunEnding::step_limit:
        case RunEnding::time_limit:
        case RunEnding::limit:
            return exit_code::limit_reached;
        case RunEnding::stopped:
            return exit_code::interrupted;
        default:
            return exit_code::success;
    }
}

class ProfileCommand {
public:
    explicit ProfileCommand(ProfileOptions options) : m_options(std::move(options)) {}

    int execute() {
        m_program = load_program(m_options.load);
        if (!m_program.image) {
            return m_program.exit_code;
        }
        MachineOptions machine_options;
        machine_options.self_modifying = m_options.self_modifying;
        machine_options.arguments = m_options.arguments;
        Result<std::unique_ptr<Machine>> machine = Machine::create(*m_program.image, machine_options);
        if (!machine) {
            print_error("profile", machine.error().message);
            return exit_code::exception;
        }
        m_machine = std::move(*machine);
        CoreOptions core_options;
        core_options.delayed_branching = m_options.load.options.delayed_branching || m_program.image->delayed_branching;
        m_core = std::make_unique<ProfiledCore>(*m_machine, core_options);
        return run();
    }

private:
    int run() {
        catch_interrupts();
        DisplayedProgram program;
        program.name = m_options.load.files.front();
        program.sources = m_program.sources;
        program.machine = m_machine.get();
        program.stop = &stop_flag();
        program.terminal.seed = m_options.seed;
        const DisplayedRun displayed{
            [this](TerminalHost& host, u64 steps) { return run_for(host, steps); },
            [this](const RunResult& result, TerminalHost& host) { return report(result, host); }};
        const Result<RunResult> result = run_with_display(m_options.display, program, displayed);
        if (!result) {
            print_error("profile", result.error().message);
            return exit_code::usage;
        }
        return write_reports() && !m_has_lost_output ? exit_code_of(*result) : exit_code::cannot_write;
    }

    RunResult run_for(TerminalHost& host, u64 steps) {
        if (!m_runner) {
            RunOptions options;
            options.limits = m_options.limits;
            options.files = m_options.files == "none"
                                ? FileRule{FileRule::Kind::none, {}}
                                : FileRule{FileRule::Kind::directory, m_options.files == "cwd" ? "." : m_options.files};
            options.stop = &stop_flag();
            m_runner = std::make_unique<Runner>(m_core->core(), host, options);
        }
        return m_runner->run_for(steps);
    }

    std::string report(const RunResult& result, TerminalHost& host) {
        const u64 steps = m_runner->steps();
        m_runner.reset();  // it must not outlive its host
        m_has_lost_output = host.has_lost_output();
        std::fputs(explain(*m_machine, result, steps).c_str(), stderr);
        if (m_has_lost_output) {
            std::fputs("mariner: the program's output can't be written\n", stderr);
        }
        const std::string trouble = trouble_of(result, steps);
        return trouble.empty() ? "exit code " + std::to_string(exit_code_of(result)) : trouble;
    }

    /// The text of the files that were named, and of included ones as far as they can be read again.
    [[nodiscard]] ProfileSources read_sources() const {
        ProfileSources sources{*m_program.image};
        for (const std::string& file : m_program.image->files) {
            const auto named = std::find(m_options.load.files.begin(), m_options.load.files.end(), file);
            const auto index = static_cast<size_t>(named - m_options.load.files.begin());
            if (index < m_program.sources.size()) {
                sources.texts.push_back(m_program.sources[index]);
            } else {
                const Result<std::string> text =
                    m_program.is_elf ? Result<std::string>(std::string()) : read_file(file);
                sources.texts.push_back(text ? *text : std::string());
            }
        }
        return sources;
    }

    bool write_reports() {
        const Profile profile = m_core->finish();
        const ProfileSources sources = read_sources();
        const std::string text = profile_text(profile, sources);
        bool is_written = true;
        const auto write = [&](const std::string& path, const std::string& bytes) {
            is_written = (path.empty() || write_output(path, bytes)) && is_written;
        };
        if (m_options.output.empty()) {
            std::fputs(text.c_str(), stderr);
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
    char** const end = argv + argc;
    char** const dashes = std::find_if(argv, end, [](const char* word) { return std::string_view(word) == "--"; });
    if (dashes != end) {
        options.arguments.assign(dashes + 1, end);
    }
    CLI::App app("Runs a program and tells where its instructions went.", "mariner profile");
    add_options(app, options);
    try {
        app.parse(static_cast<int>(dashes - argv), argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            app.exit(error);
            return exit_code::success;
        }
        print_error("profile", std::string(error.what()) + " (mariner profile --help shows all options)");
        return exit_code::usage;
    }
    if (const std::string wrong = settle(options); !wrong.empty()) {
        print_error("profile", wrong);
        return exit_code::usage;
    }
    return ProfileCommand(std::move(options)).execute();
}

}  // namespace mariner::app

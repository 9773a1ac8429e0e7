#include "emulator/app/run_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "emulator/app/commands.hpp"
#include "emulator/app/interrupts.hpp"

namespace mariner::app {

namespace {

void add_limits(CLI::App& app, ProgramOptions& options) {
    const std::string group = "Limits";
    app.add_option("--max-steps", options.limits.steps, "stop after so many instructions")
        ->type_name("N")
        ->group(group);
    app.add_option("--time-limit", options.time_limit, "stop after so many seconds")
        ->check(CLI::Range(0.001, 1e9).description(""))
        ->type_name("S")
        ->group(group);
    app.add_option("--max-output", options.limits.output_bytes, "bytes the program may write (64k, 1m ...)")
        ->transform(CLI::AsSizeValue(false).description(""))
        ->type_name("BYTES")
        ->group(group);
    app.add_option("--max-heap", options.limits.heap_bytes, "bytes the program may take by sbrk (64k, 1m ...)")
        ->transform(CLI::AsSizeValue(false).description(""))
        ->type_name("BYTES")
        ->group(group);
    app.add_option(
           "--files", options.files,
           "what the program may open: none, cwd (files below the current folder: the usual), or a folder, from "
           "which its names are taken then")
        ->type_name("none|cwd|DIR")
        ->group(group);
}

void add_machine(CLI::App& app, ProgramOptions& options) {
    const std::string group = "Machine";
    app.add_option("--entry", options.entry, "where to start: at the first instruction (the usual), or at main")
        ->type_name("first|main")
        ->group(group);
    app.add_option("--memory", options.memory, "where the segments lie")
        ->type_name("default|compact-data|compact-text")
        ->group(group);
    app.add_option("--seed", options.seed, "start of random streams that the program doesn't seed itself")
        ->type_name("N")
        ->group(group);
    app.add_option("--float-format", options.float_format, "java8 (what MARS prints), or shortest (Java 19 and later)")
        ->type_name("java8|shortest")
        ->group(group);
    app.add_flag("--delayed-branching", options.load.options.delayed_branching,
                 "the program is written with delay slots")
        ->group(group);
    app.add_flag("--no-pseudo", options.no_pseudo, "refuse pseudo-instructions")->group(group);
    app.add_flag("--self-modifying", options.self_modifying, "the program may write to its own text")->group(group);
}

FileRule file_rule(const std::string& word) {
    if (word == "none") {
        return {FileAccess::none, {}};
    }
    return {FileAccess::directory, word == "cwd" ? "." : word};
}

}  // namespace

void add_program_options(CLI::App& app, ProgramOptions& options) {
    app.add_option("FILE", options.load.files,
                   "source files, assembled as one program, or one ELF file; - is standard input")
        ->required()
        ->type_name("");
    add_limits(app, options);
    add_machine(app, options);
}

std::string settle(ProgramOptions& options) {
    const std::optional<MemoryConfiguration> memory = find_memory_configuration(options.memory);
    if (!memory) {
        return "--memory is default, compact-data or compact-text, not " + options.memory;
    }
    if (options.float_format != "java8" && options.float_format != "shortest") {
        return "--float-format is java8 or shortest, not " + options.float_format;
    }
    if (options.entry != "main" && options.entry != "first") {
        return "--entry is first or main, not " + options.entry;
    }
    if (options.files != "none" && options.files != "cwd" && !CLI::ExistingDirectory(options.files).empty()) {
        return "--files is none, cwd or a folder; there is no folder " + options.files;
    }
    options.limits.time_milliseconds = static_cast<u64>(options.time_limit * 1000);
    AssemblerOptions& assembler = options.load.options;
    assembler.configuration = *memory;
    assembler.allow_pseudo = !options.no_pseudo;
    assembler.start_at_main = options.entry == "main";
    assembler.self_modifying_code = options.self_modifying;
    return {};
}

MachineOptions machine_options(const ProgramOptions& options) {
    MachineOptions machine;
    machine.self_modifying = options.self_modifying;
    machine.arguments = options.arguments;
    return machine;
}

CoreOptions core_options(const ProgramOptions& options, const ProgramImage& image) {
    CoreOptions core;
    core.delayed_branching = options.load.options.delayed_branching || image.delayed_branching;
    return core;
}

RunOptions run_options(const ProgramOptions& options) {
    RunOptions run;
    run.limits = options.limits;
    run.float_format = options.float_format == "shortest" ? FloatFormat::shortest : FloatFormat::java8;
    run.files = file_rule(options.files);
    run.stop = &stop_flag();
    return run;
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
        case RunEnding::output_lost:
            return exit_code::cannot_write;
        case RunEnding::stopped:
            return exit_code::interrupted;
        case RunEnding::paused:
        case RunEnding::dropped_off:
        case RunEnding::hook:
            break;
    }
    return exit_code::success;
}

std::optional<int> parse_command_line(CLI::App& app, const char* command, int argc, char** argv,
                                      const std::function<std::string()>& check, std::vector<std::string>* arguments) {
    char** end = argv + argc;
    if (arguments != nullptr) {
        char** const dashes = std::find_if(argv, end, [](const char* word) { return std::string_view(word) == "--"; });
        if (dashes != end) {
            arguments->assign(dashes + 1, end);
        }
        end = dashes;
    }
    app.allow_windows_style_options(false);  // /tmp/hw.asm names a file on every system
    try {
        app.parse(static_cast<int>(end - argv), argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            app.exit(error);
            return exit_code::success;
        }
        return fail_with(exit_code::usage, command,
                         std::string(error.what()) + " (mariner " + command + " --help shows all options)");
    }
    const std::string wrong = check ? check() : "";
    return wrong.empty() ? std::nullopt : std::optional(fail_with(exit_code::usage, command, wrong));
}

}  // namespace mariner::app

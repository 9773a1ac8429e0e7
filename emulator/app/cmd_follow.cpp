// `mariner follow`: somebody's processor has run a program and printed what it wrote; the first write that is wrong.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "emulator/analysis/follow.hpp"
#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/script_host.hpp"

namespace mariner::app {

namespace {

constexpr const char* follow_examples =
    "examples:\n"
    "  mariner asm cpu.asm --format readmemh --memory compact-data -o code.txt\n"
    "  vvp cpu.vvp > cpu.trace\n"
    "  mariner follow cpu.trace cpu.asm --memory compact-data --delayed-branching\n"
    "  vvp cpu.vvp | mariner follow - cpu.asm\n"
    "\nThe trace has a line for each write, with anything before the @:\n"
    "  @00003000: $ 1 <= 00000005      a register\n"
    "  @00003004: *00000000 <= 00000005      a word of memory, as it is afterwards\n"
    "or, as CSV, 00003000,$1,00000005 and 00003004,*00000000,00000005. Other lines don't count.\n"
    "\nexit codes: 0 every write agrees, 1 one differs, 2 wrong usage, 65 the program doesn't assemble,\n"
    "66 a file can't be read\n";

using OpenTrace = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// "-" is standard input.
OpenTrace open_trace(const std::string& path) {
    return path == "-" ? OpenTrace(stdin, [](std::FILE*) { return 0; })
                       : OpenTrace(std::fopen(path.c_str(), "rb"), &std::fclose);
}

int follow(const std::string& path, const ProgramOptions& options) {
    const LoadedProgram program = load_program(options.load);
    if (!program.image) {
        return program.exit_code;
    }
    const OpenTrace file = open_trace(path);
    if (!file) {
        return fail_with(exit_code::unreadable_file, "follow", "can't read " + path);
    }
    Result<std::unique_ptr<Machine>> machine = Machine::create(*program.image, machine_options(options));
    if (!machine) {
        return fail_with(exit_code::exception, "follow", machine.error().message);
    }
    ScriptHost host;
    const TraceSource trace = [&](char* buffer, size_t size) {
        host.take_output();  // nobody reads it, and a long trace may print much
        return std::fread(buffer, 1, size, file.get());
    };
    const FollowedTrace followed = follow_trace(**machine, core_options(options, *program.image), host, trace);
    const std::string all_well = with_thousands(followed.agreeing) + " writes, and all agree\n";
    const bool is_written = write_output("-", followed.report.empty() ? all_well : followed.report);
    return !is_written ? exit_code::cannot_write : followed.report.empty() ? exit_code::success : exit_code::differs;
}

}  // namespace

int cmd_follow(int argc, char** argv) {
    std::string path;
    ProgramOptions options;
    CLI::App app("Compares what a processor of your own wrote with what the program should write.", "mariner follow");
    app.add_option("TRACE", path, "the processor's trace; - is standard input")->required();
    add_program_options(app, options);
    app.footer(follow_examples);
    const auto settled = [&] { return settle(options); };
    if (const std::optional<int> code = parse_command_line(app, "follow", argc, argv, settled, &options.arguments)) {
        return *code;
    }
    return follow(path, options);
}

}  // namespace mariner::app

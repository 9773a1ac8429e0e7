// `mariner dap`: the Debug Adapter Protocol on standard input and output, for VS Code and its like. Which program to
// debug, and how, comes with the protocol's launch request.

#include <CLI/CLI.hpp>
#include <filesystem>

#include "emulator/app/commands.hpp"
#include "emulator/app/debug_options.hpp"
#include "emulator/app/display.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/interrupts.hpp"
#include "emulator/program/elf_reader.hpp"
#include "emulator/protocol/channel.hpp"
#include "emulator/remote/dap_server.hpp"
#include "emulator/remote/motion_watch.hpp"
#include "emulator/remote/picture.hpp"
#include "emulator/support/file.hpp"
#include "emulator/tutor/tutor.hpp"

namespace mariner::app {

namespace {

using remote::DapLoad;
using remote::DapProgram;

constexpr const char* dap_examples =
    "An editor starts this command and talks to it; tools/vscode holds an extension for VS Code that does.\n"
    "\nattributes of the launch request:\n"
    "  program           the file to debug, or a list of files that make one program; an ELF file is taken as it is\n"
    "  args              the program's arguments\n"
    "  cwd               where relative names count from, and the folder whose files the program may open\n"
    "  input             a file that the program reads as its standard input; without it, type in the debug console\n"
    "  stopOnEntry       stop in front of the first instruction\n"
    "  checks            stop at what the checks of `mariner run --check` find\n"
    "  tools             MARS's tools, as --tool takes them; dlab, bot and hunt can come with the launch only\n"
    "  stopAtEnd         stop when the program has ended, to go back from there\n"
    "  memory, entry, seed, maxSteps, delayedBranching, selfModifying, pseudo     as the options of mariner run\n";

std::string absolute(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

Result<DapProgram> assembled(const std::vector<std::string>& files, const AssemblerOptions& options) {
    DiskSources sources(std::filesystem::current_path().string());
    Assembly assembly = assemble_and_teach(files, sources, options);
    const std::string report = people_report(assembly.diagnostics, {});
    return assembly.image ? Result<DapProgram>({std::move(*assembly.image), {}, report, {}, true}) : Error{report};
}

Result<DapProgram> read_program(const std::vector<std::string>& files, const AssemblerOptions& options) {
    const Result<std::string> bytes = read_file(files.front());
    if (!bytes) {
        return bytes.error();
    }
    if (!is_elf(*bytes)) {
        return assembled(files, options);
    }
    Result<ProgramImage> image = read_elf(*bytes);
    return image ? Result<DapProgram>({std::move(*image), {}, {}, {}, true})
                 : Error{files.front() + ": " + image.error().message};
}

Result<DapProgram> load(const DapLoad& wish) {
    const std::filesystem::path directory(wish.directory);
    std::vector<std::string> files;
    for (const std::string& file : wish.files) {
        files.push_back((directory / file).string());
    }
    Result<DapProgram> program = read_program(files, wish.options);
    if (!program) {
        return program;
    }
    const std::vector<std::string> texts = read_display_sources(files);
    program->devices = has_devices(texts, memory_map(program->image.configuration));
    program->picture = remote::picture_of(texts, memory_map(program->image.configuration));
    program->colours = remote::named_colours(texts);
    for (const std::string& file : program->image.files) {
        program->paths.push_back(absolute(file));
    }
    if (!wish.input.empty()) {
        Result<std::string> input = read_file((directory / wish.input).string());
        if (!input) {
            return input.error();
        }
        program->input = std::move(*input);
    }
    return program;
}

}  // namespace

int cmd_dap(int argc, char** argv) {
    CLI::App app("Serves the Debug Adapter Protocol on standard input and output.", "mariner dap");
    app.footer(dap_examples);
    if (const std::optional<int> code = parse_command_line(app, "dap", argc, argv)) {
        return *code;
    }
    platform::ignore_broken_pipes();  // a client that goes away is an end like any other
    const protocol::Channel channel(platform::standard_input, platform::standard_output);
    bool is_connected = true;
    remote::DapServer server(load,
                             [&](std::string_view message) { is_connected = is_connected && channel.send(message); });
    while (is_connected && !server.is_over()) {
        if (server.is_running()) {
            remote::move_watched(channel.input(), *server.session(), [&] { server.advance(); });
            server.conclude();
        }
        if (server.is_running() && !channel.is_ready()) {
            continue;
        }
        const std::string bytes = channel.receive();
        is_connected = is_connected && !bytes.empty();
        server.receive(bytes);
    }
    return exit_code::success;
}

}  // namespace mariner::app

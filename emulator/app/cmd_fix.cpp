// `mariner fix`: the repairs that the messages offer, carried out: shown as a diff, or written into the files.

#include <CLI/CLI.hpp>
#include <cstdio>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/visible.hpp"
#include "emulator/tutor/repair.hpp"

namespace mariner::app {

namespace {

constexpr const char* fix_examples =
    "Every repair was tried: with it the program assembles without the error, and no other has come. What is only a\n"
    "sketch is told, not done.\n"
    "\nexamples:\n"
    "  mariner fix hw.asm                 show what would change\n"
    "  mariner fix --write hw.asm         change it\n"
    "  mariner fix hw.asm | patch         the same, by way of the diff\n"
    "\nexit codes: 0 nothing is wrong any more, 2 wrong usage, 65 something is left to repair by hand, 66 a file "
    "can't\n"
    "be read, 73 a file can't be written\n";

int write_files(const RepairedProgram& program) {
    for (const RepairedFile& file : program.files) {
        if (const Result<void> written = replace_file(file.name, file.text); !written) {
            return fail_with(exit_code::cannot_write, "fix", written.error().message);
        }
    }
    return exit_code::success;
}

}  // namespace

int cmd_fix(int argc, char** argv) {
    CLI::App app("Repairs a program as far as that is certain.", "mariner fix");
    std::vector<std::string> files;
    bool writes = false;
    AssemblerOptions options;
    app.add_option("FILE", files, "source files, assembled as one program")->required();
    app.add_flag("--write", writes, "change the files instead of showing the changes");
    app.add_flag("--self-modifying", options.self_modifying_code, "data may be stored among instructions");
    app.footer(fix_examples);
    if (const std::optional<int> code = parse_command_line(app, "fix", argc, argv)) {
        return *code;
    }
    for (const std::string& file : files) {
        if (const Result<std::string> text = read_file(file); !text) {
            return fail_with(exit_code::unreadable_file, "fix", text.error().message);
        }
    }
    DiskSources sources(current_directory());
    const RepairedProgram program = repair_program(files, sources, options);
    if (writes) {
        if (const int code = write_files(program); code != exit_code::success) {
            return code;
        }
    }
    std::string diff;
    for (const RepairedFile& file : program.files) {
        diff += file.diff;
    }
    if (platform::is_terminal(platform::standard_output)) {
        diff = visible_text(diff);  // what stands in a source may act on a terminal
    }
    if (!writes && !diff.empty() && !write_output("-", diff)) {
        return exit_code::cannot_write;
    }
    std::fputs(people_report(program.left, {error_stream_has_colours(), true}).c_str(), stderr);
    return program.left.has_errors() ? exit_code::wrong_source : exit_code::success;
}

}  // namespace mariner::app

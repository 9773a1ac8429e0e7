#pragma once
// From the names on a command line to a program: sources are assembled, an ELF file is read as it is; what is wrong is
// told on standard error. Shared by the commands that take programs.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::app {

struct LoadRequest {
    std::vector<std::string> files;  // "-" is standard input; an ELF file must stand alone
    AssemblerOptions options;
    std::string json;  // where the diagnostics go as JSON; empty: nowhere
};

struct LoadedProgram {
    std::optional<ProgramImage> image;
    int exit_code = 0;  // what a command should exit with if there is no image
    bool is_elf = false;
    Diagnostics diagnostics{};           // of the assembler; may hold warnings beside an image
    std::vector<std::string> sources{};  // the text of the named files; empty for ELF
};

LoadedProgram load_program(const LoadRequest& request);

/// The text of the image's files: of those that were named, and of included ones as far as they can be read again.
std::vector<std::string> read_sources(const LoadRequest& request, const LoadedProgram& program);

/// Without links; "." where there is none any more.
std::string current_directory();

/// On standard error, whatever stands in it made harmless to a terminal (support/visible.hpp).
void print_message(std::string_view text);

/// "mariner COMMAND: SENTENCE" on standard error.
void print_error(std::string_view command, std::string_view sentence);

/// The same, for a command that ends so: gives the exit code.
int fail_with(int code, std::string_view command, std::string_view sentence);

/// To a file, or to standard output for "-" and ""; false, after saying why, if that fails.
bool write_output(const std::string& path, std::string_view bytes);

/// Whether to colour what goes to standard error.
bool error_stream_has_colours();

}  // namespace mariner::app

// `mariner asm`: source files to an ELF file, a listing, or a dump in one of MARS's formats.

#include <CLI/CLI.hpp>
#include <cstdio>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/program/dump.hpp"
#include "emulator/program/elf_writer.hpp"
#include "emulator/program/listing.hpp"

namespace mariner::app {

namespace {

struct AsmOptions {
    LoadRequest load;
    std::string output;
    std::string format = "elf";
    std::string segment = ".text";
    std::string memory = "default";
    std::string entry = "first";
    bool object = false;
    bool no_pseudo = false;
};

std::string formats_text() {
    std::string text =
        "formats:\n"
        "  elf             ELF32 executable (with -c: object file)\n"
        "  listing         address, code, basic instruction, source; data; symbols\n";
    for (const DumpFormat& format : dump_formats()) {
        std::string line = "  " + std::string(format.name);
        line.resize(18, ' ');
        text += line + std::string(format.doc);
        text += format.mars_name.empty() ? "\n" : " (MARS: " + std::string(format.mars_name) + ")\n";
    }
    return text;
}

constexpr const char* asm_examples =
    "\nexamples:\n"
    "  mariner asm hw.asm -o hw.elf              then: mariner run hw.elf, mips-linux-gnu-objdump -d hw.elf\n"
    "  mariner asm hw.asm --format listing       to read\n"
    "  mariner asm hw.asm --format hex -o hw.hex --segment .data\n"
    "\nexit codes: 0 written, 2 wrong usage, 65 the program doesn't assemble, 66 a file can't be read,\n"
    "73 the output can't be written\n";

void add_options(CLI::App& app, AsmOptions& options) {
    app.add_option("FILE", options.load.files, "source files, assembled as one program (or an ELF file to convert)")
        ->required();
    app.add_option("-o,--output", options.output, "file to write, - for standard output");
    app.add_option("-f,--format", options.format, "what to write (see below); elf unless told");
    app.add_flag("-c", options.object, "an object file for GNU ld instead of an executable");
    app.add_option("--segment", options.segment, "what a dump holds: .text, .data or FIRST-END (END not included)");
    app.add_option("--memory", options.memory, "default, compact-data or compact-text");
    app.add_flag("--delayed-branching", options.load.options.delayed_branching,
                 "the program is written with delay slots");
    app.add_flag("--no-pseudo", options.no_pseudo, "refuse pseudo-instructions");
    app.add_option("--entry", options.entry, "where execution starts: main, or first (the first instruction)")
        ->check(CLI::IsMember({"main", "first"}));
    app.add_option("--json", options.load.json,
                   "write errors and warnings as JSON to this file, - for standard output");
    app.footer(formats_text() + asm_examples);
}

bool is_binary(const std::string& format) {
    return format == "elf" || format == "binary" || format == "Binary";
}

/// hw.elf, hw.o or hw.bin for hw.asm; text goes to standard output.
std::string default_output(const AsmOptions& options) {
    if (!is_binary(options.format)) {
        return "-";
    }
    std::string stem = options.load.files[0];
    const size_t dot = stem.rfind('.');
    if (dot != std::string::npos && dot > platform::folder_part(stem).size()) {
        stem.resize(dot);
    }
    return stem + (options.format != "elf" ? ".bin" : options.object ? ".o" : ".elf");
}

Result<std::string> make_output(const AsmOptions& options, const ProgramImage& image) {
    if (options.format == "elf") {
        return options.object ? write_elf_object(image) : write_elf(image);
    }
    if (options.format == "listing") {
        return write_listing(image);
    }
    const DumpSource source(image);
    const std::optional<DumpRange> range = find_dump_range(options.segment, source.map());
    Dump dump = dump_words(source, *range, *find_dump_format(options.format), options.output);
    if (!dump.bytes) {
        return Error{"nothing is stored at " + options.segment + "; --segment names another part"};
    }
    return std::move(*dump.bytes);
}

/// Options that CLI11 can't check; the sentence to print, or empty.
std::string wrong_option(AsmOptions& options) {
    const std::optional<MemoryConfiguration> memory = find_memory_configuration(options.memory);
    if (!memory) {
        return "--memory knows default, compact-data and compact-text, not " + options.memory;
    }
    options.load.options.configuration = *memory;
    options.load.options.allow_pseudo = !options.no_pseudo;
    options.load.options.collect_references = options.object;
    options.load.options.start_at_main = options.entry == "main";
    if (options.format != "elf" && options.format != "listing" && find_dump_format(options.format) == nullptr) {
        return "there is no format " + options.format + "; see mariner asm --help";
    }
    if (options.object && options.format != "elf") {
        return "-c makes an ELF object file: leave out --format " + options.format;
    }
    if (!find_dump_range(options.segment, memory_map(*memory))) {
        return "--segment takes .text, .data or a range such as 0x10010000-0x10010040, not " + options.segment;
    }
    return {};
}

}  // namespace

int cmd_asm(int argc, char** argv) {
    CLI::App app("Assembles and writes the program to a file.", "mariner asm");
    AsmOptions options;
    add_options(app, options);
    const auto settled = [&] { return wrong_option(options); };
    if (const std::optional<int> code = parse_command_line(app, "asm", argc, argv, settled)) {
        return *code;
    }
    LoadedProgram program = load_program(options.load);
    if (!program.image) {
        return program.exit_code;
    }
    const Result<std::string> bytes = make_output(options, *program.image);
    if (!bytes) {
        return fail_with(exit_code::wrong_source, "asm", bytes.error().message);
    }
    const std::string path = options.output.empty() ? default_output(options) : options.output;
    return write_output(path, *bytes) ? exit_code::success : exit_code::cannot_write;
}

}  // namespace mariner::app

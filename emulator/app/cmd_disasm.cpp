// `mariner disasm`: an ELF file, source files or bare machine code back to assembly that can be read and assembled.

#include <CLI/CLI.hpp>
#include <algorithm>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/program/disassembly.hpp"
#include "emulator/program/elf_reader.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"

// Where every kilobyte is downloaded, nobody reads what a compiler does.
#if defined(MARINER_FEW_CORES)
#define MARINER_TRANSLATE_EXAMPLE
#else
#include "emulator/app/translation_listing.hpp"
#define MARINER_TRANSLATE_EXAMPLE \
    "  mariner disasm --translate hw.asm         how the compiling engine makes code of it\n"
#endif

namespace mariner::app {

namespace {

constexpr const char* disasm_examples =
    "examples:\n"
    "  mariner disasm hw.elf\n"
    "  mariner disasm hw.asm                     what the pseudo-instructions became\n"
    "  mariner disasm --base 0x400000 text.bin   a dump: bytes, or lines of eight hexadecimal "
    "digits\n" MARINER_TRANSLATE_EXAMPLE
    "\nexit codes: 0 written, 2 wrong usage, 65 not a program, 66 a file can't be read, 73 the output can't be "
    "written\n";

struct DisasmOptions {
    LoadRequest load;
    std::string output = "-";
    std::string base;
    std::string memory = "default";
#if !defined(MARINER_FEW_CORES)
    bool translates = false;
#endif
};

/// Words from lines of hexadecimal digits; nothing if the text holds anything else.
std::optional<std::vector<u32>> words_of_text(std::string_view text) {
    std::vector<u32> words;
    size_t at = 0;
    while (at < text.size()) {
        const size_t start = text.find_first_not_of(" \t\r\n", at);
        if (start == std::string_view::npos) {
            break;
        }
        const size_t end = std::min(text.find_first_of(" \t\r\n", start), text.size());
        const std::optional<u32> word = parse_digits<u32>(text.substr(start, end - start), 16);
        if (!word || end - start != 8) {
            return std::nullopt;
        }
        words.push_back(*word);
        at = end;
    }
    return words;
}

std::vector<u32> words_of_bytes(std::string_view bytes) {
    std::vector<u32> words;
    for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
        u32 word = 0;
        for (size_t i = 0; i < 4; ++i) {
            word |= static_cast<u32>(static_cast<u8>(bytes[at + i])) << (8 * i);
        }
        words.push_back(word);
    }
    return words;
}

LoadedProgram read_dump(const DisasmOptions& options, u32 base) {
    const Result<std::string> bytes = read_file(options.load.files[0]);
    if (!bytes) {
        print_error("disasm", bytes.error().message);
        return {std::nullopt, exit_code::unreadable_file};
    }
    const std::optional<std::vector<u32>> words = words_of_text(*bytes);
    ProgramImage image = image_of_words(words ? *words : words_of_bytes(*bytes), base);
    image.configuration = options.load.options.configuration;
    return {std::move(image), exit_code::success};
}

std::string wrong_option(DisasmOptions& options, std::optional<u32>& base) {
    const std::optional<MemoryConfiguration> memory = find_memory_configuration(options.memory);
    if (!memory) {
        return "--memory knows default, compact-data and compact-text, not " + options.memory;
    }
    options.load.options.configuration = *memory;
    if (options.base.empty()) {
        return {};
    }
    const std::optional<i32> address = decode_mars_int(options.base);
    if (!address || *address % 4 != 0) {
        return "--base takes an address divisible by 4, such as 0x400000, not " + options.base;
    }
    if (options.load.files.size() != 1) {
        return "--base goes with exactly one file";
    }
    base = static_cast<u32>(*address);
    return {};
}

}  // namespace

int cmd_disasm(int argc, char** argv) {
    CLI::App app("Shows a program as assembly with labels, addresses and machine code.", "mariner disasm");
    DisasmOptions options;
    app.add_option("FILE", options.load.files, "an ELF file, source files, or with --base a dump of machine code")
        ->required();
    app.add_option("-o,--output", options.output, "file to write; standard output unless told");
    app.add_option("--base", options.base, "the file is bare machine code that begins at this address");
    app.add_option("--memory", options.memory, "default, compact-data or compact-text");
    app.add_flag("--delayed-branching", options.load.options.delayed_branching,
                 "the source is written with delay slots");
#if !defined(MARINER_FEW_CORES)
    app.add_flag("--translate", options.translates,
                 "beside each instruction its micro-operations and the compiling engine's code");
#endif
    app.footer(disasm_examples);
    std::optional<u32> base;
    const auto settled = [&] { return wrong_option(options, base); };
    if (const std::optional<int> code = parse_command_line(app, "disasm", argc, argv, settled)) {
        return *code;
    }
    const LoadedProgram program = base ? read_dump(options, *base) : load_program(options.load);
    if (!program.image) {
        return program.exit_code;
    }
#if !defined(MARINER_FEW_CORES)
    if (options.translates) {
        return write_output(options.output, write_translation(*program.image)) ? exit_code::success
                                                                               : exit_code::cannot_write;
    }
#endif
    return write_output(options.output, write_disassembly(*program.image)) ? exit_code::success
                                                                           : exit_code::cannot_write;
}

}  // namespace mariner::app

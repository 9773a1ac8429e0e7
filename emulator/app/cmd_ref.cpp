// `mariner ref`: the reference at the command line, and its pages as Markdown.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/language/reference.hpp"
#include "emulator/tools/tool_set.hpp"

namespace mariner::app {

using language::nearest_names;
using language::reference_entry;
using language::reference_overview;
using language::reference_pages;
using language::reference_words;
using language::ReferencePage;

namespace {

constexpr const char* ref_examples =
    "examples:\n"
    "  mariner ref                what there is\n"
    "  mariner ref addiu          an instruction: forms, machine code, meaning\n"
    "  mariner ref bge            a pseudo-instruction and what it becomes\n"
    "  mariner ref .word          a directive\n"
    "  mariner ref 4              a syscall by number; also: mariner ref print string\n"
    "  mariner ref '$t0'          a register; also: mariner ref t0\n"
    "\nexit codes: 0 found, 2 no such word, 73 the pages can't be written\n";

int write_pages(const std::string& directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    for (const ReferencePage& page : reference_pages()) {
        if (!write_output(directory + "/" + page.file, page.text)) {
            return exit_code::cannot_write;
        }
    }
    return exit_code::success;
}

int write_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + '\n';
    }
    return write_output("-", text) ? exit_code::success : exit_code::cannot_write;
}

int explain(const std::string& words) {
    if (const std::optional<std::string> entry = reference_entry(words)) {
        return write_output("-", *entry) ? exit_code::success : exit_code::cannot_write;
    }
    std::string message = "there is no instruction, directive, syscall or register \"" + words + "\"";
    const std::vector<std::string> names = nearest_names(words);
    for (size_t i = 0; i < names.size(); ++i) {
        message += (i == 0 ? "; near it: " : ", ") + names[i];
    }
    return fail_with(exit_code::usage, "ref", message + (names.empty() ? "; mariner ref lists them all" : ""));
}

}  // namespace

int cmd_ref(int argc, char** argv) {
    CLI::App app("Explains instructions, pseudo-instructions, directives, syscalls and registers.", "mariner ref");
    std::vector<std::string> words;
    std::string directory;
    bool list = false;
    std::optional<std::string> tool;
    app.add_option("WORD", words, "what to explain; without it, everything there is");
    app.add_option("--markdown", directory, "write the whole reference as Markdown pages into this directory");
    app.add_flag("--words", list, "every word that has an entry, one per line (for completions)");
    app.add_option("--tool-words", tool, "how this word of a --tool may go on, one per line (for completions)");
    app.footer(ref_examples);
    if (const std::optional<int> code = parse_command_line(app, "ref", argc, argv)) {
        return *code;
    }
    if (!directory.empty()) {
        return write_pages(directory);
    }
    if (list) {
        return write_lines(reference_words());
    }
    if (tool) {
        return write_lines(tools::completions_of(*tool));
    }
    if (words.empty()) {
        return write_output("-", reference_overview()) ? exit_code::success : exit_code::cannot_write;
    }
    std::string joined;
    for (const std::string& word : words) {
        joined += (joined.empty() ? "" : " ") + word;
    }
    return explain(joined);
}

}  // namespace mariner::app

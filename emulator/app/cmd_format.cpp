// `mariner format`: the layout of sources made even, in place, as a check or as a filter. The program stays the same.

#include <CLI/CLI.hpp>
#include <cstdio>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/language/source_layout.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"

namespace mariner::app {

namespace {

constexpr const char* format_examples =
    "Label, instruction, operands and comment get columns: those that most lines of the file have already, or those "
    "of\n"
    "an .editorconfig (mariner_instruction_column, mariner_operand_column, mariner_comment_column; indent_style).\n"
    "The program stays the same, byte for byte, and so do the numbers of its lines.\n"
    "\nexamples:\n"
    "  mariner format hw.asm              in place\n"
    "  mariner format --check *.asm       change nothing; name the files that would change\n"
    "  mariner format - < hw.asm          standard input to standard output\n"
    "\nexit codes: 0 done, 1 with --check: a file would change, 2 wrong usage, 66 a file can't be read, 73 a file "
    "can't\n"
    "be written\n";

constexpr int would_change = 1;

std::string text_or_nothing(const std::string& path) {
    const Result<std::string> text =
        platform::kind_of(path) == platform::FileKind::regular ? read_file(path) : Result<std::string>(Error{});
    return text ? *text : std::string();
}

std::string formatted(const std::string& text, const std::string& path) {
    const std::string from_root = platform::is_absolute(path) ? path : current_directory() + "/" + path;
    const language::TextDocument document(text);
    return language::laid_out(text, language::style_of(document, from_root, text_or_nothing));
}

int format_file(const std::string& path, bool only_checks) {
    const bool is_filter = path == "-";
    const Result<std::string> text = read_file(is_filter ? "/dev/stdin" : path);
    if (!text) {
        return fail_with(exit_code::unreadable_file, "format", text.error().message);
    }
    const std::string after = formatted(*text, is_filter ? "stdin.asm" : path);
    if (only_checks && after != *text) {
        print_message(path + "\n");
        return would_change;
    }
    if (is_filter && !only_checks) {
        return write_output("-", after) ? exit_code::success : exit_code::cannot_write;
    }
    if (after == *text) {
        return exit_code::success;
    }
    const Result<void> written = replace_file(path, after);
    return written ? exit_code::success : fail_with(exit_code::cannot_write, "format", written.error().message);
}

}  // namespace

int cmd_format(int argc, char** argv) {
    CLI::App app("Makes the layout of sources even.", "mariner format");
    std::vector<std::string> files;
    bool only_checks = false;
    app.add_option("FILE", files, "source files; - is standard input")->required();
    app.add_flag("--check", only_checks, "change nothing; say which files would change");
    app.footer(format_examples);
    if (const std::optional<int> code = parse_command_line(app, "format", argc, argv)) {
        return *code;
    }
    int worst = exit_code::success;
    for (const std::string& file : files) {
        worst = std::max(worst, format_file(file, only_checks));
    }
    return worst;
}

}  // namespace mariner::app

// The program `mariner`: finds the command and calls it. Under the name `mars` it behaves as `mariner mars`.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/platform/process.hpp"

namespace {

using namespace mariner::app;

struct Command {
    std::string_view name;
    int (*function)(int, char**);
    std::string_view line;
};

constexpr auto commands = std::to_array<Command>({
#define COMMAND(name, line, needs) {#name, cmd_##name, line},
#include "emulator/app/commands.inc"
#undef COMMAND
});

const Command* find_command(std::string_view name) {
    const auto found = std::find_if(commands.begin(), commands.end(), [&](const Command& c) { return c.name == name; });
    return found == commands.end() ? nullptr : &*found;
}

void print_help() {
    std::string text =
        "mariner: assembles, runs, plays, debugs and grades MIPS32 assembly written for MARS\n\n"
        "usage: mariner COMMAND [...]\n\ncommands:\n";
    for (const Command& command : commands) {
        text += "  " + std::string(command.name);
        text.append(11 - std::min<size_t>(10, command.name.size()), ' ');
        text += std::string(command.line) + (is_absent(command.name) ? " (not on this system)" : "") + "\n";
    }
    text +=
        "\n`mariner COMMAND --help` tells more, with examples.\n"
        "\nexamples:\n"
        "  mariner run hello.asm\n"
        "  mariner mars nc sm hello.asm\n";
    std::fputs(text.c_str(), stdout);
}

/// The menu of games; what they leave behind can be read before the console goes.
int serve_double_click() {
    std::string name = "play";
    std::array<char*, 2> words{name.data(), nullptr};
    const int code = cmd_play(1, words.data());
    std::fputs("Press Enter to close this window.", stdout);
    std::fflush(stdout);
    char byte = '\0';
    while (mariner::platform::read_patiently(mariner::platform::standard_input, std::span(&byte, 1)).count == 1 &&
           byte != '\n') {
    }
    return code;
}

int dispatch(int argc, char** argv) {
    const std::string_view own_name = mariner::platform::file_name(argc > 0 ? argv[0] : "");
    if (own_name == "mars" || own_name == "mars.exe") {
        return cmd_mars(argc, argv);
    }
    if (argc <= 1 && mariner::platform::has_console_of_its_own()) {
        return serve_double_click();
    }
    const std::string_view word = argc > 1 ? argv[1] : "--help";
    if (word == "--help" || word == "-h" || word == "help") {
        print_help();
        return exit_code::success;
    }
    if (word == "--version") {
        std::puts("mariner " MARINER_VERSION);
        return exit_code::success;
    }
    if (const Command* const command = find_command(word)) {
        return command->function(argc - 1, argv + 1);
    }
    const bool is_source = word.ends_with(".asm") || word.ends_with(".s");
    print_message("mariner: there is no command \"" + std::string(word) + "\"; " +
                  (is_source ? "to run a program: mariner run FILE" : "see mariner --help") + "\n");
    return exit_code::usage;
}

/// A report that didn't reach standard output is no success. Somebody who reads no further knows why.
int with_whole_output(int code) {
    const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (is_written || code != exit_code::success) {
        return code;
    }
    if (errno != EPIPE) {
        print_message("mariner: standard output can't be written\n");
    }
    return exit_code::cannot_write;
}

}  // namespace

int main(int argc, char** argv) {
    if (!mariner::platform::prepare_process()) {
        return exit_code::cannot_write;
    }
    try {
        return with_whole_output(dispatch(argc, argv)) &
               0xff;  // what a shell sees, on systems that keep more of it, too
    } catch (const std::exception& problem) {
        print_message("mariner: " + std::string(problem.what()) + "\n");
        return 1;
    }
}

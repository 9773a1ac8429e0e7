// The program `mariner`: finds the command and calls it. Under the name `mars` it behaves as `mariner mars`.

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "emulator/app/commands.hpp"

namespace {

using namespace mariner::app;

struct Command {
    std::string_view name;
    int (*function)(int, char**);
    std::string_view line;
};

constexpr auto commands = std::to_array<Command>({
#define COMMAND(name, function, line) {name, function, line},
#include "emulator/app/commands.inc"
#undef COMMAND
});

std::string_view file_name(std::string_view path) {
    const size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

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
        text += std::string(command.line) + "\n";
    }
    text +=
        "\n`mariner COMMAND --help` tells more, with examples.\n"
        "\nexamples:\n"
        "  mariner run hello.asm\n"
        "  mariner mars nc sm hello.asm\n";
    std::fputs(text.c_str(), stdout);
}

int dispatch(int argc, char** argv) {
    if (argc > 0 && file_name(argv[0]) == "mars") {
        return cmd_mars(argc, argv);
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
    std::fprintf(stderr, "mariner: there is no command \"%s\"; %s\n", std::string(word).c_str(),
                 is_source ? "to run a program: mariner run FILE" : "see mariner --help");
    return exit_code::usage;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return dispatch(argc, argv);
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "mariner: %s\n", problem.what());
        return 1;
    }
}

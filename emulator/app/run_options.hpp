#pragma once
// What every command that runs programs takes: the files, the program's arguments, the machine and the limits. The
// command line fills one struct; its words are carried over into settings here, so that `run`, `profile`, `debug` and
// the servers mean the same by the same option.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/app/load_program.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/runtime/runner.hpp"

namespace CLI {
class App;
}

namespace mariner::app {

struct ProgramOptions {
    LoadRequest load;
    std::vector<std::string> arguments;  // behind "--"
    std::optional<i64> seed;
    RunLimits limits;
    double time_limit = 0;
    std::string files = "cwd";
    std::string memory = "default";
    std::string float_format = "java8";
    std::string entry = "first";
    bool no_pseudo = false;
    bool self_modifying = false;
};

/// FILE..., the limits and the machine; `--engine` and what else is a command's own it adds itself.
void add_program_options(CLI::App& app, ProgramOptions& options);

/// Carries words over into settings; the sentence to print, or empty.
std::string settle(ProgramOptions& options);

/// Of settled options. The run's stop flag is the one that Ctrl-C sets.
MachineOptions machine_options(const ProgramOptions& options);
CoreOptions core_options(const ProgramOptions& options, const ProgramImage& image);
RunOptions run_options(const ProgramOptions& options);

/// What `run`, and a command that runs a program on the way, exits with.
int exit_code_of(const RunResult& result);

/// Reads a command's words; words behind "--" go to `arguments` if there is one. Then `check` looks at the options,
/// and says what is wrong with them. A value is the exit code with which to end now, after help or such a sentence.
std::optional<int> parse_command_line(CLI::App& app, const char* command, int argc, char** argv,
                                      const std::function<std::string()>& check = {},
                                      std::vector<std::string>* arguments = nullptr);

}  // namespace mariner::app

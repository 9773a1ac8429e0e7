#pragma once
// The commands that commands.inc lists, and the exit codes they share.

#include <string_view>

namespace mariner::app {

#define COMMAND(name, line, needs) int cmd_##name(int argc, char** argv);
#include "emulator/app/commands.inc"
#undef COMMAND

/// Whether this system can't have a command; cmd_<name> then says so.
bool is_absent(std::string_view name);

namespace exit_code {
inline constexpr int success = 0;
inline constexpr int differs = 1;  // two that are compared
inline constexpr int usage = 2;
inline constexpr int wrong_source = 65;  // the program doesn't assemble
inline constexpr int unreadable_file = 66;
inline constexpr int unavailable = 69;   // on this system
inline constexpr int exception = 70;     // of the guest, without a handler
inline constexpr int cannot_write = 73;  // an output file or stream
inline constexpr int end_of_input = 74;  // the guest asked for input after its end
inline constexpr int limit_reached = 75;
inline constexpr int interrupted = 130;  // Ctrl-C, as shells say it
}  // namespace exit_code

}  // namespace mariner::app

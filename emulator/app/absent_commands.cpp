// The commands that this system can't have, by CMake's list (MARINER_ABSENT_COMMANDS): in place of cmd_<name>.cpp,
// whose sources are left out, each says what is missing.

#include <algorithm>
#include <array>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"

namespace mariner::app {

namespace {

struct CommandNeed {
    std::string_view name;
    std::string_view needs;
};

constexpr auto command_needs = std::to_array<CommandNeed>({
#define COMMAND(name, line, needs) {#name, needs},
#include "emulator/app/commands.inc"
#undef COMMAND
});

constexpr auto absent_commands = std::to_array<std::string_view>({"",
#define ABSENT(name) #name,
                                                                  MARINER_ABSENT_COMMANDS
#undef ABSENT
});

constexpr std::string_view need_of(std::string_view name) {
    return std::ranges::find(command_needs, name, &CommandNeed::name)->needs;
}

[[maybe_unused]] int refuse(std::string_view name) {
    return fail_with(exit_code::unavailable, name, "this system has no " + std::string(need_of(name)));
}

}  // namespace

bool is_absent(std::string_view name) {
    return std::ranges::find(absent_commands, name) != absent_commands.end();
}

#define ABSENT(name)                                \
    static_assert(!need_of(#name).empty());         \
    int cmd_##name(int /*argc*/, char** /*argv*/) { \
        return refuse(#name);                       \
    }
MARINER_ABSENT_COMMANDS
#undef ABSENT

}  // namespace mariner::app

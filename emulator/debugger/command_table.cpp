#include "emulator/debugger/command_table.hpp"

#include <array>
#include <string>
#include <vector>

namespace mariner::debugger {

std::span<const CommandTable::Row> CommandTable::rows() {
    using enum Completes;
    static constexpr auto table = [] {
        constexpr size_t count = 0
#define GROUP(title)
#define DEBUG_COMMAND(name, short_name, arguments, completes, handler, help) +1
#include "emulator/debugger/commands.inc"
#undef DEBUG_COMMAND
#undef GROUP
            ;
        std::array<Row, count> result{};
        std::string_view group;
        size_t at = 0;
#define GROUP(title) group = title;
#define DEBUG_COMMAND(name, short_name, arguments, completes, handler, help) \
    result.at(at++) = {group, name, short_name, arguments, completes, &Interpreter::handler, help};
#include "emulator/debugger/commands.inc"
#undef DEBUG_COMMAND
#undef GROUP
        return result;
    }();
    return table;
}

Result<const CommandTable::Row*> CommandTable::find(std::string_view word) {
    std::vector<const Row*> fitting;
    for (const Row& row : rows()) {
        if (row.name == word || row.short_name == word) {
            return &row;
        }
        if (row.name.starts_with(word)) {
            fitting.push_back(&row);
        }
    }
    if (fitting.size() == 1) {
        return fitting.front();
    }
    if (fitting.empty()) {
        return Error{"there is no command \"" + std::string(word.substr(0, 40)) + "\"; help lists them"};
    }
    std::string names;
    for (const Row* const row : fitting) {
        names += (names.empty() ? "" : ", ") + std::string(row->name);
    }
    return Error{"\"" + std::string(word) + "\" may be " + names};
}

}  // namespace mariner::debugger

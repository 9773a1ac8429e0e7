#pragma once
// The rows of commands.inc as a table, and how a command is found by what somebody typed.

#include <span>
#include <string_view>

#include "emulator/debugger/interpreter.hpp"
#include "emulator/support/result.hpp"

namespace mariner::debugger {

struct CommandTable {
    enum class Completes : u8 { nothing, place, expression, command, topic };

    struct Row {
        std::string_view group;
        std::string_view name;
        std::string_view short_name;
        std::string_view arguments;
        Completes completes = Completes::nothing;
        Result<void> (Interpreter::*handler)(const Interpreter::Call&) = nullptr;
        std::string_view help;
    };

    static std::span<const Row> rows();
    /// By name, short name, or a beginning that only one name has; the error names those that it might be.
    static Result<const Row*> find(std::string_view word);
};

}  // namespace mariner::debugger

#pragma once
// The rows of commands.inc as a table, and how a command is found by what somebody typed.

#include <span>
#include <string>
#include <string_view>

#include "emulator/debugger/interpreter.hpp"
#include "emulator/support/result.hpp"

namespace mariner::debugger {

struct CommandTable {
    enum class Completes : u8 { nothing, place, expression, command, topic, part };

    struct CommandRow {
        std::string_view group;  // what `help` calls it
        bool repeats = false;    // on an empty line
        std::string_view name;
        std::string_view short_name;
        std::string_view arguments;
        Completes completes = Completes::nothing;
        Result<void> (Interpreter::*handler)(const Interpreter::Call&) = nullptr;
        std::string_view help;
    };

    /// A word of another debugger, and what it is here: the beginning of a command; if it is nothing, `why` says so.
    struct ForeignWord {
        std::string_view word;
        std::string_view own;
        std::string_view why;
    };

    static std::span<const CommandRow> rows();
    static std::span<const ForeignWord> foreign_words();
    /// A line that begins with a word of another debugger as we say it; any other line as it is.
    static Result<std::string> in_own_words(std::string_view line);
    /// By name, short name, or a beginning that only one name has; the error names those that it might be.
    static Result<const CommandRow*> find(std::string_view word);

    /// Every name, on one screen.
    static std::string overview();
    /// The commands of a group ("running", "data" ...), or of all; empty if there is none of that name.
    static std::string group_help(std::string_view group);
};

}  // namespace mariner::debugger

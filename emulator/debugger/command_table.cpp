#include "emulator/debugger/command_table.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "emulator/support/edit_distance.hpp"
#include "emulator/support/text.hpp"

namespace mariner::debugger {

namespace {

/// The name that a slip of the fingers may have meant; empty if none is near.
std::string nearest_name(std::string_view word) {
    std::vector<std::string> names;
    for (const CommandTable::CommandRow& row : CommandTable::rows()) {
        names.emplace_back(row.name);
    }
    for (const CommandTable::ForeignWord& one : CommandTable::foreign_words()) {
        names.emplace_back(one.word);
    }
    const std::vector<std::string> near = nearest_words(word, std::move(names));
    return near.empty() ? "" : near.front();
}

std::string detailed(const CommandTable::CommandRow& row) {
    std::string left = "  " + std::string(row.short_name);
    left.resize(std::max<size_t>(left.size() + 1, 8), ' ');
    left += std::string(row.name) + " " + std::string(row.arguments);
    left.resize(std::max<size_t>(left.size() + 2, 36), ' ');
    return left + std::string(row.help) + "\n";
}

}  // namespace

std::span<const CommandTable::CommandRow> CommandTable::rows() {
    using enum Completes;
    static constexpr auto table = [] {
        constexpr size_t count = 0
#define GROUP(title, repeats)
#define DEBUG_COMMAND(name, short_name, arguments, completes, handler, help) +1
#include "emulator/debugger/commands.inc"
#undef DEBUG_COMMAND
#undef GROUP
            ;
        std::array<CommandRow, count> result{};
        std::string_view group;
        bool repeats = false;
        size_t at = 0;
#define GROUP(title, repeats_) \
    group = title;             \
    repeats = repeats_;
#define DEBUG_COMMAND(name, short_name, arguments, completes, handler, help) \
    result.at(at++) = {group, repeats, name, short_name, arguments, completes, &Interpreter::handler, help};
#include "emulator/debugger/commands.inc"
#undef DEBUG_COMMAND
#undef GROUP
        return result;
    }();
    return table;
}

std::span<const CommandTable::ForeignWord> CommandTable::foreign_words() {
    static const std::vector<ForeignWord> words = [] {
        std::vector<ForeignWord> all;
        const auto add = [&all](std::string_view names, std::string_view own, std::string_view why) {
            for (size_t end = 0; end != std::string_view::npos;
                 names.remove_prefix(std::min(end, names.size() - 1) + 1)) {
                end = names.find('|');
                all.push_back({names.substr(0, end), own, why});
            }
        };
#define FOREIGN(names, own, why) add(names, own, why);
#include "emulator/debugger/foreign_words.inc"
#undef FOREIGN
        return all;
    }();
    return words;
}

Result<std::string> CommandTable::in_own_words(std::string_view line) {
    const ForeignWord* found = nullptr;
    for (const ForeignWord& one : foreign_words()) {
        const bool begins = line.starts_with(one.word);
        const bool ends = line.size() == one.word.size() ||
                          (begins && std::string_view(" \t/").find(line[one.word.size()]) != std::string_view::npos);
        if (begins && ends && (found == nullptr || one.word.size() > found->word.size())) {
            found = &one;
        }
    }
    if (found == nullptr) {
        return std::string(line);
    }
    if (found->own.empty()) {
        return Error{std::string(found->word) + ": " + std::string(found->why)};
    }
    return std::string(found->own) + std::string(line.substr(found->word.size()));
}

Result<const CommandTable::CommandRow*> CommandTable::find(std::string_view word) {
    std::vector<const CommandRow*> fitting;
    for (const CommandRow& row : rows()) {
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
        const std::string near = nearest_name(word);
        return Error{"there is no command \"" + std::string(word.substr(0, 40)) + "\"; " +
                     (near.empty() ? "" : "did you mean " + near + "? ") + "help lists them"};
    }
    std::string names;
    for (const CommandRow* const row : fitting) {
        names += (names.empty() ? "" : ", ") + std::string(row->name);
    }
    return Error{"\"" + std::string(word) + "\" may be " + names};
}

std::string CommandTable::overview() {
    constexpr size_t indent = 12;
    constexpr size_t columns = 79;
    std::string text;
    std::string line;
    std::string_view group;
    for (const CommandRow& row : rows()) {
        if (row.group != group || line.size() + 1 + row.name.size() > columns) {
            text += line.empty() ? "" : line + "\n";
            line = pad_right(row.group != group ? std::string(row.group) : "", indent - 1);
            group = row.group;
        }
        line += " " + std::string(row.name);
    }
    return text + line +
           "\n\nhelp running, help data ... say more about a row, help step about a command,\n"
           "help all about each. PLACE is a line, FILE:LINE, a label or *ADDRESS.\n"
           "Expressions have numbers, 'c', $registers, labels, C's operators, *ADDRESS for\n"
           "a word, byte() half() float() double() string(). Words of GDB, MARS and SPIM\n"
           "are understood. An empty line repeats a motion.\n";
}

std::string CommandTable::group_help(std::string_view group) {
    std::string text;
    std::string_view last;
    for (const CommandRow& row : rows()) {
        if (group != "all" && (row.group != group || row.name == group)) {
            continue;
        }
        if (group == "all" && row.group != last) {
            text += (text.empty() ? "" : "\n") + std::string(row.group) + "\n";
            last = row.group;
        }
        text += detailed(row);
    }
    return text;
}

}  // namespace mariner::debugger

// Calls of draft_calls.hpp as text: for people, and as a rubric writes them.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>

#include "emulator/grader/draft_calls.hpp"
#include "emulator/support/toml_text.hpp"

namespace mariner::grader {

namespace {

std::string list_text(const MemoryRule& rule) {
    std::string text;
    for (size_t i = 0; i + rule.unit <= rule.bytes.size(); i += rule.unit) {
        u32 value = 0;
        for (u32 j = 0; j < rule.unit; ++j) {
            value |= static_cast<u32>(rule.bytes[i + j]) << (8 * j);
        }
        const i32 shown = rule.unit == 4   ? static_cast<i32>(value)
                          : rule.unit == 2 ? static_cast<i16>(value)
                                           : static_cast<i32>(value);
        text += (i == 0 ? "" : ", ") + std::to_string(shown);
    }
    return "[" + text + "]";
}

/// `text = "abc"`, `words = [1, 2]`, `space = 64`
std::string data_member(const MemoryRule& rule) {
    const bool is_room = std::all_of(rule.bytes.begin(), rule.bytes.end(), [](u8 byte) { return byte == 0; });
    if (rule.is_text) {
        return "text = " + toml::string_text(std::string(rule.bytes.begin(), rule.bytes.end() - 1));
    }
    if (is_room && rule.bytes.size() == room_for_writing) {
        return "space = " + std::to_string(room_for_writing);
    }
    return (rule.unit == 4 ? "words = " : rule.unit == 2 ? "halves = " : "bytes = ") + list_text(rule);
}

std::string argument_text(const CallArgument& argument) {
    if (argument.kind != ArgumentKind::data) {
        return std::to_string(static_cast<i32>(argument.value));
    }
    if (argument.after) {
        return "{ " + data_member(argument.data) + ", after = { " + data_member(*argument.after) + " } }";
    }
    if (argument.data.is_text) {
        return toml::string_text(std::string(argument.data.bytes.begin(), argument.data.bytes.end() - 1));
    }
    return argument.data.unit == 4 ? list_text(argument.data) : "{ " + data_member(argument.data) + " }";
}

}  // namespace

std::string call_text(const std::string& label, const TriedCall& call) {
    std::string text;
    for (const CallArgument& argument : call.arguments) {
        CallArgument before = argument;
        before.after.reset();
        text += (text.empty() ? "" : ", ") + (before.kind == ArgumentKind::data && !before.data.is_text &&
                                                      before.data.unit != 4 && argument_text(before).starts_with("{")
                                                  ? data_member(before.data)
                                                  : argument_text(before));
    }
    return label + "(" + text + ")";
}

std::string call_case_text(const std::string& label, const TriedCall& call, size_t number, bool keeps_saved_registers) {
    std::string arguments;
    for (const CallArgument& argument : call.arguments) {
        arguments += (arguments.empty() ? "" : ", ") + argument_text(argument);
    }
    std::string text = "\n[[case]]\nid = \"call-" + std::to_string(number) +
                       "\"\nname = " + toml::string_text(call_text(label, call)) + "\npoints = 1\n";
    text += call.input.empty() ? "" : "input = " + toml::string_text(call.input) + "\n";
    text += "[case.call]\nlabel = " + toml::string_text(label) + "\narguments = [" + arguments + "]\n";
    if (call.returns) {
        text += "returns = " + std::to_string(static_cast<i32>(*call.returns)) + "\n";
    } else if (call.returns_real) {
        std::array<char, 40> shown{};
        std::snprintf(shown.data(), shown.size(), "%.9g",
                      static_cast<double>(std::bit_cast<float>(*call.returns_real)));
        const std::string real = shown.data();
        text += "returns = " + real + (real.find_first_of(".en") == std::string::npos ? ".0" : "") + "\n";
    }
    text += keeps_saved_registers ? "" : "keeps_saved_registers = false   # the solution doesn't\n";
    text += call.output.empty() ? "" : "[case.expect]\noutput = " + toml::string_text(call.output) + "\n";
    return text;
}

}  // namespace mariner::grader

#include "emulator/grader/publish.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "emulator/support/toml.hpp"

namespace mariner::grader {

namespace {

using toml::Kind;

/// A basic string: every control character as an escape.
std::string toml_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<u8>(c);
        if (c == '"' || c == '\\') {
            out += std::string("\\") + c;
        } else if (byte < 0x20 || byte == 0x7f) {
            std::array<char, 8> buffer{};
            std::snprintf(buffer.data(), buffer.size(), "\\u%04x", byte);
            out += buffer.data();
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string real_text(double real) {
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), real);
    std::string text(buffer.data(), end);
    return text.find_first_of(".enf") == std::string::npos ? text + ".0" : text;
}

std::string value_text(const toml::Value& value) {
    std::string text;
    switch (value.kind) {
        case Kind::string:
            return toml_string(value.text);
        case Kind::integer:
            return std::to_string(value.integer);
        case Kind::real:
            return real_text(value.real);
        case Kind::boolean:
            return value.boolean ? "true" : "false";
        case Kind::time:
            return value.time.text();
        case Kind::array:
            for (const toml::Value& item : value.items) {
                text += (text.empty() ? "" : ", ") + value_text(item);
            }
            return "[" + text + "]";
        case Kind::table:
            break;
    }
    for (const toml::Member& member : value.members) {
        text += (text.empty() ? "" : ", ") + toml_string(member.key) + " = " + value_text(member.value);
    }
    return "{ " + text + " }";
}

std::string members_text(const toml::Value& table) {
    std::string text;
    for (const toml::Member& member : table.members) {
        text += member.key + " = " + value_text(member.value) + "\n";
    }
    return text;
}

bool is_visible(const toml::Value& one) {
    const toml::Value* const visibility = one.find("visibility");
    return visibility == nullptr || visibility->text == "visible";
}

/// [[KEY]] and its members, for each that may be seen.
std::string tables_text(const toml::Member& member) {
    std::string text;
    for (const toml::Value& item : member.value.items) {
        if (member.key != "case" || is_visible(item)) {
            text += "\n[[" + member.key + "]]\n" + members_text(item);
        }
    }
    return text;
}

bool is_tables(const toml::Value& value) {
    return value.kind == Kind::array && !value.items.empty() &&
           std::ranges::all_of(value.items, [](const toml::Value& item) { return item.kind == Kind::table; });
}

}  // namespace

Result<std::string> public_rubric(std::string_view text) {
    const Result<toml::Value> document = toml::parse(text);
    if (!document) {
        return document.error();
    }
    const toml::Value* const cases = document->find("case");
    if (cases == nullptr || std::ranges::none_of(cases->items, is_visible)) {
        return Error{"it has no visible case"};
    }
    std::string plain;
    std::string tables;
    for (const toml::Member& member : document->members) {
        if (member.key == "self_test") {
            continue;
        }
        if (is_tables(member.value)) {
            tables += tables_text(member);
        } else if (member.value.kind == Kind::table) {
            tables += "\n[" + member.key + "]\n" + members_text(member.value);
        } else {
            plain += member.key + " = " + value_text(member.value) + "\n";
        }
    }
    return plain + tables;
}

}  // namespace mariner::grader

#include "emulator/support/toml_text.hpp"

#include <array>
#include <charconv>
#include <cstdio>

namespace mariner::toml {

namespace {

std::string real_text(double real) {
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), real);
    std::string text(buffer.data(), end);
    return text.find_first_of(".enf") == std::string::npos ? text + ".0" : text;
}

}  // namespace

std::string string_text(std::string_view text) {
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

std::string text_of(const Value& value) {
    std::string text;
    switch (value.kind) {
        case Kind::string:
            return string_text(value.text);
        case Kind::integer:
            return std::to_string(value.integer);
        case Kind::real:
            return real_text(value.real);
        case Kind::boolean:
            return value.boolean ? "true" : "false";
        case Kind::time:
            return value.time.text();
        case Kind::array:
            for (const Value& item : value.items) {
                text += (text.empty() ? "" : ", ") + text_of(item);
            }
            return "[" + text + "]";
        case Kind::table:
            break;
    }
    for (const Member& member : value.members) {
        text += (text.empty() ? "" : ", ") + string_text(member.key) + " = " + text_of(member.value);
    }
    return "{ " + text + " }";
}

}  // namespace mariner::toml

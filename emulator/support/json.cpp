#include "emulator/support/json.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

void append_escape(std::string& out, u32 unit) {
    out += "\\u" + hex32(unit).substr(6);
}

void append_ascii(std::string& out, char c) {
    constexpr std::string_view escaped = "\"\\\n\r\t";
    constexpr std::string_view letters = "\"\\nrt";
    const auto byte = static_cast<u8>(c);
    if (const size_t index = escaped.find(c); index != std::string_view::npos) {
        out += {'\\', letters[index]};
    } else if (byte < 0x20 || byte == 0x7F) {
        append_escape(out, byte);
    } else {
        out += c;
    }
}

}  // namespace

std::string json_string(std::string_view text) {
    std::string out = "\"";
    for_each_character(text, [&](std::string_view character) {
        if (character.size() == 1) {
            append_ascii(out, character[0]);
        } else if (is_unseen(character)) {
            append_escape(out, utf16_of(character)[0]);
        } else {
            out += character.empty() ? utf8_replacement : character;
        }
    });
    out += '"';
    return out;
}

void JsonWriter::key(std::string_view name) {
    separate();
    m_out += json_string(name);
    m_out += m_layout == JsonLayout::indented ? ": " : ":";
    m_after_key = true;
}

void JsonWriter::value(std::string_view text) {
    token(json_string(text));
}

void JsonWriter::value(double number) {
    if (!std::isfinite(number)) {
        null();
        return;
    }
    std::array<char, 32> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    token(std::string_view(digits.data(), static_cast<size_t>(written.ptr - digits.data())));
}

std::string JsonWriter::take() {
    m_out += '\n';
    return std::move(m_out);
}

void JsonWriter::open(char bracket) {
    token(std::string_view(&bracket, 1));
    m_levels.push_back({});
}

void JsonWriter::close(char bracket) {
    const bool had_items = m_levels.back().has_items;
    m_levels.pop_back();
    if (had_items) {
        new_line();
    }
    m_out += bracket;
}

void JsonWriter::separate() {
    if (m_after_key) {
        m_after_key = false;
        return;
    }
    if (m_levels.empty()) {
        return;
    }
    if (m_levels.back().has_items) {
        m_out += ',';
    }
    m_levels.back().has_items = true;
    new_line();
}

void JsonWriter::new_line() {
    if (m_layout == JsonLayout::indented) {
        m_out += '\n';
        m_out.append(2 * m_levels.size(), ' ');
    }
}

void JsonWriter::token(std::string_view text) {
    separate();
    m_out += text;
}

}  // namespace mariner

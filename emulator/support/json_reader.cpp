#include "emulator/support/json_reader.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

#include "emulator/support/text.hpp"

namespace mariner {

namespace {

const JsonValue null_value;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Recursive descent; the depth limit keeps the stack small. Each reader returns false after noting what is wrong.
class JsonParser {
public:
    JsonParser(std::string_view text, const JsonLimits& limits) : m_text(text), m_limits(limits) {}

    Result<JsonValue> run() {
        if (m_text.size() > m_limits.bytes) {
            return Error{"the JSON text has " + with_thousands(m_text.size()) + " bytes; the limit is " +
                         with_thousands(m_limits.bytes)};
        }
        JsonValue value;
        skip_blanks();
        if (!read_value(value)) {
            return error();
        }
        skip_blanks();
        if (m_at < m_text.size()) {
            fail("nothing may follow the value");
            return error();
        }
        return value;
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    bool fail(std::string_view what) {
        m_wrong = what;
        return false;
    }

    [[nodiscard]] Error error() const {
        size_t line = 1;
        size_t line_start = 0;
        for (size_t i = 0; i < m_at; ++i) {
            if (m_text[i] == '\n') {
                ++line;
                line_start = i + 1;
            }
        }
        const bool is_end = m_at >= m_text.size();
        return Error{"line " + std::to_string(line) + ", column " + std::to_string(m_at - line_start + 1) + ": " +
                     (is_end ? "the JSON text ends too early: " : "") + m_wrong};
    }

    void skip_blanks() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            ++m_at;
        }
    }

    /// Blanks, one character, blanks.
    bool take(char wanted) {
        skip_blanks();
        if (peek() != wanted) {
            return false;
        }
        ++m_at;
        skip_blanks();
        return true;
    }

    bool read_value(JsonValue& value) {
        if (++m_values > m_limits.values) {
            return fail("more than " + with_thousands(m_limits.values) + " values");
        }
        switch (peek()) {
            case '{':
                return read_nested(value, &JsonParser::read_object);
            case '[':
                return read_nested(value, &JsonParser::read_array);
            case '"': {
                std::string text;
                if (!read_string(text)) {
                    return false;
                }
                value = JsonValue(std::move(text));
                return true;
            }
            case 't':
                return read_word("true", JsonValue(true), value);
            case 'f':
                return read_word("false", JsonValue(false), value);
            case 'n':
                return read_word("null", JsonValue(), value);
            default:
                return read_number(value);
        }
    }

    bool read_nested(JsonValue& value, bool (JsonParser::*read)(JsonValue&)) {
        if (m_depth == m_limits.depth) {
            return fail("more than " + std::to_string(m_limits.depth) + " levels");
        }
        ++m_depth;
        ++m_at;
        const bool good = (this->*read)(value);
        --m_depth;
        return good;
    }

    bool read_object(JsonValue& value) {
        std::vector<JsonMember> members;
        if (!take('}')) {
            do {
                JsonMember member;
                if (peek() != '"') {
                    return fail("expected a member's name in quotes");
                }
                if (!read_string(member.first)) {
                    return false;
                }
                if (!take(':')) {
                    return fail("expected ':' behind the member's name");
                }
                if (!read_value(member.second)) {
                    return false;
                }
                members.push_back(std::move(member));
            } while (take(','));
            if (!take('}')) {
                return fail("expected ',' or '}'");
            }
        }
        value = JsonValue(std::move(members));
        return true;
    }

    bool read_array(JsonValue& value) {
        std::vector<JsonValue> items;
        if (!take(']')) {
            do {
                JsonValue item;
                if (!read_value(item)) {
                    return false;
                }
                items.push_back(std::move(item));
            } while (take(','));
            if (!take(']')) {
                return fail("expected ',' or ']'");
            }
        }
        value = JsonValue(std::move(items));
        return true;
    }

    bool read_word(std::string_view word, JsonValue meaning, JsonValue& value) {
        if (!m_text.substr(m_at).starts_with(word)) {
            return fail("expected a value");
        }
        m_at += word.size();
        value = std::move(meaning);
        return true;
    }

    bool skip_digits() {
        const size_t first = m_at;
        while (is_digit(peek())) {
            ++m_at;
        }
        return m_at > first;
    }

    bool read_number(JsonValue& value) {
        const size_t first = m_at;
        m_at += peek() == '-' ? 1 : 0;
        const bool starts_with_zero = peek() == '0';
        const size_t digits = m_at;
        if (!skip_digits()) {
            return fail("expected a value");
        }
        if (starts_with_zero && m_at - digits > 1) {
            m_at = digits;
            return fail("a number may not begin with 0");
        }
        bool is_whole = true;
        if (peek() == '.') {
            ++m_at;
            is_whole = false;
            if (!skip_digits()) {
                return fail("expected a digit behind the point");
            }
        }
        if (peek() == 'e' || peek() == 'E') {
            ++m_at;
            is_whole = false;
            m_at += peek() == '+' || peek() == '-' ? 1 : 0;
            if (!skip_digits()) {
                return fail("expected a digit of the exponent");
            }
        }
        if (!convert(m_text.substr(first, m_at - first), is_whole, value)) {
            m_at = first;
            return fail("a number that no double comes near");
        }
        return true;
    }

    static bool convert(std::string_view digits, bool is_whole, JsonValue& value) {
        const char* const end = digits.data() + digits.size();
        i64 integer = 0;
        if (is_whole && std::from_chars(digits.data(), end, integer).ec == std::errc{}) {
            value = JsonValue(integer);
            return true;
        }
        double number = 0;
        if (std::from_chars(digits.data(), end, number).ec != std::errc{}) {
            return false;
        }
        value = JsonValue(number);
        return true;
    }

    bool read_string(std::string& text) {
        ++m_at;
        while (peek() != '"') {
            if (m_at >= m_text.size()) {
                return fail("a string is not closed");
            }
            const std::string_view rest = m_text.substr(m_at);
            if (rest[0] == '\\') {
                if (!read_escape(text)) {
                    return false;
                }
                continue;
            }
            if (static_cast<u8>(rest[0]) < 0x20) {
                return fail("a control character in a string must be written as an escape");
            }
            const size_t length = utf8_sequence_length(rest);
            if (length == 0) {
                return fail("a string is not UTF-8");
            }
            text += rest.substr(0, length);
            m_at += length;
        }
        ++m_at;
        return true;
    }

    bool read_escape(std::string& text) {
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        ++m_at;
        if (peek() == 'u') {
            ++m_at;
            return read_unicode_escape(text);
        }
        const size_t index = letters.find(peek());
        if (m_at >= m_text.size() || index == std::string_view::npos) {
            return fail("no such escape");
        }
        text += meanings[index];
        ++m_at;
        return true;
    }

    /// Four hexadecimal digits.
    bool read_unit(u32& unit) {
        const std::string_view digits = m_text.substr(m_at, 4);
        const std::optional<u32> value = parse_digits<u32>(digits, 16);
        if (digits.size() < 4 || !value) {
            return fail("expected four hexadecimal digits");
        }
        unit = *value;
        m_at += 4;
        return true;
    }

    bool read_unicode_escape(std::string& text) {
        u32 unit = 0;
        if (!read_unit(unit)) {
            return false;
        }
        const bool is_high = unit >= 0xD800 && unit <= 0xDBFF;
        if (is_high && m_text.substr(m_at).starts_with("\\u")) {
            const size_t before = m_at;
            u32 low = 0;
            m_at += 2;
            if (!read_unit(low)) {
                return false;
            }
            if (low >= 0xDC00 && low <= 0xDFFF) {
                unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            } else {
                m_at = before;  // a character of its own
            }
        }
        append_utf8(text, unit);
        return true;
    }

    std::string_view m_text;
    JsonLimits m_limits;
    size_t m_at = 0;
    size_t m_values = 0;
    u32 m_depth = 0;
    std::string m_wrong;
};

}  // namespace

bool JsonValue::flag(bool fallback) const {
    const bool* const flag = std::get_if<bool>(&m_content);
    return flag != nullptr ? *flag : fallback;
}

std::optional<i64> JsonValue::integer() const {
    if (const i64* const whole = std::get_if<i64>(&m_content)) {
        return *whole;
    }
    const double* const number = std::get_if<double>(&m_content);
    if (number == nullptr || std::trunc(*number) != *number || std::fabs(*number) >= 0x1p63) {
        return std::nullopt;
    }
    return static_cast<i64>(*number);
}

std::optional<double> JsonValue::number() const {
    if (const i64* const whole = std::get_if<i64>(&m_content)) {
        return static_cast<double>(*whole);
    }
    const double* const number = std::get_if<double>(&m_content);
    return number != nullptr ? std::optional(*number) : std::nullopt;
}

std::string_view JsonValue::text(std::string_view fallback) const {
    const std::string* const text = std::get_if<std::string>(&m_content);
    return text != nullptr ? std::string_view(*text) : fallback;
}

std::span<const JsonValue> JsonValue::items() const {
    const auto* const items = std::get_if<std::vector<JsonValue>>(&m_content);
    return items != nullptr ? std::span<const JsonValue>(*items) : std::span<const JsonValue>();
}

std::span<const JsonMember> JsonValue::members() const {
    const auto* const members = std::get_if<std::vector<JsonMember>>(&m_content);
    return members != nullptr ? std::span<const JsonMember>(*members) : std::span<const JsonMember>();
}

const JsonValue* JsonValue::find(std::string_view name) const {
    const std::span<const JsonMember> all = members();
    for (auto member = all.rbegin(); member != all.rend(); ++member) {
        if (member->first == name) {
            return &member->second;
        }
    }
    return nullptr;
}

const JsonValue& JsonValue::operator[](std::string_view name) const {
    const JsonValue* const found = find(name);
    return found != nullptr ? *found : null_value;
}

Result<JsonValue> read_json(std::string_view text, const JsonLimits& limits) {
    return JsonParser(text, limits).run();
}

}  // namespace mariner

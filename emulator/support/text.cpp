#include "emulator/support/text.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace mariner {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

/// Digits of one base and nothing else, as a magnitude that a signed 32-bit number may have.
std::optional<i32> parse_magnitude(std::string_view digits, int base, bool negative) {
    const std::optional<u64> value = parse_digits<u64>(digits, base);
    const u64 limit = static_cast<u64>(std::numeric_limits<i32>::max()) + (negative ? 1 : 0);
    if (!value || *value > limit) {
        return std::nullopt;
    }
    const auto magnitude = static_cast<u32>(*value);
    return static_cast<i32>(negative ? 0U - magnitude : magnitude);
}

/// Where the decimal digits of other scripts begin, as Java 17 knows them: ten in a row each.
constexpr auto other_zeros = std::to_array<char16_t>(
    {0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66,
     0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90,
     0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10});

/// The digits of all scripts as ASCII ones; other characters beyond ASCII become a question mark.
std::string with_ascii_digits(std::string_view text) {
    std::string result;
    for (const char16_t unit : utf16_of(text)) {
        const auto zero = std::find_if(other_zeros.begin(), other_zeros.end(),
                                       [&](char16_t first) { return unit >= first && unit < first + 10; });
        if (zero != other_zeros.end()) {
            result += static_cast<char>('0' + (unit - *zero));
        } else {
            result += unit < 0x80 ? static_cast<char>(unit) : '?';
        }
    }
    return result;
}

constexpr char16_t replacement = 0xFFFD;

/// Length that a lead byte announces and the range of the byte after it; length 0 for a byte that can't lead.
struct Lead {
    size_t length = 0;
    u8 low = 0x80;
    u8 high = 0xBF;
};

Lead lead_of(u8 byte) {
    if (byte >= 0xC2 && byte <= 0xDF) {
        return {2};
    }
    if ((byte & 0xF0) == 0xE0) {
        return {3, static_cast<u8>(byte == 0xE0 ? 0xA0 : 0x80), static_cast<u8>(byte == 0xED ? 0x9F : 0xBF)};
    }
    if (byte >= 0xF0 && byte <= 0xF4) {
        return {4, static_cast<u8>(byte == 0xF0 ? 0x90 : 0x80), static_cast<u8>(byte == 0xF4 ? 0x8F : 0xBF)};
    }
    return {};
}

/// Whether the byte at `i` may stand there in a sequence that begins so.
bool fits(const Lead& lead, std::string_view bytes, size_t i) {
    const auto byte = i < bytes.size() ? static_cast<u8>(bytes[i]) : u8{0};
    return i == 1 ? byte >= lead.low && byte <= lead.high : (byte & 0xC0) == 0x80;
}

void append_utf16(std::u16string& out, u32 code_point) {
    if (code_point < 0x10000) {
        out += static_cast<char16_t>(code_point);
        return;
    }
    code_point -= 0x10000;
    out += static_cast<char16_t>(0xD800 + (code_point >> 10));
    out += static_cast<char16_t>(0xDC00 + (code_point & 0x3FF));
}

/// Decodes what begins with a byte above 0x7f; returns how many bytes it took.
size_t decode_sequence(std::u16string& out, std::string_view bytes) {
    const auto first = static_cast<u8>(bytes[0]);
    const Lead lead = lead_of(first);
    if (lead.length == 0) {
        out += replacement;
        return 1;
    }
    u32 code_point = first & (0x7FU >> lead.length);
    for (size_t i = 1; i < lead.length; ++i) {
        if (!fits(lead, bytes, i)) {
            // A surrogate in disguise (ED A0..BF ..) is one malformed character to Java, with its third byte if it has
            // one.
            const bool surrogate = first == 0xED && i == 1 && bytes.size() > 1 && (bytes[1] & 0xE0) == 0xA0;
            out += replacement;
            return !surrogate ? i : fits(lead, bytes, 2) ? 3 : 2;
        }
        code_point = (code_point << 6) | (static_cast<u8>(bytes[i]) & 0x3FU);
    }
    append_utf16(out, code_point);
    return lead.length;
}

}  // namespace

std::string hex32(u32 value) {
    std::string text = "0x00000000";
    for (size_t i = text.size(); value != 0; value >>= 4) {
        text[--i] = "0123456789abcdef"[value & 15];
    }
    return text;
}

std::string with_thousands(u64 value) {
    const std::string digits = std::to_string(value);
    std::string text;
    for (size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) {
            text += ',';
        }
        text += digits[i];
    }
    return text;
}

std::string pad_right(std::string text, size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

std::string pad_left(std::string text, size_t width) {
    text.insert(0, width - std::min(text.size(), width), ' ');
    return text;
}

std::string shell_word(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return out + "'";
}

std::string to_lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && static_cast<u8>(text.front()) <= ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && static_cast<u8>(text.back()) <= ' ') {
        text.remove_suffix(1);
    }
    return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool take_sign(std::string_view& text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    return negative;
}

std::optional<i32> parse_java_int(std::string_view text) {
    std::string ascii;
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<u8>(c) >= 0x80; })) {
        ascii = with_ascii_digits(text);
        text = ascii;
    }
    const bool negative = take_sign(text);
    return parse_magnitude(text, 10, negative);
}

std::optional<i32> decode_java_int(std::string_view text) {
    const bool negative = take_sign(text);
    if (text.starts_with("0x") || text.starts_with("0X")) {
        return parse_magnitude(text.substr(2), 16, negative);
    }
    if (text.starts_with('#')) {
        return parse_magnitude(text.substr(1), 16, negative);
    }
    if (text.starts_with('0') && text.size() > 1) {
        return parse_magnitude(text.substr(1), 8, negative);
    }
    return parse_magnitude(text, 10, negative);
}

std::optional<i32> decode_mars_int(std::string_view text) {
    if (const std::optional<i32> value = decode_java_int(text)) {
        return value;
    }
    if (text.starts_with("0x") || text.starts_with("0X")) {
        const std::optional<u32> value = parse_digits<u32>(text.substr(2), 16);
        return value && text.size() == 10 ? std::optional(static_cast<i32>(*value)) : std::nullopt;
    }
    u32 value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        value = value * 10 + static_cast<u32>(c - '0');
    }
    return static_cast<i32>(value);
}

void append_latin1(std::string& out, u8 character) {
    append_utf8(out, character);
}

std::string utf8_of_latin1(std::string_view characters) {
    std::string result;
    for (const char c : characters) {
        append_latin1(result, static_cast<u8>(c));
    }
    return result;
}

void append_utf8(std::string& out, u32 code_point) {
    const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (is_surrogate || code_point > 0x10FFFF) {
        code_point = replacement;
    }
    const auto continuation = [&](u32 shift) { out += static_cast<char>(0x80 | ((code_point >> shift) & 0x3F)); };
    if (code_point < 0x80) {
        out += static_cast<char>(code_point);
    } else if (code_point < 0x800) {
        out += static_cast<char>(0xC0 | (code_point >> 6));
        continuation(0);
    } else if (code_point < 0x10000) {
        out += static_cast<char>(0xE0 | (code_point >> 12));
        continuation(6);
        continuation(0);
    } else {
        out += static_cast<char>(0xF0 | (code_point >> 18));
        continuation(12);
        continuation(6);
        continuation(0);
    }
}

size_t utf8_sequence_length(std::string_view text) {
    const auto first = static_cast<u8>(text.empty() ? '\0' : text.front());
    const size_t length = first < 0x80 ? 1 : lead_of(first).length;
    for (size_t i = 1; i < length; ++i) {
        if (!fits(lead_of(first), text, i)) {
            return 0;
        }
    }
    return length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const size_t length = utf8_sequence_length(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

u32 take_code_point(std::string_view& text) {
    const size_t length = std::max<size_t>(utf8_sequence_length(text), 1);
    const auto first = static_cast<u8>(text[0]);
    u32 code_point = length > 1 ? first & (0xffU >> (length + 1)) : first < 0x80 ? first : u32{replacement};
    for (const char next : text.substr(1, length - 1)) {
        code_point = code_point << 6 | (static_cast<u8>(next) & 0x3fU);
    }
    text.remove_prefix(length);
    return code_point;
}

std::u32string utf32_of(std::string_view utf8) {
    std::u32string out;
    while (!utf8.empty()) {
        out += static_cast<char32_t>(take_code_point(utf8));
    }
    return out;
}

std::u16string utf16_of(std::string_view utf8) {
    std::u16string out;
    out.reserve(utf8.size());
    while (!utf8.empty()) {
        const auto first = static_cast<u8>(utf8.front());
        size_t taken = 1;
        if (first < 0x80) {
            out += static_cast<char16_t>(first);
        } else {
            taken = decode_sequence(out, utf8);
        }
        utf8.remove_prefix(taken);
    }
    return out;
}

}  // namespace mariner

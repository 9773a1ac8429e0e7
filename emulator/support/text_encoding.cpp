#include "emulator/support/text_encoding.hpp"

#include <algorithm>
#include <array>

#include "emulator/support/text.hpp"

namespace mariner {

namespace {

constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

/// What 0x80 to 0x9f stand for; five of them for nothing, which stay what they are.
constexpr std::array<char16_t, 32> windows_signs = {0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
                                                    0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0x8d,   0x17d,  0x8f,
                                                    0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                    0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

std::string utf16_bytes(const std::u16string& units, TextEncoding encoding) {
    std::string bytes;
    bytes.reserve(units.size() * 2);
    for (const char16_t unit : units) {
        const char high = static_cast<char>(unit >> 8);
        const char low = static_cast<char>(unit & 0xff);
        bytes += encoding == TextEncoding::utf16_big ? high : low;
        bytes += encoding == TextEncoding::utf16_big ? low : high;
    }
    return bytes;
}

bool is_high_surrogate(u32 unit) {
    return unit >= 0xd800 && unit < 0xdc00;
}

std::string utf8_of_utf16(std::string_view text, TextEncoding encoding) {
    const auto unit_at = [&](size_t at) {
        const auto first = static_cast<u8>(text[at]);
        const auto second = static_cast<u8>(text[at + 1]);
        return encoding == TextEncoding::utf16_big ? u32{first} << 8 | second : u32{second} << 8 | first;
    };
    std::string out;
    for (size_t at = 0; at + 1 < text.size(); at += 2) {
        u32 code = unit_at(at);
        if (is_high_surrogate(code) && at + 3 < text.size()) {
            code = 0x10000 + ((code - 0xd800) << 10) + (unit_at(at + 2) - 0xdc00);
            at += 2;
        }
        append_utf8(out, code);
    }
    return out;
}

std::string utf8_of_windows(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<u8>(c);
        append_utf8(out, byte >= 0x80 && byte < 0xa0 ? windows_signs.at(byte - 0x80U) : byte);
    }
    return out;
}

std::string windows_bytes(std::string_view utf8) {
    std::string out;
    while (!utf8.empty()) {
        const u32 code = take_code_point(utf8);
        const auto* const sign = std::ranges::find(windows_signs, code);
        const u32 index = static_cast<u32>(sign - windows_signs.begin());
        out += static_cast<char>(sign == windows_signs.end() ? code : 0x80 + index);
    }
    return out;
}

}  // namespace

TextEncoding guess_encoding(std::string_view text) {
    const auto is_zero = [&](size_t at) { return text[at] == '\0'; };
    const bool has_two = text.size() >= 4;
    if (text.starts_with("\xff\xfe") || (has_two && is_zero(1) && is_zero(3) && !is_zero(0))) {
        return TextEncoding::utf16_little;
    }
    if (text.starts_with("\xfe\xff") || (has_two && is_zero(0) && is_zero(2) && !is_zero(1))) {
        return TextEncoding::utf16_big;
    }
    return is_utf8(text) ? TextEncoding::utf8 : TextEncoding::windows_1252;
}

Result<std::string> decode_text(std::string_view text, TextEncoding encoding) {
    if (encoding == TextEncoding::utf8 || encoding == TextEncoding::windows_1252) {
        if (text.find('\0') != std::string_view::npos) {
            return Error{"it is no text; export it as CSV"};
        }
        return encoding == TextEncoding::utf8 ? std::string(text) : utf8_of_windows(text);
    }
    std::string out = utf8_of_utf16(text, encoding);
    return utf16_bytes(utf16_of(out), encoding) == text ? Result<std::string>(std::move(out))
                                                        : Error{"it is no whole UTF-16"};
}

std::string encode_text(std::string_view utf8, TextEncoding encoding) {
    switch (encoding) {
        case TextEncoding::utf8:
            return std::string(utf8);
        case TextEncoding::windows_1252:
            return windows_bytes(utf8);
        case TextEncoding::utf16_little:
        case TextEncoding::utf16_big:
            break;
    }
    return utf16_bytes(utf16_of(utf8), encoding);
}

std::string readable_text(std::string_view text) {
    Result<std::string> decoded = decode_text(text, guess_encoding(text));
    if (decoded && decoded->starts_with(utf8_mark)) {
        decoded->erase(0, utf8_mark.size());
    }
    return decoded ? std::move(*decoded) : std::string();
}

}  // namespace mariner

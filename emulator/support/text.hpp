#pragma once
// Text in small pieces: number formats, Java's integer readers, UTF-8. Knows neither guests nor files.

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner {

/// 0x and eight lower-case digits.
std::string hex32(u32 value);
/// 1,234,567
std::string with_thousands(u64 value);
/// Blanks behind or before a text, up to a width.
std::string pad_right(std::string text, size_t width);
std::string pad_left(std::string text, size_t width);

std::string to_lower(std::string_view text);
/// In quotes, as one word of a shell.
std::string shell_word(std::string_view text);
/// Without leading and trailing characters up to U+0020, as Java's String.trim.
std::string_view trim(std::string_view text);
/// Without their line feeds; what stands behind the last one counts if it isn't empty.
std::vector<std::string_view> lines_of(std::string_view text);

/// A number of the type, written in digits of the base (a minus only before a signed one) and nothing else.
template <class Number>
std::optional<Number> parse_digits(std::string_view digits, int base = 10) {
    Number value{};
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value, base);
    return read.ec == std::errc{} && read.ptr == end ? std::optional(value) : std::nullopt;
}

/// Takes a sign off the front, if there is one; true for a minus.
bool take_sign(std::string_view& text);
/// Integer.parseInt: an optional sign and decimal digits (of any script), nothing else.
std::optional<i32> parse_java_int(std::string_view text);
/// Integer.decode: sign, then 0x, 0X or # for hexadecimal, 0 for octal, else decimal.
std::optional<i32> decode_java_int(std::string_view text);
/// MARS's reader of addresses: as decode_java_int, then 0x with exactly eight digits, then decimal that wraps around.
std::optional<i32> decode_mars_int(std::string_view text);

/// Appends the UTF-8 form of one character of U+0000 to U+00FF.
void append_latin1(std::string& out, u8 character);
/// All characters of a text in Latin-1.
std::string utf8_of_latin1(std::string_view characters);
/// Appends the UTF-8 form of any code point; surrogates and what lies beyond U+10FFFF become U+FFFD.
void append_utf8(std::string& out, u32 code_point);
/// What stands for bytes that are no UTF-8.
inline constexpr std::string_view utf8_replacement = "\xEF\xBF\xBD";
/// Bytes of the well-formed UTF-8 sequence at the start of a text; 0 if there is none.
size_t utf8_sequence_length(std::string_view text);
bool is_utf8(std::string_view text);
/// Takes the first character off a text that isn't empty; U+FFFD for a byte that begins none.
u32 take_code_point(std::string_view& text);
std::u32string utf32_of(std::string_view utf8);
/// The UTF-16 units of UTF-8 text as Java decodes it: each malformed part becomes U+FFFD.
std::u16string utf16_of(std::string_view utf8);

}  // namespace mariner

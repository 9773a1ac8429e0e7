#include "emulator/support/java_number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "emulator/support/big_integer.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

/// A number's decimal digits: the value is 0.DIGITS x 10^exponent.
struct Digits {
    std::string text;
    int exponent = 0;
};

/// A finite number other than zero: |x| = significand x 2^(exponent - 52), with bit 52 of the significand set.
struct Unpacked {
    u64 significand = 0;
    int exponent = 0;
    int precision = 53;  // significant bits that the format really has here (fewer for subnormal numbers)
};

Unpacked unpack(double value) {
    const u64 bits = std::bit_cast<u64>(value);
    const int biased = static_cast<int>((bits >> 52) & 0x7ff);
    const u64 fraction = bits & ((1ULL << 52) - 1);
    if (biased != 0) {
        return {fraction | (1ULL << 52), biased - 1023, 53};
    }
    const int shift = std::countl_zero(fraction) - 11;
    return {fraction << shift, -1022 - shift, 53 - shift};
}

Unpacked unpack(float value) {
    const u32 bits = std::bit_cast<u32>(value);
    const int biased = static_cast<int>((bits >> 23) & 0xff);
    const u32 fraction = bits & ((1U << 23) - 1);
    if (biased != 0) {
        return {static_cast<u64>(fraction | (1U << 23)) << 29, biased - 127, 24};
    }
    const int shift = std::countl_zero(fraction) - 8;
    return {static_cast<u64>(fraction << shift) << 29, -126 - shift, 24 - shift};
}

u64 power(u64 base, u32 exponent) {
    u64 result = 1;
    for (u32 i = 0; i < exponent; ++i) {
        result *= base;
    }
    return result;
}

/// Whole numbers below 2^63 are cut to the digits that the format can tell apart, rounding half up.
Digits whole_number_digits(const Unpacked& x) {
    u64 value = x.exponent >= 52 ? x.significand << (x.exponent - 52) : x.significand >> (52 - x.exponent);
    const int spare_bits = x.exponent - x.precision - 1;
    const int dropped = spare_bits > 1 ? static_cast<int>(spare_bits * 0.30102999566398119521) : 0;
    if (dropped > 0) {
        const u64 unit = power(10, static_cast<u32>(dropped));
        value = value / unit + (value % unit >= unit / 2 ? 1 : 0);
    }
    std::string text = std::to_string(value);
    const int exponent = static_cast<int>(text.size()) + dropped;
    text.resize(text.find_last_not_of('0') + 1);
    return {std::move(text), exponent};
}

/// The fraction remainder / scale whose digits are produced; within `margin` it reads as the same number.
struct Scaling {
    int decimal_exponent = 0;  // estimate of the first digit's; may be one too large
    u64 significand = 0;       // without its trailing zero bits
    u32 remainder_fives = 0, remainder_twos = 0;
    u32 scale_fives = 0, scale_twos = 0;
    u32 margin_twos = 0;     // its fives are the remainder's
    int remainder_bits = 0;  // bounds that choose the word size
    int scale_bits = 0;
};

/// Bit length of a power of five; beyond the exact list an upper bound.
int bits_of_power_of_five(u32 exponent) {
    constexpr auto lengths = std::to_array<u8>(
        {0, 3, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28, 31, 33, 35, 38, 40, 42, 45, 47, 49, 52, 54, 56, 59, 61});
    return exponent < lengths.size() ? lengths.at(exponent) : static_cast<int>(exponent) * 3;
}

int estimate_decimal_exponent(const Unpacked& x) {
    constexpr u64 one = 1023ULL << 52;
    const double mantissa = std::bit_cast<double>(one | (x.significand & ((1ULL << 52) - 1)));
    const double estimate = (mantissa - 1.5) * 0.289529654 + 0.176091259 + x.exponent * 0.301029995663981;
    return static_cast<int>(std::floor(estimate));
}

Scaling scale(const Unpacked& x) {
    const int trailing = std::countr_zero(x.significand);
    const int used_bits = 53 - trailing;
    const int fraction_bits = std::max(0, used_bits - x.exponent - 1);
    const int k = estimate_decimal_exponent(x);
    const int fives = std::max(0, -k);
    const int scale_fives = std::max(0, k);
    int twos = fives + fraction_bits + x.exponent;
    int scale_twos = scale_fives + fraction_bits;
    int margin_twos = twos - x.precision;
    twos -= used_bits - 1;
    const int common = std::min(twos, scale_twos);
    twos -= common;
    scale_twos -= common;
    margin_twos -= common;
    if (used_bits == 1) {
        margin_twos -= 1;  // below a power of two the neighbours are half as far
    }
    if (margin_twos < 0) {
        twos -= margin_twos;
        scale_twos -= margin_twos;
        margin_twos = 0;
    }
    Scaling result;
    result.decimal_exponent = k;
    result.significand = x.significand >> trailing;
    result.remainder_fives = static_cast<u32>(fives);
    result.remainder_twos = static_cast<u32>(twos);
    result.scale_fives = static_cast<u32>(scale_fives);
    result.scale_twos = static_cast<u32>(scale_twos);
    result.margin_twos = static_cast<u32>(margin_twos);
    result.remainder_bits = used_bits + twos + bits_of_power_of_five(result.remainder_fives);
    result.scale_bits = scale_twos + 1 + bits_of_power_of_five(result.scale_fives + 1);
    return result;
}

/// The three numbers of the digit loop in machine words, which wrap around as Java's int and long do.
template <class Signed, class Unsigned>
class WordFraction {
public:
    explicit WordFraction(const Scaling& s)
        : m_remainder(static_cast<Unsigned>(
              static_cast<Unsigned>(s.significand) * static_cast<Unsigned>(power(5, s.remainder_fives))
              << s.remainder_twos)),
          m_scale(static_cast<Unsigned>(static_cast<Unsigned>(power(5, s.scale_fives)) << s.scale_twos)),
          m_margin(static_cast<Unsigned>(static_cast<Unsigned>(power(5, s.remainder_fives)) << s.margin_twos)) {}

    u32 next_digit() {
        const auto divisor = static_cast<Signed>(m_scale);
        const auto dividend = static_cast<Signed>(m_remainder);
        const auto digit = static_cast<u32>(dividend / divisor);
        m_remainder = static_cast<Unsigned>(10U * static_cast<Unsigned>(dividend % divisor));
        m_margin = static_cast<Unsigned>(10U * m_margin);
        return digit;
    }
    [[nodiscard]] bool margin_overflowed() const { return static_cast<Signed>(m_margin) <= 0; }
    [[nodiscard]] bool is_low() const { return static_cast<Signed>(m_remainder) < static_cast<Signed>(m_margin); }
    [[nodiscard]] bool is_high() const { return static_cast<Signed>(m_remainder + m_margin) > tenfold_scale(); }
    /// Of the remainder against one half.
    [[nodiscard]] int compare_with_half() const {
        // Twice the remainder may wrap around; the difference fits again.
        const auto difference = static_cast<Signed>(2U * m_remainder - 10U * m_scale);
        return difference < 0 ? -1 : (difference > 0 ? 1 : 0);
    }

private:
    [[nodiscard]] Signed tenfold_scale() const { return static_cast<Signed>(10U * m_scale); }

    Unsigned m_remainder;
    Unsigned m_scale;
    Unsigned m_margin;
};

/// The same for numbers of any size; here "high" includes equality.
class BigFraction {
public:
    explicit BigFraction(const Scaling& s) : m_remainder(s.significand), m_scale(1), m_margin(1) {
        m_remainder.multiply_by_power_of_five(s.remainder_fives);
        m_remainder.shift_left(s.remainder_twos);
        m_scale.multiply_by_power_of_five(s.scale_fives);
        m_scale.shift_left(s.scale_twos);
        m_margin.multiply_by_power_of_five(s.remainder_fives);
        m_margin.shift_left(s.margin_twos);
        m_tenfold_scale = m_scale;
        m_tenfold_scale.multiply(10);
    }

    u32 next_digit() {
        const u32 digit = m_remainder.divide_to_digit(m_scale);
        m_remainder.multiply(10);
        m_margin.multiply(10);
        return digit;
    }
    [[nodiscard]] static bool margin_overflowed() { return false; }
    [[nodiscard]] bool is_low() const { return m_remainder.compare(m_margin) < 0; }
    [[nodiscard]] bool is_high() const {
        BigInteger sum = m_remainder;
        sum.add(m_margin);
        return sum.compare(m_tenfold_scale) >= 0;
    }
    [[nodiscard]] int compare_with_half() const {
        BigInteger twice = m_remainder;
        twice.multiply(2);
        return twice.compare(m_tenfold_scale);
    }

private:
    BigInteger m_remainder;
    BigInteger m_scale;
    BigInteger m_margin;
    BigInteger m_tenfold_scale;
};

void round_up(Digits& digits) {
    size_t at = digits.text.size();
    while (at > 0 && digits.text[at - 1] == '9') {
        digits.text[--at] = '0';
    }
    if (at > 0) {
        ++digits.text[at - 1];
        return;
    }
    digits.text[0] = '1';
    ++digits.exponent;
}

/// Digit by digit until what is left lies within the margin.
template <class Fraction>
Digits fraction_digits(Fraction fraction, int decimal_exponent) {
    Digits result;
    const u32 first = fraction.next_digit();
    bool low = fraction.is_low();
    bool high = fraction.is_high();
    if (first == 0 && !high) {
        --decimal_exponent;  // the estimate was one too large
    } else {
        result.text += static_cast<char>('0' + first);
    }
    if (decimal_exponent < -3 || decimal_exponent >= 8) {
        low = high = false;  // the form with E shows at least two digits
    }
    while (!low && !high) {
        result.text += static_cast<char>('0' + fraction.next_digit());
        if (fraction.margin_overflowed()) {
            low = high = true;
        } else {
            low = fraction.is_low();
            high = fraction.is_high();
        }
    }
    result.exponent = decimal_exponent + 1;
    if (high) {
        const int half = low ? fraction.compare_with_half() : 1;
        const bool odd = (result.text.back() & 1) != 0;
        if (half > 0 || (half == 0 && odd)) {
            round_up(result);
        }
    }
    return result;
}

Digits java8_digits(const Unpacked& x) {
    const int used_bits = 53 - std::countr_zero(x.significand);
    if (x.exponent >= -21 && x.exponent <= 62 && used_bits - x.exponent - 1 <= 0) {
        return whole_number_digits(x);
    }
    const Scaling s = scale(x);
    if (s.remainder_bits < 32 && s.scale_bits < 32) {
        return fraction_digits(WordFraction<i32, u32>(s), s.decimal_exponent);
    }
    if (s.remainder_bits < 64 && s.scale_bits < 64) {
        return fraction_digits(WordFraction<i64, u64>(s), s.decimal_exponent);
    }
    return fraction_digits(BigFraction(s), s.decimal_exponent);
}

/// From text like 1.25e-07.
Digits digits_of_scientific(std::string_view text) {
    const size_t e = text.find('e');
    Digits result;
    result.text += text[0];
    if (e > 1) {
        result.text += text.substr(2, e - 2);
    }
    const std::string_view exponent = text.substr(text[e + 1] == '+' ? e + 2 : e + 1);
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
    ++result.exponent;
    return result;
}

template <class Float>
Digits shortest_digits(Float value) {
    std::array<char, 40> buffer{};
    char* const end = buffer.data() + buffer.size();
    auto written = std::to_chars(buffer.data(), end, value, std::chars_format::scientific);
    Digits result = digits_of_scientific({buffer.data(), written.ptr});
    if (result.text.size() == 1) {
        // Two digits are always shown, so the best number of two digits wins over one of a single digit.
        written = std::to_chars(buffer.data(), end, value, std::chars_format::scientific, 1);
        Float back{};
        const auto read = std::from_chars(buffer.data(), written.ptr, back);
        if (read.ec == std::errc{} && back == value) {
            result = digits_of_scientific({buffer.data(), written.ptr});
            if (result.text.back() == '0') {
                result.text.pop_back();
            }
        }
    }
    return result;
}

void append_layout(std::string& out, const Digits& digits) {
    const std::string_view text = digits.text;
    if (digits.exponent > 0 && digits.exponent < 8) {
        const auto whole = static_cast<size_t>(digits.exponent);
        out += text.substr(0, whole);
        out.append(whole > text.size() ? whole - text.size() : 0, '0');
        out += '.';
        out += text.size() > whole ? text.substr(whole) : "0";
    } else if (digits.exponent > -3 && digits.exponent <= 0) {
        out += "0.";
        out.append(static_cast<size_t>(-digits.exponent), '0');
        out += text;
    } else {
        out += text[0];
        out += '.';
        out += text.size() > 1 ? text.substr(1) : "0";
        out += 'E';
        out += std::to_string(digits.exponent - 1);
    }
}

template <class Float>
std::string text_of(Float value, FloatFormat format) {
    if (std::isnan(value)) {
        return "NaN";
    }
    std::string out = std::signbit(value) ? "-" : "";
    const Float magnitude = std::fabs(value);
    if (std::isinf(magnitude)) {
        return out + "Infinity";
    }
    if (magnitude == 0) {
        return out + "0.0";
    }
    append_layout(out, format == FloatFormat::java8 ? java8_digits(unpack(magnitude)) : shortest_digits(magnitude));
    return out;
}

// ---- reading
// ----------------------------------------------------------------------------------------------------------

/// A number's spelling, checked against Java's grammar. `mantissa` has digits and at most one point.
struct NumberSpelling {
    bool negative = false;
    bool hexadecimal = false;
    std::string_view mantissa;
    i64 exponent = 0;  // saturated; decimal or binary, as the form has it
};

constexpr i64 huge_exponent = 1'000'000'000'000;

bool is_digit(char c, bool hexadecimal) {
    return (c >= '0' && c <= '9') || (hexadecimal && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

/// Length of digits with at most one point, at least one digit; 0 if there is none.
size_t mantissa_length(std::string_view text, bool hexadecimal) {
    size_t at = 0;
    bool digit = false;
    bool point = false;
    for (; at < text.size(); ++at) {
        if (text[at] == '.' && !point) {
            point = true;
        } else if (is_digit(text[at], hexadecimal)) {
            digit = true;
        } else {
            break;
        }
    }
    return digit ? at : 0;
}

/// Takes "[+-]digits" off the front; false if it isn't there.
bool take_exponent(std::string_view& text, i64& exponent) {
    const bool negative = take_sign(text);
    size_t at = 0;
    for (; at < text.size() && is_digit(text[at], false); ++at) {
        exponent = std::min(exponent * 10 + (text[at] - '0'), huge_exponent);
    }
    text.remove_prefix(at);
    exponent = negative ? -exponent : exponent;
    return at > 0;
}

bool take_letter(std::string_view& text, char lower_case) {
    if (text.empty() || (text[0] | 0x20) != lower_case) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

std::optional<NumberSpelling> read_spelling(std::string_view text, bool negative) {
    NumberSpelling result;
    result.negative = negative;
    if (text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'x') {
        result.hexadecimal = true;
        text.remove_prefix(2);
    }
    const size_t length = mantissa_length(text, result.hexadecimal);
    if (length == 0) {
        return std::nullopt;
    }
    result.mantissa = text.substr(0, length);
    text.remove_prefix(length);
    const bool has_exponent = take_letter(text, result.hexadecimal ? 'p' : 'e');
    if (has_exponent ? !take_exponent(text, result.exponent) : result.hexadecimal) {
        return std::nullopt;
    }
    if (!take_letter(text, 'f')) {
        take_letter(text, 'd');
    }
    return text.empty() ? std::optional(result) : std::nullopt;
}

/// For a number beyond the format's range: is it too large, or too small? Sums of lengths and exponents tell.
bool is_too_large(const NumberSpelling& spelling) {
    const size_t point = std::min(spelling.mantissa.find('.'), spelling.mantissa.size());
    const size_t leading = spelling.mantissa.find_first_not_of("0.");
    if (leading == std::string_view::npos) {
        return false;
    }
    const i64 digits_before_point = static_cast<i64>(point) - static_cast<i64>(leading) + (leading > point ? 1 : 0);
    return digits_before_point * (spelling.hexadecimal ? 4 : 1) + spelling.exponent > 0;
}

template <class Float>
Float convert(const NumberSpelling& spelling) {
    // One canonical text, so that suffixes, capitals and exponents of any length are settled before it is converted.
    std::string text(spelling.mantissa);
    text += spelling.hexadecimal ? 'p' : 'e';
    text += std::to_string(spelling.exponent);
    Float value = 0;
    const auto format = spelling.hexadecimal ? std::chars_format::hex : std::chars_format::general;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value, format);
    if (read.ec == std::errc::result_out_of_range) {
        value = is_too_large(spelling) ? std::numeric_limits<Float>::infinity() : Float{0};
    }
    return spelling.negative ? -value : value;
}

template <class Float>
std::optional<Float> parse(std::string_view text) {
    text = trim(text);
    const bool negative = take_sign(text);
    if (text == "NaN") {
        return std::numeric_limits<Float>::quiet_NaN();
    }
    if (text == "Infinity") {
        return negative ? -std::numeric_limits<Float>::infinity() : std::numeric_limits<Float>::infinity();
    }
    const std::optional<NumberSpelling> spelling = read_spelling(text, negative);
    return spelling ? std::optional(convert<Float>(*spelling)) : std::nullopt;
}

}  // namespace

std::string java_text(float value, FloatFormat format) {
    return text_of(value, format);
}
std::string java_text(double value, FloatFormat format) {
    return text_of(value, format);
}

std::optional<float> parse_java_float(std::string_view text) {
    return parse<float>(text);
}
std::optional<double> parse_java_double(std::string_view text) {
    return parse<double>(text);
}

}  // namespace mariner

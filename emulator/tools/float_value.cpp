#include "emulator/tools/float_value.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cmath>
#include <cstdio>
#include <limits>

#include "emulator/support/text.hpp"

namespace mariner::tools {

namespace {

template <size_t bits>
std::string binary(u32 value) {
    return std::bitset<bits>(value).to_string();
}

std::string capital_hex(u32 value) {
    std::string text = hex32(value).substr(2);
    for (char& c : text) {
        c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return text;
}

/// Every digit: a float needs no more than 112 that count.
std::string exact_text(float value) {
    std::array<char, 256> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.112g", static_cast<double>(value));
    return {text.data(), static_cast<size_t>(length)};
}

std::string short_text(double value) {
    std::array<char, 64> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.3g", value);
    return {text.data(), static_cast<size_t>(length)};
}

/// 0:10000000:1001...: sign, exponent and fraction in bits.
std::optional<u32> read_fields(std::string_view text) {
    constexpr std::array<size_t, 3> widths = {1, 8, 23};
    if (std::count(text.begin(), text.end(), ':') != 2) {
        return std::nullopt;
    }
    u32 bits = 0;
    for (const size_t width : widths) {
        const std::string_view field = text.substr(0, text.find(':'));
        const std::optional<u32> value = parse_digits<u32>(field, 2);
        const bool is_fraction = width == widths.back();  // its last zeros may be left out
        if (!value || field.size() > width || (field.size() < width && !is_fraction)) {
            return std::nullopt;
        }
        bits = bits << width | *value << (width - field.size());
        text.remove_prefix(std::min(field.size() + 1, text.size()));
    }
    return text.empty() ? std::optional(bits) : std::nullopt;
}

/// Infinity and NaN, as people write them.
std::optional<u32> read_name(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    std::string name(text.substr(is_negative || text.starts_with('+') ? 1 : 0));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const u32 sign = is_negative ? 0x8000'0000U : 0;
    return name == "inf" || name == "infinity" ? std::optional(sign | 0x7f80'0000U)
           : name == "nan"                     ? std::optional(sign | 0x7fc0'0000U)
                                               : std::nullopt;
}

std::string neighbour_text(float value, float towards, FloatFormat format) {
    const float next = std::nextafter(value, towards);
    return java_text(next, format) + " (" + hex32(std::bit_cast<u32>(next)) + ")";
}

std::string rounding_text(double decimal, float value) {
    const double error = static_cast<double>(value) - decimal;
    return error == 0
               ? "none: it is stored as it is"
               : "the number stored is " + short_text(std::abs(error)) + (error > 0 ? " too large" : " too small");
}

}  // namespace

void describe_float(ToolReport& report, u32 bits, FloatFormat format) {
    const u32 exponent = (bits >> 23U) & 0xffU;
    const std::string sign = bits >> 31U != 0 ? "1" : "0";
    const std::string fraction = binary<23>(bits);
    const std::string power = std::to_string(static_cast<i32>(exponent) - 127);
    report.line("hex", "Hexadecimal", capital_hex(bits));
    report.line("sign", "Sign", sign);
    report.line("exponent", "Exponent", binary<8>(exponent));
    report.line("fraction", "Fraction", fraction);
    report.line("decimal", "Decimal", java_text(std::bit_cast<float>(bits), format));
    report.line("bias_label", "Exponent without bias", std::to_string(exponent) + " - 127");
    report.line("expansion", "Value",
                "-1^" + sign + " * 2^" + power + " * " + (exponent == 0 ? "." : "1.") + fraction + " =");
    report.line(
        "significand", "",
        exponent == 0 ? "significand (denormalized - no 'hidden bit')" : "significand ('hidden bit' underlined)");
    if (exponent == 0) {
        report.note("the power is 2^-126 in truth: numbers without a hidden bit have the smallest exponent");
    } else if (exponent == 0xff) {
        report.note((bits & 0x7f'ffffU) == 0 ? "infinity has no such product"
                                             : "this is not a number: it has no value");
    }
}

std::optional<FloatInput> read_float(std::string_view text) {
    if (text.find(':') != text.npos) {
        const std::optional<u32> bits = read_fields(text);
        return bits ? std::optional(FloatInput{*bits}) : std::nullopt;
    }
    if (text.starts_with("0x") || text.starts_with("0X")) {
        const std::optional<u32> bits = parse_digits<u32>(text.substr(2), 16);
        return bits ? std::optional(FloatInput{*bits}) : std::nullopt;
    }
    if (const std::optional<u32> bits = read_name(text)) {
        return FloatInput{*bits};
    }
    const std::optional<double> decimal = parse_java_double(text);
    const std::optional<float> value = parse_java_float(text);
    return decimal && value ? std::optional(FloatInput{std::bit_cast<u32>(*value), decimal}) : std::nullopt;
}

ToolReport float_report(const FloatInput& input, FloatFormat format) {
    ToolReport report("Floating-point number");
    describe_float(report, input.bits, format);
    const auto value = std::bit_cast<float>(input.bits);
    if (!std::isfinite(value)) {
        if (input.decimal && std::isfinite(*input.decimal)) {
            report.line("rounding", "Rounding", "too large for a float: it becomes infinite");
        }
        return report;
    }
    constexpr float infinity = std::numeric_limits<float>::infinity();
    report.line("exact", "Exact value", exact_text(value));
    if (input.decimal) {
        report.line("rounding", "Rounding", rounding_text(*input.decimal, value));
    }
    report.line("next_above", "Next above", neighbour_text(value, infinity, format));
    report.line("next_below", "Next below", neighbour_text(value, -infinity, format));
    return report;
}

}  // namespace mariner::tools

#pragma once
// Floating-point numbers as Java reads and prints them: syscalls 2, 3, 6, 7, register displays and the assembler's
// literals. The digits that Java 8 to 18 prints are not always the shortest, and both ways are here.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

enum class FloatFormat : u8 {
    java8,     // Java 8 to 18: at times a digit too many, or not the closest
    shortest,  // Java 19 and later: the shortest digits that read back as the same number
};

/// Float.toString and Double.toString.
std::string java_text(float value, FloatFormat format = FloatFormat::java8);
std::string java_text(double value, FloatFormat format = FloatFormat::java8);

/// Float.parseFloat and Double.parseDouble: decimal or hexadecimal, correctly rounded. Nothing where Java throws.
std::optional<float> parse_java_float(std::string_view text);
std::optional<double> parse_java_double(std::string_view text);

}  // namespace mariner

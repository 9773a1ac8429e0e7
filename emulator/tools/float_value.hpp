#pragma once
// A single-precision number taken apart: for the tool `float`, and for `mariner float`, which also says what lies
// beside it and what rounding has done.

#include <optional>
#include <string_view>

#include "emulator/support/java_number.hpp"
#include "emulator/tools/report.hpp"

namespace mariner::tools {

/// What MARS's window shows. It writes 2^-127 for numbers without the hidden bit (it is -126), and 2^128 for infinity
/// and NaN.
void describe_float(ToolReport& report, u32 bits, FloatFormat format);

/// 3.14, 0x4048f5c3 or 0:10000000:10010001111010111000011; nothing for anything else.
struct FloatInput {
    u32 bits = 0;
    std::optional<double> decimal{};  // what was written, if it was a decimal number
};
std::optional<FloatInput> read_float(std::string_view text);

/// All of it.
ToolReport float_report(const FloatInput& input, FloatFormat format);

}  // namespace mariner::tools

#include "emulator/tools/float_value.hpp"

#include <gtest/gtest.h>

namespace mariner::tools {
namespace {

std::string figure(std::string_view number, std::string_view key) {
    const std::optional<FloatInput> input = read_float(number);
    const ToolReport report = float_report(input.value_or(FloatInput{}), FloatFormat::java8);
    const ReportPart* const part = report.find(key);
    return !input ? "none" : part != nullptr ? part->value.text() : "-";
}

TEST(FloatValue, ReadsThreeForms) {
    EXPECT_EQ(figure("3.14", "hex"), "4048F5C3");
    EXPECT_EQ(figure("0x4048f5c3", "decimal"), "3.14");
    EXPECT_EQ(figure("0:10000000:10010001111010111000011", "decimal"), "3.14");
    for (const char* const wrong : {"", "x", "0x", "0x123456789", "0:1:1", "2:10000000:10010001111010111000011",
                                    "0:10000000:10010001111010111000011:", "3,14"}) {
        EXPECT_EQ(figure(wrong, "hex"), "none") << wrong;
    }
}

TEST(FloatValue, SaysWhatRoundingDidAndWhatLiesBeside) {
    EXPECT_EQ(figure("3.14", "exact"), "3.1400001049041748046875");
    EXPECT_EQ(figure("3.14", "rounding"), "the number stored is 1.05e-07 too large");
    EXPECT_EQ(figure("0.5", "rounding"), "none: it is stored as it is");
    EXPECT_EQ(figure("0x3f000000", "rounding"), "-");
    EXPECT_EQ(figure("1", "next_above"), "1.0000001 (0x3f800001)");
    EXPECT_EQ(figure("0", "next_below"), "-1.4E-45 (0x80000001)");
    EXPECT_EQ(figure("0x7f800000", "next_above"), "-");
}

}  // namespace
}  // namespace mariner::tools

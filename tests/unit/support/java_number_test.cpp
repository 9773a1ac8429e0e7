// The expected texts and bits were printed by Java 17; tools outside the tree compared millions more.

#include "emulator/support/java_number.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace mariner {
namespace {

struct FloatText {
    u32 bits;
    const char* java8;
    const char* shortest;
};

TEST(JavaNumber, PrintsFloatsAsBothGenerationsOfJava) {
    const FloatText cases[] = {
        {0x00000000, "0.0", "0.0"},
        {0x80000000, "-0.0", "-0.0"},
        {0x3f800000, "1.0", "1.0"},
        {0x4b189680, "1.0E7", "1.0E7"},
        {0x4b18967f, "9999999.0", "9999999.0"},
        {0x3a83126f, "0.001", "0.001"},
        {0x38d1b717, "1.0E-4", "1.0E-4"},
        {0x7f7fffff, "3.4028235E38", "3.4028235E38"},
        {0x00000001, "1.4E-45", "1.4E-45"},
        {0x51470625, "5.3425099E10", "5.34251E10"},
        {0x3d46b2f7, "0.048510518", "0.048510518"},
        {0x7f800000, "Infinity", "Infinity"},
        {0xff800000, "-Infinity", "-Infinity"},
        {0x7fc00000, "NaN", "NaN"},
    };
    for (const FloatText& c : cases) {
        EXPECT_EQ(java_text(std::bit_cast<float>(c.bits)), c.java8) << std::hex << c.bits;
        EXPECT_EQ(java_text(std::bit_cast<float>(c.bits), FloatFormat::shortest), c.shortest) << std::hex << c.bits;
    }
}

TEST(JavaNumber, PrintsDoublesAsBothGenerationsOfJava) {
    EXPECT_EQ(java_text(2e23), "1.9999999999999998E23");
    EXPECT_EQ(java_text(2e23, FloatFormat::shortest), "2.0E23");
    EXPECT_EQ(java_text(4.9e-324), "4.9E-324");
    EXPECT_EQ(java_text(4.9e-324, FloatFormat::shortest), "4.9E-324");
    EXPECT_EQ(java_text(1.7976931348623157e308), "1.7976931348623157E308");
    EXPECT_EQ(java_text(0.1), "0.1");
    EXPECT_EQ(java_text(100.0), "100.0");
    EXPECT_EQ(java_text(-12345678.9), "-1.23456789E7");
    EXPECT_EQ(java_text(9007199254740993.0), "9.007199254740992E15");
    EXPECT_EQ(java_text(0.0028162574856815904), "0.0028162574856815904");
    EXPECT_EQ(java_text(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

TEST(JavaNumber, ReadsBackWhatItPrints) {
    constexpr u32 seed = 20261118;
    std::mt19937_64 random(seed);
    for (int i = 0; i < 20000; ++i) {
        const u64 bits = random();
        const auto d = std::bit_cast<double>(bits);
        const auto f = std::bit_cast<float>(static_cast<u32>(bits));
        for (const FloatFormat format : {FloatFormat::java8, FloatFormat::shortest}) {
            if (!std::isnan(d)) {
                ASSERT_EQ(parse_java_double(java_text(d, format)), d) << "seed " << seed << ", bits " << bits;
            }
            if (!std::isnan(f)) {
                ASSERT_EQ(parse_java_float(java_text(f, format)), f) << "seed " << seed << ", bits " << bits;
            }
        }
    }
}

TEST(JavaNumber, ReadsWhatJavaReads) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(parse_java_double(" \t1.5\r\n"), 1.5);
    EXPECT_EQ(parse_java_double("+1.e2"), 100.0);
    EXPECT_EQ(parse_java_double("-.5d"), -0.5);
    EXPECT_EQ(parse_java_double("1F"), 1.0);
    EXPECT_EQ(parse_java_double("0x1.8p1"), 3.0);
    EXPECT_EQ(parse_java_double("0X.8P1f"), 1.0);
    EXPECT_EQ(parse_java_double("1e99999999999"), infinity);
    EXPECT_EQ(parse_java_double("-1e400"), -infinity);
    EXPECT_EQ(parse_java_double("1e-99999999999"), 0.0);
    EXPECT_EQ(parse_java_double("0e99999999999"), 0.0);
    EXPECT_EQ(parse_java_double("0x1p-99999999999"), 0.0);
    EXPECT_EQ(parse_java_double("-Infinity"), -infinity);
    EXPECT_TRUE(std::isnan(*parse_java_double("-NaN")));
    EXPECT_TRUE(std::signbit(*parse_java_double("-0")));
    EXPECT_EQ(parse_java_double("2.4703282292062327e-324"), 0.0);
    EXPECT_EQ(parse_java_double("2.4703282292062328e-324"), 4.9e-324);
    EXPECT_EQ(parse_java_float("1e50"), std::numeric_limits<float>::infinity());
    EXPECT_EQ(std::bit_cast<u32>(*parse_java_float("1.00000005960464480000001")), 0x3f800001U);
}

TEST(JavaNumber, RefusesWhatJavaRefuses) {
    for (const char* text :
         {"",          " ",    ".",   "-",     "+.",   "e5",    "1e", "1e+", "1 2", "- 1", "nan", "infinity",
          "Infinityf", "NaNd", "0x1", "0x1.8", "0xp1", "0x.p1", "1L", "1_0", "1ff", "--1", "0b1"}) {
        EXPECT_FALSE(parse_java_double(text)) << text;
        EXPECT_FALSE(parse_java_float(text)) << text;
    }
}

TEST(JavaNumber, ReadsLongZerosRightly) {
    const std::string zeros(400, '0');
    EXPECT_EQ(parse_java_double("0." + zeros + "1e401"), 1.0);
    EXPECT_EQ(parse_java_double("1" + zeros + "e-400"), 1.0);
    EXPECT_EQ(parse_java_double("0." + zeros + "1"), 0.0);
    EXPECT_EQ(parse_java_double("1" + zeros), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace mariner

#include "emulator/support/text.hpp"

#include <gtest/gtest.h>

namespace mariner {
namespace {

TEST(Text, WritesNumbers) {
    EXPECT_EQ(hex32(0), "0x00000000");
    EXPECT_EQ(hex32(0xdeadbeef), "0xdeadbeef");
    EXPECT_EQ(with_thousands(7), "7");
    EXPECT_EQ(with_thousands(1234567), "1,234,567");
}

TEST(Text, ReadsDecimalIntegersAsJavaDoes) {
    EXPECT_EQ(parse_java_int("010"), 10);
    EXPECT_EQ(parse_java_int("+5"), 5);
    EXPECT_EQ(parse_java_int("-2147483648"), -2147483647 - 1);
    EXPECT_EQ(parse_java_int("2147483647"), 2147483647);
    EXPECT_EQ(parse_java_int("-\xef\xbc\x91\xd9\xa3"), -13);  // full-width 1, Arabic 3
    for (const char* text : {"", "-", "+", "2147483648", "\xc2\xbd",
                             "\xc2\xa0"
                             "5",
                             "0x10", "1 2", " 1", "--1", "1e3", "99999999999999999999"}) {
        EXPECT_FALSE(parse_java_int(text)) << text;
    }
}

TEST(Text, DecodesIntegersWithTheirBase) {
    EXPECT_EQ(decode_java_int("0x1F"), 31);
    EXPECT_EQ(decode_java_int("-#10"), -16);
    EXPECT_EQ(decode_java_int("010"), 8);
    EXPECT_EQ(decode_java_int("0"), 0);
    EXPECT_FALSE(decode_java_int("08"));
    EXPECT_FALSE(decode_java_int("0xffffffff"));
    EXPECT_EQ(decode_mars_int("0xffffffff"), -1);
    EXPECT_EQ(decode_mars_int("4294967295"), -1);
    EXPECT_EQ(decode_mars_int("08"), 8);
    EXPECT_FALSE(decode_mars_int("0x1ffffffff"));
    EXPECT_FALSE(decode_mars_int("-08"));
}

TEST(Text, DecodesUtf8AsJavaDoes) {
    EXPECT_EQ(utf16_of("a\xc3\xa9\xe2\x82\xac"), u"a\u00e9\u20ac");
    EXPECT_EQ(utf16_of("\xf0\x9f\x98\x80"), u"\U0001f600");
    EXPECT_EQ(utf16_of("\xff"), u"\ufffd");
    EXPECT_EQ(utf16_of("\xc0\x80"), u"\ufffd\ufffd");
    EXPECT_EQ(utf16_of("\xe2\x82z"), u"\ufffdz");
    EXPECT_EQ(utf16_of("\xed\xa0\x80"), u"\ufffd");
    EXPECT_EQ(utf16_of("\xed\xa0z"), u"\ufffdz");
    EXPECT_EQ(utf16_of("\xf0\x9f\x98"), u"\ufffd");
}

TEST(Text, EncodesLatin1) {
    std::string out;
    append_latin1(out, 'a');
    append_latin1(out, 0xe9);
    EXPECT_EQ(out, "a\xc3\xa9");
}

}  // namespace
}  // namespace mariner

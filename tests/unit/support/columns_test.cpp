#include "emulator/support/columns.hpp"

#include <gtest/gtest.h>

namespace mariner::test {
namespace {

TEST(Columns, AreThoseOfATerminal) {
    EXPECT_EQ(columns_of("abc"), 3U);
    EXPECT_EQ(columns_of("\xe6\xbc\xa2\xe5\xad\x97"), 4U) << "two Chinese characters";
    EXPECT_EQ(columns_of("\xf0\x9f\x98\x80"), 2U) << "an emoji";
    EXPECT_EQ(columns_of("e\xcc\x81\xc3\xa9"), 2U) << "an accent joins";
    EXPECT_EQ(columns_of("\xea\xb0\x80\xef\xbc\xa1"), 4U) << "Hangul and full width";
    EXPECT_EQ(columns_of("\xf0\xa0\x80\x80"), 2U) << "the supplementary ideographic plane";
}

TEST(Columns, CutsWhatDoesNotFit) {
    EXPECT_EQ(fit_columns("abcdef", 6), "abcdef");
    EXPECT_EQ(fit_columns("abcdefg", 6), "abc...");
    EXPECT_EQ(fit_columns("\xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97", 7), "\xe6\xbc\xa2\xe5\xad\x97...");
    EXPECT_EQ(fit_columns("a\tb", 20), "a       b");
    EXPECT_EQ(fit_columns("a\x1b[31m\xff", 20), "a\xe2\x90\x9b[31m\xef\xbf\xbd");
    EXPECT_EQ(fit_columns("abcd", 2), "..");
    EXPECT_EQ(fit_columns("abcd", 0), "");
    EXPECT_EQ(fit_columns(std::string(100000, 'x'), 5), "xx...");
}

}  // namespace
}  // namespace mariner::test

#include "emulator/grader/excerpt.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

TEST(Excerpt, SaysHowMuchIsLeftOut) {
    EXPECT_EQ(excerpt("abc", 3), "abc");
    EXPECT_EQ(excerpt("abcd", 3), "abc\n[1 more bytes]");
    EXPECT_EQ(excerpt(std::string(10'000, 'x')).substr(longest_excerpt), "\n[1,808 more bytes]");
}

TEST(InQuotes, ShowsControlCharacters) {
    EXPECT_EQ(in_quotes("a\nb\x1b[31m\x7f"), "'a\\nb?[31m?'");
    EXPECT_EQ(in_quotes("abcdef", 3), "'abc...'");
    EXPECT_EQ(in_quotes(""), "''");
}

}  // namespace
}  // namespace mariner::grader

#include "emulator/grader/pattern.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

struct Found {
    const char* pattern;
    std::string_view text;
    const char* match;  // null: nothing is found
};

TEST(Pattern, FindsTheLeftmostMatchByPreference) {
    const Found rows[] = {
        {"b+", "abbbc", "bbb"},
        {"b+?", "abbbc", "b"},
        {"a|ab", "ab", "a"},
        {"(?i)WIN", "you win", "win"},
        {"^b$", "a\nb\nc", "b"},
        {"^$", "a\n\nb", ""},
        {"\\Ab", "a\nb", nullptr},
        {"b\\z", "b\na", nullptr},
        {"[^a-c]+", "abcxyz", "xyz"},
        {"\\bcat\\b", "concat", nullptr},
        {"\\Bcat", "concat", "cat"},
        {"\\d{2,3}", "1 22 333", "22"},
        {"\\D\\S\\W", "1ab.", "ab."},
        {"x*", "aaa", ""},
        {"(?:ab){2}", "abab", "abab"},
        {"a.c", "a\nc", nullptr},
        {"(?s)a.c", "a\nc", "a\nc"},
        {"(?is)A.C", "a\nc", "a\nc"},
        {"[]a]+", "]a]", "]a]"},
        {"\\.\\t\\\\", ".\t\\", ".\t\\"},
        {"\\w+@\\w+\\.de", "x ada@uni.de", "ada@uni.de"},
        {"a{0}b", "ab", "b"},
        {"", "abc", ""},
        {"a", "", nullptr},
    };
    for (const Found& row : rows) {
        const Result<Pattern> pattern = Pattern::compile(row.pattern);
        ASSERT_TRUE(pattern) << row.pattern;
        const std::optional<Pattern::Match> match = pattern->find(row.text);
        ASSERT_EQ(match.has_value(), row.match != nullptr) << row.pattern;
        if (match) {
            EXPECT_EQ(row.text.substr(match->begin, match->end - match->begin), row.match);
        }
    }
}

TEST(Pattern, LooksAtBytes) {
    const std::string_view text("a\0\xff\xc3\xa9z", 6);
    EXPECT_EQ(Pattern::compile("\xc3\xa9")->find(text)->begin, 3U);
    EXPECT_EQ(Pattern::compile("a..")->find(text)->end, 3U);
    EXPECT_EQ(Pattern::compile("[^a]+z")->find(text)->begin, 1U);
    EXPECT_EQ(Pattern::compile("\\x00")->find(text)->begin, 1U);
}

TEST(Pattern, KnowsWhatStandsBeforeThePlaceItLooksFrom) {
    EXPECT_FALSE(Pattern::compile("^b")->find("ab", 1));
    EXPECT_FALSE(Pattern::compile("\\bb")->find("ab", 1));
    EXPECT_FALSE(Pattern::compile("\\Ab")->find("ab", 1));
    EXPECT_TRUE(Pattern::compile("^b")->find("a\nb", 2));
    EXPECT_TRUE(Pattern::compile("$")->find("ab", 2));
    EXPECT_FALSE(Pattern::compile("$")->find("ab", 3));
}

TEST(Pattern, ReplacesEveryMatch) {
    const auto replaced = [](std::string_view pattern, std::string_view text, std::string_view by) {
        return Pattern::compile(pattern)->replace_all(text, by).value_or("(nothing)");
    };
    EXPECT_EQ(replaced("(\\d+)-(\\d+)", "1-2 33-4", "$2/$1$$"), "2/1$ 4/33$");
    EXPECT_EQ(replaced("x*", "abc", "-"), "-a-b-c-");
    EXPECT_EQ(replaced("x*", "", "-"), "-");
    EXPECT_EQ(replaced("(a)|b", "ab", "<$1$7>"), "<a><>");
    EXPECT_EQ(replaced("b", "abc", "$"), "a$c");
    EXPECT_EQ(replaced("b", "abc", "$x$0"), "a$xbc");
    EXPECT_EQ(replaced("^", "a\nb", "> "), "> a\n> b");
    const std::string long_text(100'000, 'a');
    EXPECT_FALSE(Pattern::compile("a")->replace_all(long_text, std::string(1000, 'x')));
}

TEST(Pattern, SaysWhatIsWrong) {
    for (const char* wrong :
         {"(", ")", "[a", "a**", "*a", "a{3,2}", "\\q", "a{2000}", "(((a{999}){999}){999})", "(?!a)"}) {
        const Result<Pattern> pattern = Pattern::compile(wrong);
        ASSERT_FALSE(pattern) << wrong;
        EXPECT_EQ(pattern.error().message.find("the pattern is wrong: "), 0U);
    }
    EXPECT_FALSE(Pattern::compile(std::string(5000, 'a')));
}

TEST(Pattern, TakesTimeInProportionWhateverThePattern) {
    // A backtracking matcher would be busy with this for longer than the universe has been there.
    const Result<Pattern> pattern = Pattern::compile("(?:a*)*(?:a|a)*b");
    ASSERT_TRUE(pattern);
    EXPECT_FALSE(pattern->find(std::string(1'000'000, 'a')));
    EXPECT_FALSE(Pattern::compile("(x+x+)+y")->find(std::string(1'000'000, 'x')));
}

}  // namespace
}  // namespace mariner::grader

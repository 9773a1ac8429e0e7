#include "emulator/grader/text_match.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

using Kind = TextRuleKind;

CheckResult match(Kind kind, std::vector<std::string> texts, std::string_view actual) {
    TextRule rule;
    rule.kind = kind;
    for (const std::string& text : texts) {
        if (kind >= Kind::regex) {
            rule.patterns.push_back(*Pattern::compile(text));
        }
    }
    rule.texts = kind < Kind::regex ? std::move(texts) : std::vector<std::string>();
    return match_text("output", rule, {}, actual);
}

/// A letter per line: same, missing, extra, gap.
std::string shape(const std::vector<DiffLine>& lines) {
    std::string text;
    for (const DiffLine& line : lines) {
        text += "=-+~"[static_cast<size_t>(line.kind)];
    }
    return text;
}

TEST(TextMatch, EachKindOverlooksWhatItSays) {
    struct Row {
        std::string expected, actual;
        bool exact, trailing, whitespace;
    };
    const std::vector<Row> rows = {
        {"", "", true, true, true},
        {"a\n", "a\n", true, true, true},
        {"a\nb\n", "a  \t\nb\n\n\n", false, true, true},
        {"a\nb", "a\r\nb\r\n", false, true, true},
        {"a b", "a  b", false, false, true},
        {"a b\nc", " a\n\nb c", false, false, true},
        {"ab", "a b", false, false, false},
        {"", "\n \n", false, true, true},
        {"Größe 张伟\n", "Größe 张伟 \n", false, true, true},
        {"A", "a", false, false, false},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(match(Kind::exact, {row.expected}, row.actual).passed, row.exact) << row.actual;
        EXPECT_EQ(match(Kind::trailing, {row.expected}, row.actual).passed, row.trailing) << row.actual;
        EXPECT_EQ(match(Kind::whitespace, {row.expected}, row.actual).passed, row.whitespace) << row.actual;
    }
}

TEST(TextMatch, SaysWhichLineDiffersAndHow) {
    EXPECT_EQ(match(Kind::trailing, {"a\nb\nc"}, "a\nx\nc").message, "line 2 of the output is 'x' instead of 'b'");
    EXPECT_EQ(match(Kind::trailing, {"a\nc"}, "a\nb\nc").message, "line 2 of the output is not expected: 'b'");
    EXPECT_EQ(match(Kind::trailing, {"a\nb\nc"}, "a\nc").message, "the output lacks a line 'b'");
    EXPECT_EQ(match(Kind::exact, {"a\n"}, "a").message, "the output differs in its blanks or line ends");
    EXPECT_EQ(match(Kind::trailing, {"x\nx\nx\nx\nx\nx\nx\na"}, "x\nx\nx\nx\nx\nx\nx\nb").message,
              "line 8 of the output is 'b' instead of 'a'")
        << "equal lines that are left out count";
}

TEST(TextMatch, ContainsLooksForEachTextAnywhere) {
    EXPECT_TRUE(match(Kind::contains, {"b", "a"}, "a b").passed);
    EXPECT_TRUE(match(Kind::contains, {}, "").passed);
    const CheckResult check = match(Kind::contains, {"a", "two\nlines"}, "a two lines");
    EXPECT_FALSE(check.passed);
    EXPECT_EQ(check.message, "the output nowhere holds 'two\\nlines'");
    EXPECT_EQ(check.expected, "two\nlines");
    EXPECT_EQ(check.actual, "a two lines");
}

TEST(TextMatch, OrderedPatternsMustFollowEachOther) {
    EXPECT_TRUE(match(Kind::regex, {"b+", "a"}, "a bb").passed);
    EXPECT_FALSE(match(Kind::ordered, {"b+", "a"}, "a bb").passed);
    EXPECT_TRUE(match(Kind::ordered, {"a", "b+"}, "a bb").passed);
    EXPECT_FALSE(match(Kind::ordered, {"a", "a"}, "one a").passed) << "what one has taken is no other's";
    EXPECT_FALSE(match(Kind::regex, {"^b"}, "ab").passed);
}

TEST(TextMatch, FiltersWorkOnBothSides) {
    TextRule rule;
    rule.texts = {"took 1 ms"};
    const std::vector<Filter> filters = {{*Pattern::compile("[0-9]+ ms"), "N ms"}};
    EXPECT_TRUE(match_text("output", rule, filters, "took 972 ms").passed);
    EXPECT_FALSE(match_text("output", rule, filters, "took 972 s").passed);
}

TEST(TextMatch, AbsentPatternsAreNamedByWhatTheyFound) {
    EXPECT_TRUE(match_absent({}, "anything").passed);
    EXPECT_TRUE(match_absent({*Pattern::compile("secret")}, "nothing").passed);
    const CheckResult check = match_absent({*Pattern::compile("s\\w+t")}, "a sweet secret");
    EXPECT_FALSE(check.passed);
    EXPECT_EQ(check.message, "the output holds 'sweet', which must not be there");
}

TEST(Diff, LeavesEqualLinesInTheMiddleOut) {
    EXPECT_EQ(shape(diff_lines("", "")), "");
    EXPECT_EQ(shape(diff_lines("a\nb", "a\nb")), "==");
    EXPECT_EQ(shape(diff_lines("1\n2\n3\n4\n5\nx\n6\n7\n8\n9\n10", "1\n2\n3\n4\n5\ny\n6\n7\n8\n9\n10")), "~===-+===~");
    const std::vector<DiffLine> lines = diff_lines("1\n2\n3\n4\nx", "1\n2\n3\n4\ny");
    EXPECT_EQ(lines.front().text, "1 equal line");
}

TEST(Diff, FindsTheLongestCommonLines) {
    EXPECT_EQ(shape(diff_lines("a\nb\nc\nd", "b\nx\nd")), "-=-+=");
    EXPECT_EQ(shape(diff_lines("a", "")), "-");
    EXPECT_EQ(shape(diff_lines("", "a")), "+");
}

TEST(Diff, EndsInBoundedTimeAndSaysSo) {
    std::string left;
    std::string right;
    for (int i = 0; i < 2'000; ++i) {
        left += "l" + std::to_string(i) + "\n";
        right += "r" + std::to_string(i) + "\n";
    }
    const std::vector<DiffLine> lines = diff_lines(left, right);
    EXPECT_EQ(lines.size(), 601U);
    EXPECT_EQ(lines.back().kind, DiffKind::gap);
    EXPECT_NE(lines.back().text.find("too long to compare"), std::string::npos);
    EXPECT_EQ(diff_lines(std::string(10'000, 'x'), "").front().text.size(), 400U);
}

}  // namespace
}  // namespace mariner::grader

#include "bitmap/console_pane.hpp"

#include <gtest/gtest.h>

namespace mariner::bitmap {
namespace {

std::vector<std::u32string> lines(const ConsolePane& pane, u32 columns = 80, u32 count = 24) {
    return pane.view(columns, count).lines;
}

void type(ConsolePane& pane, std::u32string_view text) {
    for (char32_t character : text) {
        EXPECT_FALSE(pane.type(character));
    }
}

TEST(ConsolePane, ShowsTextThatComesInPieces) {
    ConsolePane pane;
    for (const char* piece : {"Xin ch", "\xc3", "\xa0", "o \xe1\xba", "\xa1\nnext"}) {
        pane.append(piece);
    }
    EXPECT_EQ(lines(pane), (std::vector<std::u32string>{U"Xin chào ạ", U"next"}));
}

TEST(ConsolePane, ReplacesWhatIsNoText) {
    ConsolePane pane;
    pane.append("a\xff\x80z\xc3(\x01\x07");
    EXPECT_EQ(lines(pane).front(), U"a\xfffd\xfffdz\xfffd(");
}

TEST(ConsolePane, ObeysTabsReturnsAndBackspaces) {
    ConsolePane pane;
    pane.append("a\tb\rX\n12\b3");
    EXPECT_EQ(lines(pane), (std::vector<std::u32string>{U"X       b", U"13"}));
}

TEST(ConsolePane, LeavesOutEscapeSequences) {
    ConsolePane pane;
    pane.append("gone\n\x1b[2J\x1b[Hred: \x1b[31;1mhot\x1b[");
    pane.append("0m.\x1bMx");
    EXPECT_EQ(lines(pane), (std::vector<std::u32string>{U"red: hot.x"}));
}

TEST(ConsolePane, WrapsAndScrolls) {
    ConsolePane pane;
    pane.append("one\ntwo is long\nthree");
    EXPECT_EQ(lines(pane, 5, 3), (std::vector<std::u32string>{U"is lo", U"ng", U"three"}));
    pane.scroll(1);
    EXPECT_EQ(lines(pane, 5, 3), (std::vector<std::u32string>{U"two", U"is lo", U"ng"}));
    pane.append("\nfour");
    EXPECT_EQ(lines(pane, 5, 3).front(), U"two") << "what is read stays in place";
    pane.scroll(100);
    EXPECT_EQ(lines(pane, 5, 3).front(), U"one");
    EXPECT_TRUE(pane.view(5, 3).is_scrolled);
    pane.scroll(-100);
    EXPECT_EQ(lines(pane, 5, 3).back(), U"four");
}

TEST(ConsolePane, BreaksLinesAtBlanks) {
    ConsolePane pane;
    pane.append("wins in 9, loses in 12\n|   |    |\n");
    EXPECT_EQ(lines(pane, 10, 6), (std::vector<std::u32string>{U"wins in 9,", U"loses in", U"12", U"|   |    |", U""}));
    EXPECT_EQ(lines(pane, 9, 2), (std::vector<std::u32string>{U"|", U""})) << "the blanks between fill the line before";
    pane.append("a verylongword");
    EXPECT_EQ(lines(pane, 8, 2), (std::vector<std::u32string>{U"a verylo", U"ngword"})) << "no line is left half empty";
}

TEST(ConsolePane, EditsALine) {
    ConsolePane pane;
    type(pane, U"acd");
    pane.edit(EditKey::home);
    pane.edit(EditKey::right);
    type(pane, U"b");
    EXPECT_EQ(pane.view(80, 3).input, U"abcd");
    EXPECT_EQ(pane.view(80, 3).cursor, 2u);
    pane.edit(EditKey::backspace);
    pane.edit(EditKey::remove);
    pane.edit(EditKey::end);
    type(pane, U"é");
    EXPECT_EQ(pane.submit(), "ad\xc3\xa9");
    EXPECT_EQ(lines(pane).front(), U"adé");
    EXPECT_EQ(pane.view(80, 3).input, U"");
}

TEST(ConsolePane, KeepsAHistory) {
    ConsolePane pane;
    for (const auto* line : {U"1", U"2", U"2", U""}) {
        type(pane, line);
        pane.submit();
    }
    type(pane, U"draft");
    pane.edit(EditKey::older);
    EXPECT_EQ(pane.view(80, 3).input, U"2");
    pane.edit(EditKey::older);
    pane.edit(EditKey::older);
    EXPECT_EQ(pane.view(80, 3).input, U"1");
    pane.edit(EditKey::newer);
    pane.edit(EditKey::newer);
    EXPECT_EQ(pane.view(80, 3).input, U"draft");
}

TEST(ConsolePane, ShowsThePartOfALongLineThatHasTheCursor) {
    ConsolePane pane;
    type(pane, U"0123456789");
    EXPECT_EQ(pane.view(8, 3).input, U"56789");
    EXPECT_EQ(pane.view(8, 3).cursor, 5u);
    pane.edit(EditKey::home);
    EXPECT_EQ(pane.view(8, 3).input, U"01234");
}

TEST(ConsolePane, AnAnswerKeyIsALineOnlyByItself) {
    ConsolePane pane;
    pane.set_answer_keys("12");
    EXPECT_FALSE(pane.type(U'3'));
    EXPECT_FALSE(pane.type(U'1'));
    EXPECT_EQ(pane.submit(), "31");
    EXPECT_TRUE(pane.type(U'2'));
    EXPECT_EQ(pane.submit(), "2");
}

TEST(ConsolePane, IsBounded) {
    ConsolePane pane;
    pane.append(std::string(1 << 20, 'x'));
    pane.append(std::string(1 << 16, '\n'));
    for (int i = 0; i < 5000; ++i) {
        EXPECT_FALSE(pane.type(U'y'));
    }
    EXPECT_LE(lines(pane, 80, 1 << 20).size(), 5000u * 52);
    EXPECT_LE(pane.submit().size(), 1000u);
    EXPECT_EQ(pane.view(0, 0).lines.size(), 0u);
}

TEST(ConsolePane, TakesNoEnterBehindAnAnswerThatIsAKey) {
    ConsolePane pane;
    EXPECT_TRUE(pane.takes_enter()) << "an empty line is an answer like any other";
    pane.set_answer_keys("1234567");
    EXPECT_TRUE(pane.type(U'4'));
    EXPECT_EQ(pane.submit(), "4");
    EXPECT_FALSE(pane.takes_enter());
    EXPECT_FALSE(pane.type(U'x'));
    EXPECT_FALSE(pane.type(U'4'));
    EXPECT_TRUE(pane.takes_enter());
}

}  // namespace
}  // namespace mariner::bitmap

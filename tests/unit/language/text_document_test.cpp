#include "emulator/language/text_document.hpp"

#include <gtest/gtest.h>

#include <random>

#include "emulator/language/file_index.hpp"

namespace mariner::language {
namespace {

TEST(TextDocument, CountsLinesAsTheAssemblerDoes) {
    const TextDocument text("a\r\nb\rc\n\nd");
    ASSERT_EQ(text.line_count(), 5U);
    EXPECT_EQ(text.line(0), "a");
    EXPECT_EQ(text.line(1), "b");
    EXPECT_EQ(text.line(2), "c");
    EXPECT_EQ(text.line(3), "");
    EXPECT_EQ(text.line(4), "d");
    EXPECT_EQ(text.line(5), "");
    EXPECT_EQ(TextDocument("a\n").line_count(), 2U);
    EXPECT_EQ(TextDocument().line_count(), 1U);
}

TEST(TextDocument, CountsUnitsOfEachEncoding) {
    const TextDocument text("x\xC3\xA4\xF0\x9F\x98\x80y");  // x, ä, an emoji, y
    const struct {
        PositionEncoding encoding;
        u32 of_y;
    } rows[] = {{PositionEncoding::utf8, 7}, {PositionEncoding::utf16, 4}, {PositionEncoding::utf32, 3}};
    for (const auto& row : rows) {
        EXPECT_EQ(text.spot_of(0, row.of_y, row.encoding).offset, 7U);
        EXPECT_EQ(text.character_of({0, 7}, row.encoding), row.of_y);
        EXPECT_EQ(text.spot_of(0, 99, row.encoding).offset, 8U);
        EXPECT_EQ(text.spot_of(99, 0, row.encoding), (TextSpot{0, 8}));
    }
    // Inside a character means before it.
    EXPECT_EQ(text.spot_of(0, 3, PositionEncoding::utf16).offset, 3U);
    EXPECT_EQ(text.spot_of(0, 5, PositionEncoding::utf8).offset, 3U);
}

TEST(TextDocument, KeepsTextThatIsUtf8) {
    EXPECT_EQ(TextDocument("a\xFF"
                           "b")
                  .text(),
              "a\xEF\xBF\xBD"
              "b");
}

std::vector<std::string> facts_of(const TextDocument& text, const FileIndex& index) {
    std::vector<std::string> facts;
    index.for_each([&](const NameUse& use) {
        facts.push_back(std::to_string(use.line) + ":" + std::to_string(use.offset) + ":" +
                        std::to_string(static_cast<int>(use.role)) + ":" +
                        std::string(text.line(use.line).substr(use.offset, use.length)));
    });
    for (const LineMark& mark : index.marks()) {
        facts.push_back(std::to_string(mark.line) + "." + std::to_string(static_cast<int>(mark.directive)));
    }
    return facts;
}

TEST(TextDocument, AndItsIndexAreTheSameHoweverTheyCameToBe) {
    const std::string_view pieces[] = {
        "a: add $t0, $t1, b\n", "\r", "\n", "\r\n",  "  .word x, y", "# c\n",  ".macro m %p\n", ".end_macro\n",
        "\xF0\x9F\x98\x80",     "\"", "'",  "main:", " jal f\n",     ".text\n"};
    std::mt19937 random(7);
    const auto below = [&](size_t limit) { return static_cast<u32>(random() % limit); };
    TextDocument text;
    FileIndex index(text);
    for (int round = 0; round < 3000; ++round) {
        const u32 line = below(text.line_count() + 1);
        const TextSpot begin = text.spot_of(line, below(30), PositionEncoding::utf16);
        TextSpot end = text.spot_of(line + below(3), below(30), PositionEncoding::utf16);
        if (round % 50 == 0) {
            end = text.whole().end;
        }
        std::string by;
        for (u32 count = below(round % 40 == 0 ? 300 : 4); count > 0; --count) {
            by += pieces[below(std::size(pieces))];
        }
        std::string expected = text.text();
        const size_t from = text.offset_of(begin);
        expected.replace(from, std::max(from, text.offset_of(end)) - from, by);
        index.update(text, text.replace({begin, end}, by));
        const TextDocument fresh(expected);
        ASSERT_EQ(text.text(), expected);
        ASSERT_EQ(text.line_count(), fresh.line_count()) << round;
        for (u32 number = 0; number < fresh.line_count(); ++number) {
            ASSERT_EQ(text.line(number), fresh.line(number)) << round;
        }
        ASSERT_EQ(facts_of(text, index), facts_of(fresh, FileIndex(fresh))) << round;
    }
}

}  // namespace
}  // namespace mariner::language

#include "emulator/grader/report_markup.hpp"

#include <gtest/gtest.h>

#include "tests/unit/grader/sample_results.hpp"
#include "tests/unit/grader/well_formed.hpp"

namespace mariner::grader::test {
namespace {

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(ReportMarkup, EveryVerdictHasWordsForThoseWhoSeeNoColours) {
    for (size_t i = 0; i < 7; ++i) {
        const auto verdict = static_cast<Verdict>(i);
        EXPECT_EQ(fault_of_markup(verdict_badge(verdict) + verdict_sign(verdict)), "");
        EXPECT_FALSE(words_of(verdict).empty());
        for (size_t other = 0; other < i; ++other) {
            EXPECT_NE(words_of(verdict), words_of(static_cast<Verdict>(other)));
        }
    }
    EXPECT_TRUE(holds(verdict_sign(Verdict::not_assembled), "doesn&#39;t assemble</span>"));
}

TEST(ReportMarkup, BarsStayInTheirRoom) {
    const auto width = [](Points points, Points worth, std::string_view percent) {
        return holds(points_bar(points, worth), "width:" + std::string(percent) + "%");
    };
    EXPECT_TRUE(width(250, 500, "50"));
    EXPECT_TRUE(width(-100, 500, "0"));
    EXPECT_TRUE(width(900, 500, "100"));
    EXPECT_TRUE(width(1, 0, "0"));
}

TEST(ReportMarkup, OfEqualTextsMarksNothing) {
    EXPECT_FALSE(holds(diff_markup(std::vector<DiffLine>()), "<tr"));
    const std::vector<DiffLine> lines = {{DiffKind::same, "a < b"}, {DiffKind::gap, "3 equal lines"}};
    const std::string markup = diff_markup(lines);
    EXPECT_EQ(fault_of_markup(markup), "");
    EXPECT_TRUE(holds(markup, "a &lt; b") && holds(markup, "3 equal lines"));
    EXPECT_FALSE(holds(markup, "<del>") || holds(markup, "<ins>"));
}

TEST(ReportMarkup, PairsLinesAndShowsTheRestAlone) {
    const std::string markup = diff_markup("a 1\nonly wanted", "a 2");
    EXPECT_TRUE(holds(markup, "a <del>1</del>") && holds(markup, "a <ins>2</ins>"));
    EXPECT_TRUE(holds(markup, "<del>only·wanted</del>"));
    EXPECT_TRUE(holds(diff_markup("", "extra"), "<ins>extra</ins>"));
}

TEST(ReportMarkup, NothingOfAProgramActs) {
    const std::vector<DiffLine> lines = {{DiffKind::missing, hostile},
                                         {DiffKind::extra, hostile + "x"},
                                         {DiffKind::same, hostile},
                                         {DiffKind::gap, hostile}};
    const std::string markup = diff_markup(lines) + place_markup({hostile, 0, hostile});
    EXPECT_EQ(fault_of_markup(markup), "");
    EXPECT_FALSE(holds(markup, "<script") || holds(markup, "\x1b") || holds(markup, "\xe2\x80\xae"));
}

TEST(ReportMarkup, PlacesNameTheirLineIfThereIsOne) {
    EXPECT_TRUE(
        place_markup({"张伟, \"1\".asm", 1234, "nop"}).starts_with("<p>张伟, &quot;1&quot;.asm, line 1,234:</p>"));
    EXPECT_TRUE(place_markup({"a.asm", 0, "nop"}).starts_with("<p>a.asm:</p>"));
}

TEST(ReportMarkup, ABoardIsShownTwiceOnlyIfItDiffers) {
    BoardResult board;
    EXPECT_TRUE(holds(board_markup(board), "Before the first move"));
    EXPECT_FALSE(holds(board_markup(board), "as it should be") || holds(board_markup(board), "differs"));
    board.moves = "4";
    board.expected[3] = 1;
    board.actual[3] = 200;
    const std::string markup = board_markup(board);
    EXPECT_EQ(fault_of_markup(markup), "");
    EXPECT_TRUE(holds(markup, "as it should be") && holds(markup, "...?...") && holds(markup, "one differs"));
}

TEST(ReportMarkup, APictureOfNothingIsWhole) {
    EXPECT_EQ(fault_of_markup(picture_markup(PictureResult())), "");
    const PictureResult torn{4, 4, {0xff0000}, {}};  // fewer units than it says
    EXPECT_TRUE(holds(picture_markup(torn), "<path fill=\"#ff0000\" d=\"M0 0h1v1H0z\"/>"));
}

}  // namespace
}  // namespace mariner::grader::test

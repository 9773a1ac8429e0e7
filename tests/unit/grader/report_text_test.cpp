#include "emulator/grader/report_text.hpp"

#include <gtest/gtest.h>

#include "tests/unit/grader/sample_results.hpp"

namespace mariner::grader::test {
namespace {

TEST(ReportText, OfACaseThatPassedIsTheCommand) {
    const CaseResult passed = sample_case("a", "a", Visibility::visible, Verdict::passed, 500);
    EXPECT_EQ(case_text(passed, ""), "");
    EXPECT_EQ(case_text(passed, "mariner run a.asm"), "mariner run a.asm\n");
}

TEST(ReportText, ShowsFailedChecksOnly) {
    EXPECT_EQ(case_text(wrong_output(), ""),
              "The output differs in 2 of 9 lines.\n"
              "output: 2 of 9 lines differ\n"
              "~ 5 equal lines\n"
              "   | X |   |   |   |   |   |   |\n"
              "- Player 1 (X), choose a column (1-7): \n"
              "+ Player 2 (X), choose a column (1-7):\n"
              "- Player 1 wins!\n"
              "  \n"
              "$v0: it is 3, not 4\n"
              "wanted: 4\n"
              "found: 3\n");
}

TEST(ReportText, NamesThePlaceAndTheLineIfOneIsKnown) {
    CaseResult result;
    result.place = PlaceResult{"main.asm", 42, "sb $t0, 0($t1)"};
    EXPECT_EQ(case_text(result, ""), "main.asm:42: sb $t0, 0($t1)\n");
    result.place->line = 0;
    EXPECT_EQ(case_text(result, ""), "main.asm: sb $t0, 0($t1)\n");
}

TEST(ReportText, EndsEachPartWithOneLineFeed) {
    CaseResult result;
    result.reason = "one\n";
    result.explanation = "two";
    EXPECT_EQ(case_text(result, "three\n"), "one\ntwo\nthree\n");
}

TEST(ReportText, LeavesOutWhatNothingWasFoundFor) {
    CaseResult result;
    result.checks = {{"file out.txt", false, "it was not written", "x", "", {}}};
    EXPECT_EQ(case_text(result, ""), "file out.txt: it was not written\nwanted: x\n");
}

TEST(ReportText, PointsAreHundredths) {
    EXPECT_EQ(as_number(-25), -0.25);
    EXPECT_EQ(as_number(0), 0);
    EXPECT_EQ(points_text(-25), "-0.25");
    EXPECT_EQ(points_text(250), "2.5");
    EXPECT_EQ(points_text(700), "7");
    EXPECT_EQ(points_text(5), "0.05");
}

}  // namespace
}  // namespace mariner::grader::test

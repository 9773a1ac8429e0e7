#include "emulator/grader/score.hpp"

#include <gtest/gtest.h>

#include "tests/unit/grader/graded.hpp"

namespace mariner::grader::test {
namespace {

const std::vector<CaseScore> three = {{"a", 100, 100, false}, {"b", 0, 200, false}, {"c", 300, 300, false}};

CaseGroup group_of(std::vector<std::string> cases) {
    CaseGroup group;
    group.name = "group";
    group.cases = std::move(cases);
    return group;
}

TEST(Score, OfSingleCasesIsTheirSum) {
    const TotalScore total = total_of(three, {}, true);
    EXPECT_EQ(total.points, 400);
    EXPECT_EQ(total.worth, 600);
    EXPECT_TRUE(total.groups.empty());
}

TEST(Score, ABonusAddsNothingToWhatThereIsToBeHad) {
    const TotalScore total = total_of({{"a", 100, 100, false}, {"b", 50, 50, true}}, {}, true);
    EXPECT_EQ(total.points, 150);
    EXPECT_EQ(total.worth, 100);
}

TEST(Score, AllOrNothingIsNothingIfACaseFails) {
    CaseGroup group = group_of({"a", "b"});
    group.all_or_nothing = true;
    EXPECT_EQ(total_of(three, {group}, true).points, 300);
    group.cases = {"a", "c"};
    EXPECT_EQ(total_of(three, {group}, true).points, 400);
}

TEST(Score, OfTheBestOnlySoManyCount) {
    CaseGroup group = group_of({"a", "b", "c"});
    group.best_of = 2;
    const TotalScore total = total_of(three, {group}, true);
    EXPECT_EQ(total.points, 400);
    EXPECT_EQ(total.worth, 500);
    EXPECT_EQ(total.groups[0].rule, "the best 2 of 3 cases count");
}

TEST(Score, AGroupsPointsAreSharedByWeight) {
    CaseGroup group = group_of({"a", "b", "c"});
    group.points = 1000;
    EXPECT_EQ(total_of(three, {group}, true).points, 667);  // 4 of 6
    EXPECT_EQ(total_of(three, {group}, true).worth, 1000);
}

TEST(Score, AMinimumIsForProgramsThatAssemble) {
    CaseGroup group = group_of({"b"});
    group.minimum = 50;
    EXPECT_EQ(total_of({three[1]}, {group}, true).points, 50);
    EXPECT_EQ(total_of({three[1]}, {group}, false).points, 0);
    group.minimum = 900;
    EXPECT_EQ(total_of({three[1]}, {group}, true).points, 200);  // never more than there is
}

TEST(Score, GroupsWithoutAnyOfTheirCasesAreNotThere) {
    EXPECT_TRUE(total_of(three, {group_of({"x"})}, true).groups.empty());
}

const std::string case_of = "expect = { output = \"1\" }\n";
const std::string two_cases = "[[case]]\nid = \"one\"\nname = \"1\"\npoints = 2\n" + case_of +
                              "[[case]]\nid = \"two\"\nname = \"2\"\npoints = 3\nexpect = { output = \"2\" }\n";
const std::string prints_one = "li $v0, 1\nli $a0, 1\nsyscall\nli $v0, 10\nsyscall\n";

TEST(Score, AWholeRubricSumsUpByItsGroups) {
    const Rubric rubric = rubric_of("[points]\nminimum = 0.5\n" + two_cases +
                                    "[[group]]\nname = \"both\"\ncases = [\"one\", \"two\"]\npoints = 10\n");
    EXPECT_EQ(rubric.worth(), 1000);
    const SubmissionResult result = grade_here(rubric, submission_of("ada", prints_one));
    EXPECT_EQ(result.judged, 400);
    EXPECT_EQ(result.points, 400);
    ASSERT_EQ(result.groups.size(), 1U);
    EXPECT_EQ(grade_here(rubric, submission_of("ben", "li $v0, 10\nsyscall\n")).points, 50);
    EXPECT_EQ(grade_here(rubric, submission_of("cid", "nonsense")).points, 0);
}

std::string problems_of(const std::string& text) {
    const Result<Rubric> rubric = read_rubric("r.toml", text, files_in(example), picture_of);
    return rubric ? "" : rubric.error().message;
}

TEST(Score, WhatARubricSaysWronglyAboutPointsHasAPlace) {
    const auto tells = [](const std::string& table, const std::string& words) {
        const std::string told = problems_of(two_cases + table);
        EXPECT_NE(told.find(words), std::string::npos) << table << " told " << told;
        EXPECT_EQ(told.find(':') != std::string::npos, true);
    };
    tells("[[group]]\nname = \"g\"\ncases = [\"onn\"]\n", "there is no case 'onn' (did you mean 'one'?)");
    tells("[[group]]\nname = \"g\"\ncases = [\"one\", \"one\"]\n", "in a group already");
    tells("[[group]]\ncases = [\"one\"]\n", "has a 'name'");
    tells("[[group]]\nname = \"g\"\n", "a group has 'cases'");
    tells("[[group]]\nname = \"g\"\ncases = [\"one\"]\nbest_of = 2\n", "'best_of' lies between 1 and 1");
    tells("[late]\npercent_per_day = 10\n", "needs a 'due'");
    tells("[late]\ndue = 2026-03-02T23:59:00Z\npercent_per_day = 10\npercent_per_hour = 1\n", "exclude each other");
    tells("[late]\ndue = 2026-03-02T23:59:00Z\npercent_per_day = 101\n", "at most 100 per cent");
    tells("[late]\ndue = 2026-03-02T23:59:00Z\nslip_days_file = \"x.csv\"\n", "goes with 'slip_days'");
    tells("[late]\ndue = 2026-03-02T23:59:00Z\nof = \"all\"\n", "'of'");
    tells("[points]\nmaximum = 3\n", "maximum");
}

}  // namespace
}  // namespace mariner::grader::test

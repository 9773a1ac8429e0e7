#include "emulator/grader/grade_changes.hpp"

#include <gtest/gtest.h>

#include "emulator/grader/reports.hpp"
#include "tests/unit/grader/sample_results.hpp"

namespace mariner::grader::test {
namespace {

std::string json_of(std::vector<SubmissionResult> submissions) {
    ResultList results(sample_info(), std::move(submissions));
    return *results_json(results);
}

TEST(GradeChanges, SayWhoseAndWhy) {
    SubmissionResult ada = sample_submission("ada", "Ada");
    SubmissionResult ben = sample_submission("ben", "Ben");
    const SubmissionResult cid = sample_submission("cid", "Cid");
    const std::string before = json_of({ada, ben, cid});
    ada.cases[0].verdict = Verdict::failed;
    ada.cases[0].points = 0;
    ada.points -= 500;
    ben.adjustments = {{150, "nice"}};
    ben.points += 150;
    const Result<GradeChanges> changes = compare_gradings(before, json_of({ada, ben, cid}));
    ASSERT_TRUE(changes) << changes.error().message;
    EXPECT_EQ(changes->students, 3U);
    ASSERT_EQ(changes->all.size(), 2U);
    EXPECT_EQ(changes->all[0].id, "ada");
    EXPECT_EQ(changes->all[0].after - changes->all[0].before, -500);
    EXPECT_EQ(changes->all[0].reasons, (std::vector<std::string>{"four in a column win: passed → failed, 5 → 0"}));
    EXPECT_EQ(changes->all[1].reasons, (std::vector<std::string>{"adjusted by hand: 0 → 1.5"}));
}

TEST(GradeChanges, OfTheSameAreNone) {
    const std::string json = json_of({sample_submission("ada", "Ada"), wrong_submission(), hostile_submission()});
    EXPECT_TRUE(compare_gradings(json, json)->all.empty());
}

TEST(GradeChanges, WhoIsInOneOnlyIsTold) {
    const std::string one = json_of({sample_submission("ada", "Ada")});
    const std::string two = json_of({sample_submission("ben", "Ben")});
    const Result<GradeChanges> changes = compare_gradings(one, two);
    ASSERT_EQ(changes->all.size(), 2U);
    EXPECT_EQ(changes->all[0].reasons[0], "only in the second grading");
    EXPECT_EQ(changes->all[1].reasons[0], "only in the first grading");
}

TEST(GradeChanges, WhatIsNoGradingIsAnError) {
    const std::string json = json_of({});
    EXPECT_TRUE(compare_gradings(json, json));
    EXPECT_EQ(compare_gradings("{", json).error().message, "the first of the two is no results.json of mariner grade");
    EXPECT_EQ(compare_gradings(json, "{\"submissions\": 5}").error().message,
              "the second of the two is no results.json of mariner grade");
}

TEST(GradeChanges, APageHoldsNothingThatRuns) {
    SubmissionResult eve = hostile_submission();
    const std::string before = json_of({eve});
    eve.points = 0;
    const std::string page = changes_html(*compare_gradings(before, json_of({eve})));
    EXPECT_EQ(page.find("<script>alert"), std::string::npos);
    EXPECT_EQ(page.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace mariner::grader::test

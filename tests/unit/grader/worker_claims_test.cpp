#include "emulator/grader/worker_claims.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "emulator/grader/rubric.hpp"

namespace mariner::grader {
namespace {

Rubric some_rubric() {
    const RubricFiles no_files = [](const std::string& path) { return Result<std::string>(Error{path}); };
    const RubricPictures no_pictures = [](std::string_view, u32, u32) { return Result<std::vector<u32>>(Error{"no"}); };
    const Result<Rubric> rubric =
        read_rubric("r.toml",
                    "[[case]]\nid = \"a\"\nname = \"shown\"\npoints = 3\ninput = \"5\"\n"
                    "expect = { output = \"25\" }\n"
                    "[[case]]\nid = \"h\"\nname = \"kept\"\npoints = 4\nvisibility = \"hidden\"\n"
                    "expect = { output = \"36\" }\n"
                    "[[deduction]]\nname = \"no div\"\npoints = 1\nforbid = { instructions = [\"div\"] }\n",
                    no_files, no_pictures);
    EXPECT_TRUE(rubric) << (rubric ? "" : rubric.error().message);
    return rubric ? *rubric : Rubric{};
}

JudgedCase honest(const Rubric& rubric, size_t index) {
    JudgedCase judged{empty_case_result(rubric, rubric.cases[index], "ada"), {}};
    judged.result.verdict = Verdict::passed;
    judged.result.points = judged.result.worth;
    judged.result.checks.push_back(passed_check("output"));
    return judged;
}

bool accepts(const Rubric& rubric, size_t index, JudgedCase& claimed, bool assembled = true) {
    SubmissionResult submission;
    submission.id = "ada";
    submission.assembled = assembled;
    return accept_claim(rubric, rubric.cases[index], submission, claimed);
}

TEST(WorkerClaims, HonestOnesAreAccepted) {
    const Rubric rubric = some_rubric();
    JudgedCase passed = honest(rubric, 0);
    EXPECT_TRUE(accepts(rubric, 0, passed));
    EXPECT_EQ(passed.result.points, 3 * one_point);
    JudgedCase failed = honest(rubric, 0);
    failed.result.verdict = Verdict::failed;
    failed.result.points = 0;
    failed.result.checks[0] = failed_check("output", "it differs");
    EXPECT_TRUE(accepts(rubric, 0, failed));
}

TEST(WorkerClaims, WhatCantBeTrueIsRefused) {
    const Rubric rubric = some_rubric();
    const auto refuses = [&](const std::function<void(JudgedCase&)>& lie) {
        JudgedCase claimed = honest(rubric, 0);
        lie(claimed);
        return !accepts(rubric, 0, claimed);
    };
    EXPECT_TRUE(refuses([](JudgedCase& one) { one.result.id = "h"; }));
    EXPECT_TRUE(refuses([](JudgedCase& one) { one.result.points = 100 * one_point; }));
    EXPECT_TRUE(refuses([](JudgedCase& one) { one.result.points = -1; }));
    EXPECT_TRUE(refuses([](JudgedCase& one) { one.result.verdict = Verdict::failed; }));
    EXPECT_TRUE(refuses([](JudgedCase& one) { one.result.checks.clear(); }));
    EXPECT_TRUE(refuses([](JudgedCase& one) { one.result.checks[0] = failed_check("output", "x"); }));
    EXPECT_TRUE(refuses([](JudgedCase& one) { one.result.checks[0].what = "exit status"; }));
    EXPECT_TRUE(refuses([](JudgedCase& one) { one.findings.push_back({"x", -5 * one_point, "", {}, ""}); }));
    JudgedCase claimed = honest(rubric, 0);
    EXPECT_FALSE(accepts(rubric, 0, claimed, false));
}

TEST(WorkerClaims, AHiddenCaseStaysHidden) {
    const Rubric rubric = some_rubric();
    JudgedCase claimed = honest(rubric, 1);
    claimed.result.visibility = Visibility::visible;
    claimed.result.name = "36";
    claimed.result.worth = 1000 * one_point;
    EXPECT_TRUE(accepts(rubric, 1, claimed));
    EXPECT_EQ(claimed.result.visibility, Visibility::hidden);
    EXPECT_EQ(claimed.result.name, "kept");
    EXPECT_EQ(claimed.result.worth, 4 * one_point);
}

TEST(WorkerClaims, DeductionsAreTheRubrics) {
    const Rubric rubric = some_rubric();
    AssembledSubmission claimed;
    claimed.assembled = true;
    EXPECT_TRUE(accept_claim(rubric, claimed));
    claimed.deductions.push_back({"no div", one_point, "", {}, ""});
    EXPECT_TRUE(accept_claim(rubric, claimed));
    claimed.deductions[0].points = -50 * one_point;
    EXPECT_FALSE(accept_claim(rubric, claimed));
    claimed.deductions[0] = {"a gift", 0, "", {}, ""};
    EXPECT_FALSE(accept_claim(rubric, claimed));
    claimed.deductions = {{"no div", one_point, "", {}, ""}, {"no div", one_point, "", {}, ""}};
    EXPECT_FALSE(accept_claim(rubric, claimed));
}

}  // namespace
}  // namespace mariner::grader
